/**
 * The log of `garrison serve`. Where it is JSON, so is everything else that the process writes to stderr: messages for
 * people, warnings of Effect and of Node, and the last words of a process that breaks.
 */
import {
  type AccessLog,
  accessLog,
  describeCause,
  errorStream,
  type LogFormat,
  type LogSink,
} from "@garrison/http/server/AccessLog"
import type { EventFacts } from "@garrison/http/server/Observer"
import * as Cause from "effect/Cause"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { EXIT_CODES } from "./exitCode.ts"
import { speak } from "./form.ts"

/** The log, where its lines go, and the logger that Effect is given. */
export interface ServerLog {
  readonly log: AccessLog
  readonly sink: LogSink
  readonly logger: Layer.Layer<never>
}

const levels: Readonly<Record<string, "info" | "warning" | "error">> = {
  Fatal: "error",
  Error: "error",
  Warn: "warning",
}

const factsOf = (facts: Readonly<Record<string, unknown>>): EventFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === "number" ? value : String(value)]),
  )

const effectLogger = (log: AccessLog) =>
  Logger.make(({ cause, fiber, logLevel, message }) => {
    const { event, ...facts } = fiber.getRef(References.CurrentLogAnnotations)
    // What has a name of its own is an event like those of requests.
    if (typeof event === "string") return log.happened(levels[logLevel] ?? "info", event, factsOf(facts))
    const parts = Array.isArray(message) ? message : [message]
    const causes = [cause, ...parts.filter(Cause.isCause)].filter(({ reasons }) => reasons.length > 0)
    log.happened(levels[logLevel] ?? "info", "message", {
      message: parts
        .filter((part) => !Cause.isCause(part))
        .map(String)
        .join(" "),
      cause: causes.length === 0 ? undefined : causes.map(describeCause).join("; "),
    })
  })

/** Makes the log of this format. */
export const serverLog = (format: LogFormat, bytesMax: number): ServerLog => {
  const sink = errorStream(format, bytesMax)
  const log = accessLog(format, sink)
  const logger = Logger.layer([effectLogger(log)])
  if (format !== "json") {
    speak("people")
    return { log, sink, logger }
  }
  speak("log")
  process.removeAllListeners("warning")
  process.on("warning", ({ message, name }) => log.happened("warning", "message", { message: `${name}: ${message}` }))
  process.setUncaughtExceptionCaptureCallback(null)
  process.setUncaughtExceptionCaptureCallback((error) => {
    log.failed("", undefined, Cause.die(error))
    process.exit(EXIT_CODES.failure)
  })
  return { log, sink, logger }
}

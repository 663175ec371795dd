/**
 * The access log: one line per answer, as JSON or as readable text, or none. It holds no query, no header but the user
 * agent, and no body, so that no token or secret can be in it; and no control character gets through (guarantees R32).
 */
import { CLIENT_SECRET_PREFIX } from "@garrison/core/client/rules"
import { REFRESH_TOKEN_PREFIX } from "@garrison/core/token/rules/refresh"
import { StorageUnavailable } from "@garrison/core/kernel/Transaction"
import type * as Cause from "effect/Cause"

/** `off` writes no access lines. Defects are reported on the error stream whatever the format. */
export type LogFormat = "json" | "text" | "off"

/** What the log says about one answer. */
export interface AccessEntry {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: string | undefined
  readonly status: number
  readonly milliseconds: number
  readonly address: string
  readonly userAgent: string | undefined
}

/** Where lines go; each comes with its line end. */
export interface LogSink {
  readonly access: (lines: string) => void
  readonly defect: (lines: string) => void
}

/** Writes access entries and defects. */
export interface AccessLog {
  /** Undefined when the format is `off`, so that nothing is gathered in vain. */
  readonly access: ((entry: AccessEntry) => void) | undefined
  readonly defect: (id: string, operation: string | undefined, cause: Cause.Cause<unknown>) => void
  /** Writes what is gathered now: a process that ends has no next turn of the event loop. */
  readonly flush: () => void
}

const TEXT_LENGTH_MAX = 256
/** What is looked at for secrets: enough that one which begins in the shown part is recognised. */
const READ_LENGTH_MAX = 1024
// Control characters of ASCII and Latin-1, line and paragraph separators, and marks that turn the writing direction.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const secrets = [
  /eyJ[\w-]*\.[\w-]*\.?[\w-]*/g,
  new RegExp(`\\b(?:${CLIENT_SECRET_PREFIX}|${REFRESH_TOKEN_PREFIX})[\\w-]+`, "g"),
  /\b(?:Bearer|Basic)\s+\S+/gi,
  /(?:password|secret|token)\w*["']?\s*[:=]\s*["']?[^\s"',}]+/gi,
] as const

/** The text with everything that looks like a token, a credential or a secret taken out. */
export const redacted = (text: string): string =>
  secrets.reduce((rest, pattern) => rest.replace(pattern, "<redacted>"), text)

const shown = (text: string): string =>
  redacted(text.slice(0, READ_LENGTH_MAX))
    .slice(0, TEXT_LENGTH_MAX)
    .replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const jsonLine = (time: string, entry: AccessEntry): string =>
  `${JSON.stringify({
    time,
    level: "info",
    event: "request",
    id: entry.id,
    method: entry.method,
    path: shown(entry.path),
    operation: entry.operation,
    status: entry.status,
    milliseconds: entry.milliseconds,
    address: shown(entry.address),
    user_agent: entry.userAgent === undefined ? undefined : shown(entry.userAgent),
  })}\n`

const textLine = (time: string, entry: AccessEntry): string =>
  `${time} ${entry.status} ${entry.method} ${shown(entry.path)} ${entry.milliseconds.toFixed(1)}ms` +
  ` ${shown(entry.address)} ${entry.operation ?? "-"} ${entry.id}\n`

/** Gathers the lines of one turn of the event loop into one write. */
const gathering = (write: (lines: string) => void) => {
  let pending = ""
  const flush = () => {
    const lines = pending
    pending = ""
    if (lines !== "") write(lines)
  }
  const add = (line: string) => {
    if (pending === "") setImmediate(flush)
    pending += line
  }
  return { add, flush }
}

const DEFECT_LENGTH_MAX = 4096

const describeDefect = (defect: unknown): string => {
  const text = defect instanceof Error ? (defect.stack ?? `${defect.name}: ${defect.message}`) : String(defect)
  return redacted(text.slice(0, DEFECT_LENGTH_MAX))
}

const describeCause = (cause: Cause.Cause<unknown>): string =>
  cause.reasons.map((reason) => (reason._tag === "Die" ? describeDefect(reason.defect) : reason._tag)).join("; ")

/** What storage that cannot answer says, if that is all that is wrong. */
const unavailableMessage = (cause: Cause.Cause<unknown>): string | undefined => {
  const [reason] = cause.reasons
  const defect = cause.reasons.length === 1 && reason?._tag === "Die" ? reason.defect : undefined
  return defect instanceof StorageUnavailable ? shown(`StorageUnavailable: ${defect.message}`) : undefined
}

/** The process's error stream takes both: its stdout belongs to the program (decisions, section 15). */
const errorStream: LogSink = {
  access: (lines) => void process.stderr.write(lines),
  defect: (lines) => void process.stderr.write(lines),
}

/** A log of this format into this sink, by default the process's error stream. */
export const accessLog = (format: LogFormat, sink: LogSink = errorStream): AccessLog => {
  const { add, flush } = gathering(sink.access)
  const line = format === "json" ? jsonLine : textLine
  return {
    access: format === "off" ? undefined : (entry) => add(line(new Date().toISOString(), entry)),
    defect: (id, operation, cause) => {
      // While a database is away every request says so: a line each, and no stack, which would say the same every time.
      const unavailable = unavailableMessage(cause)
      const kind =
        unavailable === undefined ? { level: "error", event: "defect" } : { level: "warning", event: "unavailable" }
      const time = new Date().toISOString()
      sink.defect(`${JSON.stringify({ time, ...kind, id, operation, cause: unavailable ?? describeCause(cause) })}\n`)
    },
    flush,
  }
}

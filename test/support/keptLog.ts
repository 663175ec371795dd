/** What Effect is asked to log, kept for a test. */
import * as Cause from "effect/Cause"
import * as Logger from "effect/Logger"
import * as References from "effect/References"

/** Keeps each line as stream, level, message and what the cause says; a line without a cause has none. */
export const linesOf = (lines: Array<string>) =>
  Logger.layer([
    Logger.make<unknown, void>(({ cause, fiber, logLevel, message }) => {
      const stream = fiber.getRef(References.LogToStderr) ? "stderr" : "stdout"
      const found = Cause.squash(cause)
      const said = cause.reasons.length === 0 ? "" : `: ${found instanceof Error ? found.message : String(found)}`
      lines.push(`${stream} ${logLevel} ${String(message)}${said}`)
    }),
  ])

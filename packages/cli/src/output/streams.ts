/** What becomes of output that cannot be written. */
import { processInvocation } from "../Invocation.ts"
import { CommandFailure } from "./CommandFailure.ts"
import { endWith } from "./ending.ts"
import { EXIT_CODES } from "./exitCode.ts"
import { formOf } from "./form.ts"
import { failureReport } from "./report.ts"
import { isServer } from "./stopping.ts"

const unwritable = (error: NodeJS.ErrnoException): CommandFailure =>
  new CommandFailure({
    kind: "failure",
    sentence: `The output cannot be written: ${error.code === "ENOSPC" ? "no space is left" : error.message}.`,
    next: "What the command has done stays done; only its output is incomplete.",
  })

/** The status that the command has come to so far. */
const statusSoFar = (): number => Number(process.exitCode ?? EXIT_CODES.ok)

/**
 * A reader that stops reading, as `head` does, ends the command quietly; a server goes on without it. Data that cannot
 * be written is a failure.
 */
export const endUnwritten = (error: NodeJS.ErrnoException): void => {
  if (error.code === "EPIPE") return isServer() ? undefined : endWith(statusSoFar())
  const { text, exitCode } = failureReport(unwritable(error), formOf(processInvocation().args))
  process.stderr.write(`${text}\n`)
  return endWith(exitCode)
}

/**
 * Watches the streams of the process. Messages and log lines that cannot be written are dropped: a server goes on when
 * the disk of its log is full.
 */
export const watchStreams = (): void => {
  process.stderr.on("error", () => undefined)
  process.stdout.on("error", endUnwritten)
}

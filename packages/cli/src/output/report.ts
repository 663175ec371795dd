/** How a failed run is told to the person who ran it: one sentence, what to do next, never a stack trace. */
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import { randomBytes } from "node:crypto"
import { styleText } from "node:util"
import { CommandFailure } from "./CommandFailure.ts"
import { EXIT_CODES } from "./exitCode.ts"
import { explain } from "./explain.ts"
import { printable } from "./print.ts"
import { interruptedStatus } from "./stopping.ts"

/** What is written to stderr, and the exit status. */
export interface Report {
  readonly text: string
  readonly exitCode: number
}

const red = (text: string): string => styleText("red", text, { stream: process.stderr })

const failureText = (failure: CommandFailure): string =>
  [
    `${red("error")}: ${printable(failure.sentence)}`,
    ...(failure.details ?? []).map((detail) => `  ${printable(detail)}`),
    ...(failure.next === undefined ? [] : [failure.next]),
  ].join("\n")

const defectReport = (cause: Cause.Cause<unknown>): Report => {
  const reference = randomBytes(6).toString("hex")
  const lines = [
    `${red("error")}: Garrison met a problem that it did not expect (reference ${reference}).`,
    "Please report it with this reference, the command, and what it prints with GARRISON_DEBUG=1.",
  ]
  if (process.env["GARRISON_DEBUG"] === "1") lines.push(Cause.pretty(cause))
  return { text: lines.join("\n"), exitCode: EXIT_CODES.failure }
}

/** The report of a failed run; without a text when all has been said already. */
export const reportOf = (cause: Cause.Cause<unknown>): Report => {
  if (Cause.hasInterruptsOnly(cause)) return { text: "", exitCode: interruptedStatus() }
  const error = Cause.squash(cause)
  if (CliError.isCliError(error)) {
    // Written by the presenter already. A group without its verb, `garrison catalog`, is a mistake; `garrison` is not.
    const isAsked = error._tag === "ShowHelp" && error.errors.length === 0 && error.commandPath.length === 1
    return { text: "", exitCode: isAsked ? EXIT_CODES.ok : EXIT_CODES.usage }
  }
  const failure = error instanceof CommandFailure ? error : explain(error)
  return failure === undefined
    ? defectReport(cause)
    : { text: failureText(failure), exitCode: EXIT_CODES[failure.kind] }
}

/** How a failed run is told to the person who ran it: one sentence, what to do next, never a stack trace. */
import * as Cause from "effect/Cause"
import * as CliError from "effect/cli/CliError"
import { randomBytes } from "node:crypto"
import { styleText } from "node:util"
import { CommandFailure } from "./CommandFailure.ts"
import { EXIT_CODES } from "./exitCode.ts"
import { formOf } from "./form.ts"
import type { Invocation } from "../Invocation.ts"
import { printable } from "./print.ts"
import { interruptedStatus } from "./stopping.ts"
import { jsonLine, type StderrForm } from "../stderrForm.ts"

/** What is written to stderr, and the exit status. */
export interface Report {
  readonly text: string
  readonly exitCode: number
}

const red = (text: string): string => styleText("red", text, { stream: process.stderr })

/** A failure with the exit status that goes with it. */
interface Told {
  readonly sentence: string
  readonly details: ReadonlyArray<string>
  readonly next: string | undefined
  readonly exitCode: number
  /** What broke, for the developer who mends it. */
  readonly inside: string | undefined
}

const textFor = (told: Told): string =>
  [
    `${red("error")}: ${printable(told.sentence)}`,
    ...told.details.map((detail) => `  ${printable(detail)}`),
    ...(told.next === undefined ? [] : [told.next]),
    ...(told.inside === undefined ? [] : [told.inside]),
  ].join("\n")

/** A failure as one object; in a log it has time, level and event. `inside` is shown by GARRISON_DEBUG=1 alone. */
const jsonFor = ({ details, exitCode, inside, next, sentence }: Told, form: StderrForm): string => {
  const error = { exit_code: exitCode, message: sentence, ...(details.length > 0 ? { details } : {}), next, inside }
  return form === "log" ? jsonLine(form, "error", "fatal", { error }) : JSON.stringify({ error })
}

const tell = (told: Told, form: StderrForm): Report => ({
  text: form === "people" ? textFor(told) : jsonFor(told, form),
  exitCode: told.exitCode,
})

/** What is told about a failure: a few lines for people, or as JSON one line that scripts can read. */
export const failureReport = (failure: CommandFailure, form: StderrForm): Report => {
  const { sentence, details = [], next, kind } = failure
  return tell({ sentence, details, next, exitCode: EXIT_CODES[kind], inside: undefined }, form)
}

const defectReport = (cause: Cause.Cause<unknown>, { args, environment }: Invocation): Report => {
  const reference = randomBytes(6).toString("hex")
  const isDebugged = environment["GARRISON_DEBUG"] === "1"
  return tell(
    {
      sentence: `An unexpected problem occurred (reference ${reference}).`,
      details: [],
      next: "Please report it with this reference, the command, and what it prints with GARRISON_DEBUG=1.",
      exitCode: EXIT_CODES.failure,
      inside: isDebugged ? Cause.pretty(cause) : undefined,
    },
    formOf(args),
  )
}

/**
 * The report of a failed run; without a text when all has been said already. What errors of the domain mean is loaded
 * for them alone.
 */
export const reportOf = async (cause: Cause.Cause<unknown>, invocation: Invocation): Promise<Report> => {
  if (Cause.hasInterruptsOnly(cause)) return { text: "", exitCode: interruptedStatus() }
  const error = Cause.squash(cause)
  if (CliError.isCliError(error)) {
    // Written by the presenter already. A group without its verb, `garrison catalog`, is a mistake; `garrison` is not.
    const isAsked = error._tag === "ShowHelp" && error.errors.length === 0 && error.commandPath.length === 1
    return { text: "", exitCode: isAsked ? EXIT_CODES.ok : EXIT_CODES.usage }
  }
  const failure = error instanceof CommandFailure ? error : (await import("./explain.ts")).explain(error)
  return failure === undefined ? defectReport(cause, invocation) : failureReport(failure, formOf(invocation.args))
}

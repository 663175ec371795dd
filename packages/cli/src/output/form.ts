/** The form in which this run speaks: for people, or as JSON for scripts. */
import { hasJsonFlag, jsonLine, type StderrForm } from "../stderrForm.ts"

let processForm: StderrForm = "people"

/** From now on messages and failures of this process have this form. */
export const speak = (form: StderrForm): void => {
  processForm = form
}

/**
 * The form of a run with these arguments: that of the process, where it is JSON, or what `--json` and `--ndjson` say.
 * Read from the arguments themselves, because it also decides how a command line that cannot be understood is refused.
 */
export const formOf = (args: ReadonlyArray<string>): StderrForm => {
  if (processForm !== "people") return processForm
  return hasJsonFlag(args) ? "json" : "people"
}

/** Whether a run with these arguments speaks JSON. */
export const wantsJson = (args: ReadonlyArray<string>): boolean => formOf(args) !== "people"

/** A message as one JSON object; a line of the log where stderr is a log that is JSON. */
export const messageJson = (level: "info" | "warning", message: string): string =>
  jsonLine(processForm === "log" ? "log" : "json", level, "message", { message })

/** The form of a list: one JSON, a JSON for each row, or for people. */
export interface ListForm {
  readonly json: boolean
  readonly ndjson: boolean
}

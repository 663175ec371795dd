/** How help, the version and wrong invocations are written: help that was asked for on stdout, all else on stderr. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Invocation } from "../Invocation.ts"
import { CommandFailure } from "./CommandFailure.ts"
import { formOf } from "./form.ts"
import { laidOut } from "./helpLayout.ts"
import { formatSections, HelpSections } from "./helpSections.ts"
import { invocationProblem } from "./invocation.ts"
import { printData, printMessage } from "./print.ts"
import { failureReport } from "./report.ts"

const widthOf = (stream: NodeJS.WriteStream): number | undefined => (stream.isTTY ? stream.columns : undefined)

const writeHelp = Effect.fnUntraced(function* (event: CliOutput.Presenter.Help, canColor: boolean) {
  const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
  const lists = Context.getOrUndefined(event.helpDoc.annotations, HelpSections)
  const sections = lists === undefined ? [] : yield* Effect.promise(lists)
  const page = `${formatter.formatHelpDoc(event.helpDoc)}${formatSections(sections, canColor)}`
  // A group without its verb is a mistake; its help is a message, not data.
  const isMistake = event.reason === "Implicit" && event.commandPath.length > 1
  yield* isMistake
    ? printMessage(laidOut(page, widthOf(process.stderr)))
    : printData(laidOut(page, widthOf(process.stdout)))
})

/** A text that begins with a dash is read as flags, one a letter: that is one mistake and not many. */
const dashed = ({ errors }: CliOutput.Presenter.InvalidInvocation, args: ReadonlyArray<string>): string | undefined =>
  errors.length > 1 && errors.every((error) => error._tag === "UnrecognizedOption")
    ? args.find((argument) => /^-[^-].*\s/.test(argument))
    : undefined

const problemsOf = (
  event: CliOutput.Presenter.InvalidInvocation,
  args: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const text = dashed(event, args)
  return text === undefined
    ? event.errors.map(invocationProblem)
    : [`"${text}" begins with a dash, as flags do: put -- before it.`]
}

const writeProblems = Effect.fnUntraced(function* (event: CliOutput.Presenter.InvalidInvocation) {
  const { args } = yield* Invocation
  const problems = problemsOf(event, args)
  const failure = new CommandFailure({
    kind: "usage",
    sentence: problems.length === 1 ? (problems[0] ?? "") : "The command line has several mistakes.",
    details: problems.length === 1 ? [] : problems,
    next: `Run \`${event.commandPath.join(" ")} --help\` for usage and examples.`,
  })
  yield* Console.error(failureReport(failure, formOf(args)).text)
})

const write = (event: CliOutput.Presenter.Event, canColor: boolean): Effect.Effect<void> => {
  if (event._tag === "Version") return printData(`${event.name} ${event.version}`)
  return event._tag === "Help" ? writeHelp(event, canColor) : writeProblems(event)
}

/** The presenter of `garrison`. */
export const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => write(event, canColor)),
}

/** How help, the version and wrong invocations are written: help that was asked for on stdout, all else on stderr. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { CommandFailure } from "./CommandFailure.ts"
import { laidOut } from "./helpLayout.ts"
import { invocationProblem } from "./invocation.ts"
import { printData, printMessage } from "./print.ts"
import { failureReport } from "./report.ts"

const widthOf = (stream: NodeJS.WriteStream): number | undefined => (stream.isTTY ? stream.columns : undefined)

const writeHelp = (event: CliOutput.Presenter.Help, canColor: boolean): Effect.Effect<void> => {
  const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
  const page = formatter.formatHelpDoc(event.helpDoc)
  // A group without its verb is a mistake; its help is a message, not data.
  const isMistake = event.reason === "Implicit" && event.commandPath.length > 1
  return isMistake
    ? printMessage(laidOut(page, widthOf(process.stderr)))
    : printData(laidOut(page, widthOf(process.stdout)))
}

const writeProblems = (event: CliOutput.Presenter.InvalidInvocation): Effect.Effect<void> => {
  const problems = event.errors.map(invocationProblem)
  const failure = new CommandFailure({
    kind: "usage",
    sentence: problems.length === 1 ? (problems[0] ?? "") : "The command line has several mistakes.",
    details: problems.length === 1 ? [] : problems,
    next: `Run \`${event.commandPath.join(" ")} --help\` for usage and examples.`,
  })
  return Effect.sync(() => void process.stderr.write(`${failureReport(failure).text}\n`))
}

const write = (event: CliOutput.Presenter.Event, canColor: boolean): Effect.Effect<void> => {
  if (event._tag === "Version") return printData(`${event.name} ${event.version}`)
  return event._tag === "Help" ? writeHelp(event, canColor) : writeProblems(event)
}

/** The presenter of `garrison`. */
export const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => write(event, canColor)),
}

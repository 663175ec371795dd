/** How help, the version and wrong invocations are written: help that was asked for on stdout, all else on stderr. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { styleText } from "node:util"
import { printData, printMessage } from "./print.ts"

const write = (event: CliOutput.Presenter.Event, canColor: boolean): Effect.Effect<void> => {
  const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
  if (event._tag === "Version") return printData(`${event.name} ${event.version}`)
  if (event._tag === "Help") {
    const help = formatter.formatHelpDoc(event.helpDoc)
    // A group without its verb is a mistake; its help is a message, not data.
    const isMistake = event.reason === "Implicit" && event.commandPath.length > 1
    return isMistake ? printMessage(help) : printData(help)
  }
  const error = styleText("red", "error", { stream: process.stderr })
  const problems = event.errors.map((problem) => `${error}: ${formatter.formatCliError(problem)}`)
  const next = `Run \`${event.commandPath.join(" ")} --help\` for usage and examples.`
  return printMessage([...problems, next].join("\n"))
}

/** The presenter of `garrison`. */
export const presenter: CliOutput.Presenter = {
  present: (event) =>
    Effect.flatMap(TerminalCapabilities.TerminalCapabilities, ({ canColor }) => write(event, canColor)),
}

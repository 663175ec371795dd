/** How help, the version and wrong invocations are written: help that was asked for on stdout, all else on stderr. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { styleText } from "node:util"
import { printData, printMessage } from "./print.ts"

const present = Effect.fnUntraced(function* (event: CliOutput.Presenter.Event) {
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const formatter = CliOutput.defaultFormatter({ colors: canColor, globalFlags: "summary" })
  switch (event._tag) {
    case "Version":
      return yield* printData(`${event.name} ${event.version}`)
    case "Help": {
      const help = formatter.formatHelpDoc(event.helpDoc)
      // A group without its verb is a mistake; its help is a message, not data.
      const isMistake = event.reason === "Implicit" && event.commandPath.length > 1
      return yield* isMistake ? printMessage(help) : printData(help)
    }
    case "InvalidInvocation": {
      const error = styleText("red", "error", { stream: process.stderr })
      for (const problem of event.errors) yield* printMessage(`${error}: ${formatter.formatCliError(problem)}`)
      return yield* printMessage(`Run \`${event.commandPath.join(" ")} --help\` for usage and examples.`)
    }
  }
})

/** The presenter of `garrison`. */
export const presenter: CliOutput.Presenter = { present }

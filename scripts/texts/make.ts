/** Makes the texts that need no program, by running the program for each. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import type * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { garrison } from "../../packages/cli/src/commandTree.ts"
import { Invocation } from "../../packages/cli/src/Invocation.ts"
import { garrisonRun } from "../../packages/cli/src/program.ts"
import type { TextFile, Texts } from "../../packages/cli/src/ready.ts"

/** The words of every command: that of `garrison` itself has none. */
export const commandPaths = (
  command: Command.Command.Any = garrison,
  path: ReadonlyArray<string> = [],
): ReadonlyArray<ReadonlyArray<string>> => [
  path,
  ...command.subcommands
    .flatMap(({ commands }) => commands)
    .flatMap((child) => commandPaths(child, [...path, child.name])),
]

const SHELLS = ["bash", "zsh", "fish"] as const

/** What the program prints for these arguments, without the line break at its end. */
const printed = async (args: ReadonlyArray<string>, canColor: boolean): Promise<string> => {
  const lines: Array<string> = []
  const caught: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: (line: string) => void lines.push(line),
  })
  await Effect.runPromise(
    garrisonRun.pipe(
      Effect.provide(NodeServices.layer),
      Effect.provideService(TerminalCapabilities.TerminalCapabilities, {
        canColor,
        canAnimate: false,
        canPrompt: false,
      }),
      Effect.provideService(Invocation, { args, environment: {}, directory: "/" }),
      Effect.provideService(Console.Console, caught),
    ),
  )
  return lines.join("\n")
}

/** All texts, by their files. */
export const makeTexts = async (): Promise<Readonly<Record<TextFile, Texts>>> => {
  const help: Record<string, string> = {}
  const coloredHelp: Record<string, string> = {}
  for (const path of commandPaths()) {
    help[path.join(" ")] = await printed([...path, "--help"], false)
    coloredHelp[path.join(" ")] = await printed([...path, "--help"], true)
  }
  const completions: Record<string, string> = {}
  for (const shell of SHELLS) completions[shell] = await printed(["--completions", shell], false)
  return { help, coloredHelp, completions, version: { "": await printed(["--version"], false) } }
}

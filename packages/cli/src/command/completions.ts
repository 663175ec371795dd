/**
 * `garrison --completions SHELL`. The parser's own leaves out the flags that every command takes, and completes no file
 * names.
 */
import * as Completions from "effect/cli/Completions"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { printData } from "../output/print.ts"

const filePath = { _tag: "Path", pathType: "file" } as const
const text = { _tag: "String" } as const

const everywhere: ReadonlyArray<Completions.FlagDescriptor> = [
  { name: "help", aliases: ["h"], description: "Show help", type: { _tag: "Boolean" }, negation: false },
  { name: "config", aliases: ["c"], description: "Settings file", type: filePath },
  { name: "storage", aliases: ["s"], description: "Database", type: text },
  { name: "set", aliases: [], description: "Any setting, by its name", type: text },
]

/** Arguments and flags of this name are files. */
const typed = <Named extends Completions.FlagDescriptor | Completions.ArgumentDescriptor>(given: Named): Named =>
  given.name === "file" ? { ...given, type: filePath } : given

const completed = (command: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
  ...command,
  flags: [...command.flags.map(typed), ...everywhere],
  arguments: command.arguments.map(typed),
  subcommands: command.subcommands.map(completed),
})

/** Prints the completion script of a shell. */
export const completions: typeof GlobalFlag.Completions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag.pipe(Flag.withMetavar("SHELL")),
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (name) =>
        printData(Completions.generate(command.name, name, completed(Completions.fromCommand(command)))),
    }),
})

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

const help: Completions.FlagDescriptor = {
  name: "help",
  aliases: ["h"],
  description: "Show help",
  type: { _tag: "Boolean" },
  negation: false,
}

const everywhere: ReadonlyArray<Completions.FlagDescriptor> = [
  help,
  { name: "config", aliases: ["c"], description: "Settings file", type: filePath },
  { name: "storage", aliases: ["s"], description: "Database", type: text },
  { name: "set", aliases: [], description: "Any setting, by its name", type: text },
]

const onRoot: ReadonlyArray<Completions.FlagDescriptor> = [
  { ...help, name: "version", aliases: ["v"], description: "Show the version" },
  {
    name: "completions",
    aliases: [],
    description: "Print a completion script",
    type: { _tag: "Choice", values: ["bash", "zsh", "fish"] },
  },
]

/** The values of flags that take one of a list, by the name of the flag. */
type Lists = Readonly<Record<string, ReadonlyArray<string>>>

const typeOf = (name: string, lists: Lists): Completions.FlagType | undefined => {
  if (name === "file") return filePath
  const values = lists[name]
  return values === undefined ? undefined : { _tag: "Choice", values }
}

const typed = <Named extends Completions.FlagDescriptor | Completions.ArgumentDescriptor>(
  given: Named,
  lists: Lists,
): Named => ({ ...given, type: typeOf(given.name, lists) ?? given.type })

const completed = (command: Completions.CommandDescriptor, lists: Lists): Completions.CommandDescriptor => ({
  ...command,
  flags: [...command.flags.map((flag) => typed(flag, lists)), ...everywhere],
  arguments: command.arguments.map((argument) => typed(argument, lists)),
  subcommands: command.subcommands.map((subcommand) => completed(subcommand, lists)),
})

/** The script of a shell, which knows every flag, file names, and the values that are lists. */
const scriptOf = Effect.fnUntraced(function* (descriptor: Completions.CommandDescriptor, shell: Completions.Shell) {
  const { completionLists } = yield* Effect.promise(() => import("./completionLists.ts"))
  const { flags, ...root } = completed(descriptor, completionLists)
  return Completions.generate(root.name, shell, { ...root, flags: [...onRoot, ...flags] })
})

/** Prints the completion script of a shell. */
export const completions: typeof GlobalFlag.Completions = GlobalFlag.Action({
  flag: GlobalFlag.Completions.flag.pipe(Flag.withMetavar("SHELL")),
  run: (shell, { command }) =>
    Option.match(shell, {
      onNone: () => Effect.void,
      onSome: (name) => Effect.flatMap(scriptOf(Completions.fromCommand(command), name), printData),
    }),
})

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

/** The values of flags that take one of a list, and what is named by an id, by the name of the flag. */
interface Lists {
  readonly completionLists: Readonly<Record<string, ReadonlyArray<string>>>
  readonly completionKinds: Readonly<Record<string, string>>
}

const typeOf = (name: string, { completionKinds, completionLists }: Lists): Completions.FlagType | undefined => {
  if (name === "file") return filePath
  const kind = completionKinds[name]
  const values = kind === undefined ? completionLists[name] : [`__${kind}__`]
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

const asking = (kind: string, word: string): string => `garrison complete ${kind} ${word} 2>/dev/null`

/**
 * The script with a call of the command wherever it has the one choice `__kind__`: the parser's own scripts know no
 * values but those that are listed in them.
 */
const calling: Readonly<Record<Completions.Shell, (script: string) => string>> = {
  bash: (script) =>
    script.replaceAll(
      /(\S+) "\$cur" "\$_comp_word" '__(\w+)__'/g,
      (_, choices: string, kind: string) =>
        `local _names=() _name; while IFS= read -r _name; do _names+=("$_name"); done < <(${asking(kind, '"$cur"')}); ` +
        `${choices} "$cur" "$_comp_word" "\${_names[@]}"`,
    ),
  zsh: (script) =>
    script.replaceAll(/\(__(\w+)__\)/g, (_, kind: string) => `{compadd -- \${(f)"$(${asking(kind, '"$PREFIX"')})"}}`),
  fish: (script) =>
    script.replaceAll(/-a '__(\w+)__'/g, (_, kind: string) => `-a '(${asking(kind, "(commandline -ct)")})'`),
  powershell: (script) => script,
}

/** The script of a shell, which knows every flag, file names, and the values that are lists. */
const scriptOf = Effect.fnUntraced(function* (descriptor: Completions.CommandDescriptor, shell: Completions.Shell) {
  const lists = yield* Effect.promise(() => import("./completionLists.ts"))
  const { flags, ...root } = completed(descriptor, lists)
  return calling[shell](Completions.generate(root.name, shell, { ...root, flags: [...onRoot, ...flags] }))
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

/**
 * Answers what needs nothing but text: `--help` of any command, `--version`, and completion scripts. The texts are made
 * when the command is bundled (`scripts/texts.ts`), so that these answers load no other module. Anything else, and
 * every mistake, is left to the program.
 */
import { readFileSync } from "node:fs"

/** Texts by name: help pages by the words of their command, completion scripts by shell, the version by no name. */
export type Texts = Readonly<Record<string, string>>

/** The files of texts, which the bundle has beside it. The two files of help have the same pages. */
export type TextFile = "help" | "coloredHelp" | "completions" | "version"

/** The words of a command whose help is asked for; undefined: something else is asked for, too. */
const helpedCommand = (args: ReadonlyArray<string>): string | undefined => {
  const words = args[0] === "help" ? args.slice(1) : args.slice(0, -1)
  const asks = args[0] === "help" || args.length === 0 || ["--help", "-h"].includes(args.at(-1) ?? "")
  return asks && !words.some((word) => word.startsWith("-")) ? words.join(" ") : undefined
}

/** Which text answers these arguments; undefined: the program answers. */
const wanted = (
  args: ReadonlyArray<string>,
): readonly [kind: "help" | "completions" | "version", name: string] | undefined => {
  const [first = "", second = ""] = args
  if (args.length === 1 && ["--version", "-v", "version"].includes(first)) return ["version", ""]
  if (args.length === 2 && first === "--completions") return ["completions", second]
  const command = helpedCommand(args)
  return command === undefined ? undefined : ["help", command]
}

/** As the parser of commands decides it, from the environment and the terminal. */
const isColored = ({ FORCE_COLOR: forced = "", NO_COLOR: none = "", TERM: terminal }: NodeJS.ProcessEnv): boolean => {
  if (terminal === "dumb" || none !== "") return false
  return process.stdout.isTTY || (forced !== "" && forced !== "0" && forced.toLowerCase() !== "false")
}

/** The text of this name in a file of the bundle; undefined: there is none, or the command runs from its sources. */
const readText = (file: TextFile, name: string): string | undefined => {
  try {
    const texts = JSON.parse(readFileSync(new URL(`texts/${file}.json`, import.meta.url), "utf8")) as Texts
    return Object.hasOwn(texts, name) ? texts[name] : undefined
  } catch {
    return undefined
  }
}

/** Answers the arguments of the process, if a text that is ready does; false: the program has to. */
export const answered = async (): Promise<boolean> => {
  const [kind, name] = wanted(process.argv.slice(2)) ?? []
  if (kind === undefined || name === undefined) return false
  const text = readText(kind === "help" && isColored(process.env) ? "coloredHelp" : kind, name)
  if (text === undefined) return false
  process.stdout.on("error", (error) => void told(error))
  const { columns, isTTY } = process.stdout
  const { laidOut } = isTTY && kind === "help" ? await import("./output/helpLayout.ts") : { laidOut: asItIs }
  process.stdout.write(`${laidOut(text, columns)}\n`)
  return true
}

/** Output that cannot be written: a reader that stops reading is no error. */
const told = async (error: Error): Promise<void> => (await import("./output/streams.ts")).endUnwritten(error)

const asItIs = (text: string): string => text

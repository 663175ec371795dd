/**
 * Names in the line of the palette, in the place of ids: what begins so is looked up and offered, and the line gets the
 * id.
 */
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import { type Called, type FoundKind, isFound, lookups } from "@garrison/core/overview/references"
import type { Ask } from "../../Screen.ts"
import type { CommandWords, World } from "../overlay.ts"
import { wordsOf } from "./words.ts"

const OFFERED_MAX = 20

/** How long a name is awaited before it is looked up, in milliseconds. */
const TYPING_MILLIS = 150

/** The word that is being typed in the place of an id. */
interface NamedWord {
  readonly kind: FoundKind
  readonly text: string
  /** The line before it. */
  readonly kept: string
}

/** What was found for such a word. */
export interface FoundNames {
  readonly kind: FoundKind
  readonly called: ReadonlyArray<Called>
}

/** The field of the next word: that of the flag before it, or the next argument. */
const fieldBehind = ({ command, fields }: CommandWords, words: ReadonlyArray<string>): string | undefined => {
  const places = Object.entries(fields)
  const flag = words.at(-1)
  const ofFlag = flag?.startsWith("--") === true ? places.find(([, word]) => word === flag) : undefined
  if (ofFlag !== undefined) return ofFlag[0]
  const given = words.slice(command.split(" ").length)
  const isPlain = (word: string, at: number) => !word.startsWith("--") && given[at - 1]?.startsWith("--") !== true
  return places.filter(([, word]) => word?.startsWith("--") === false)[given.filter(isPlain).length]?.[0]
}

const namedWord = (world: World, command: CommandWords, line: string): NamedWord | undefined => {
  const words = wordsOf(line)
  const text = line.endsWith(" ") ? "" : (words.at(-1) ?? "")
  const field = fieldBehind(command, text === "" ? words : words.slice(0, -1))
  const facts = world.table.get(command.operation)
  if (field === undefined || facts === undefined || text === "") return undefined
  const kind = fieldsOf(facts.input, [field])[0]?.refers
  return isFound(kind) ? { kind, text, kept: line.slice(0, line.trimEnd().length - text.length) } : undefined
}

/** The question for what begins as the word that is being typed; undefined: it stands for no id. */
export const namesQuestion = (world: World, command: CommandWords, line: string): Ask | undefined => {
  const named = namedWord(world, command, line)
  if (named === undefined) return undefined
  const { input, operation } = lookups[named.kind]
  if (!world.offered.has(operation)) return undefined
  const ask = `names ${named.kind}`
  return { type: "ask", ask, operation, input: input(named.text, OFFERED_MAX), delayMillis: TYPING_MILLIS }
}

/** What the answer to such a question has found; undefined: it answers another one. */
export const foundNames = (ask: string, answer: unknown): FoundNames | undefined => {
  const [, word] = /^names (\w+)$/.exec(ask) ?? []
  const kind = Object.keys(lookups).find((one) => one === word) as FoundKind | undefined
  return kind === undefined ? undefined : { kind, called: lookups[kind].called(answer) }
}

/** The lines with an id in the place of the word that is being typed, by name. */
export const nameOffers = (world: World, command: CommandWords, line: string, found: FoundNames | undefined) => {
  const named = found === undefined ? undefined : namedWord(world, command, line)
  if (found === undefined || named?.kind !== found.kind) return []
  return found.called.flatMap(({ id, name }) =>
    name.toLowerCase().startsWith(named.text.toLowerCase())
      ? [{ name, sentence: id === name ? "" : id, line: `${named.kept}${id} `, isWhole: false }]
      : [],
  )
}

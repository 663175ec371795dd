/** The commands that offer operations: their words and flags, for lines that are shown and for the palette. */
import type { CommandWords } from "@garrison/tui/app/overlay"
import type { OperationName } from "@garrison/tui/operation"
import { type NotOffered, type Offered, offered } from "./offered.ts"
import type { Leaf } from "./row/leaf.ts"
import { leaves } from "./row/leaves.ts"

const wordsOfCode = (operation: OperationName, offer: Offered<string> | NotOffered): ReadonlyArray<CommandWords> => {
  if ("not" in offer) return []
  return [{ operation, command: offer.command, fields: offer.fields, without: {} }]
}

/** What a command that is code runs on its way is not what it offers. */
const isOffered = (operation: string): boolean =>
  !Object.entries<Offered<string> | NotOffered>(offered).some(([name, offer]) => name === operation && "not" in offer)

const wordsOfLeaf = ({ arguments: places, fixed, flags, offers, words }: Leaf): ReadonlyArray<CommandWords> =>
  Object.entries(offers)
    .filter(([operation]) => isOffered(operation))
    .map(([operation, taken]) => {
      const known = (fields: ReadonlyArray<readonly [field: string, word: string | null]>) =>
        Object.fromEntries(fields.filter(([field]) => taken.includes(field)))
      const said = flags.filter(({ says }) => says === undefined)
      return {
        // The tree is made of the operations of the table.
        operation: operation as OperationName,
        command: words,
        fields: known([
          ...Object.keys(fixed).map((field) => [field, null] as const),
          ...places.map(({ field, name }) => [field, name] as const),
          ...said.map(({ field, name }) => [field, `--${name}`] as const),
        ]),
        without: known(
          flags.filter(({ says }) => says !== undefined).map(({ field, name }) => [field, `--${name}`] as const),
        ) as Record<string, string>,
        ...(Object.keys(fixed).length > 0 && { says: fixed }),
      }
    })

const all: ReadonlyArray<CommandWords> = [
  ...Object.values(leaves).flatMap((leaf) => [leaf, ...(leaf.or === undefined ? [] : [leaf.or])].flatMap(wordsOfLeaf)),
  ...Object.entries(offered).flatMap(([operation, offer]) => wordsOfCode(operation as OperationName, offer)),
]

/** Every command that offers an operation. */
export const commandWords = (): ReadonlyArray<CommandWords> => all

const says = ({ says: said = {} }: CommandWords, input: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(said).every(([field, value]) => input[field] === value)

/** The command that offers this operation, with this input; undefined: none does. */
export const commandFor = (
  operation: string,
  input: Readonly<Record<string, unknown>> = {},
): CommandWords | undefined => {
  const found = all.filter((words) => words.operation === operation)
  return found.find((words) => says(words, input)) ?? found[0]
}

/** What an operation's fields, and the reason of an act, are called on the command line. */
export const fieldNames = (operation: string): Readonly<Record<string, string | null>> => ({
  reason: "--reason",
  ...commandFor(operation)?.fields,
})

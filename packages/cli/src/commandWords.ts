/** The commands that offer operations, as the palette of the console takes their words. */
import type { CommandWords } from "@garrison/tui/app/overlay"
import type { OperationName } from "@garrison/tui/operation"
import { offerOf, offered } from "./offered.ts"

const valueOf = (text: string): unknown => (text === "true" ? true : text === "false" ? false : text)

const wordsOf = (operation: OperationName): ReadonlyArray<CommandWords> => {
  const offer = offerOf(operation)
  if (offer === undefined) return []
  const { command, fields, without = {}, words } = offer
  const all = { operation, fields, without }
  if (words === undefined) return [{ ...all, command }]
  return Object.entries(words.of).map(([value, own]) => ({
    ...all,
    command: own,
    says: { [words.by]: valueOf(value) },
  }))
}

/** Every command that offers an operation. */
export const commandWords = (): ReadonlyArray<CommandWords> =>
  Object.keys(offered).flatMap((operation) => wordsOf(operation as OperationName))

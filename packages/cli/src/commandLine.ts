/**
 * The command line that does the same as an operation: what the command prints as the way back of an act, and what the
 * console shows and copies. It is made of the words of the commands, so it is a line that this command takes.
 */
import type { Reverse } from "@garrison/core/operation/reverse"
import { commandFor } from "./commandWords.ts"

/** The conditions of an act, as far as flags say them. */
interface ActWords {
  readonly reason?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly ifRevision?: number | undefined
}

type Words = ReadonlyArray<string>

/** Texts that no shell reads anything into. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/

/** Characters that a terminal obeys, or that hide or turn around what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const escaped = (character: string): string => {
  if (character === "\\" || character === "'") return `\\${character}`
  if (!UNSEEN.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`
}

/**
 * A text as one word of a shell. What cannot be seen is written by its number (`$'\x1b'`, for bash, zsh and ksh),
 * so that a name of a player's choice neither moves the cursor nor becomes a second command when it is copied.
 */
export const shellWord = (text: string): string => {
  if (PLAIN.test(text)) return text
  if (UNSEEN.test(text)) return `$'${Array.from(text, escaped).join("")}'`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)

/** The texts of a value: one, or one for each member of a list or map. */
const textsOf = (value: unknown): Words => {
  if (Array.isArray(value)) return value.map(textOf)
  if (typeof value !== "object" || value === null) return [textOf(value)]
  return Object.entries(value).map(([key, member]) => `${key}=${textOf(member)}`)
}

/** A value that begins with a dash would be read as a flag of its own. */
const flagWords = (flag: string, text: string): Words => (text.startsWith("-") ? [`${flag}=${text}`] : [flag, text])

const isNothing = (value: unknown): boolean =>
  value === false || value === null || (Array.isArray(value) && value.length === 0)

/** The words that give a field of the operation this value. */
const wordsOfField = (word: string, without: string | undefined, value: unknown): Words => {
  if (value === undefined) return []
  if (isNothing(value)) return without === undefined ? [] : [without]
  if (value === true) return [word]
  return word.startsWith("--") ? textsOf(value).flatMap((text) => flagWords(word, text)) : textsOf(value)
}

const actWords = ({ dryRun, ifRevision, reason }: ActWords): Words => [
  ...(ifRevision === undefined ? [] : ["--if-revision", String(ifRevision)]),
  ...(reason === undefined ? [] : flagWords("--reason", reason)),
  ...(dryRun === true ? ["--dry-run"] : []),
]

/**
 * The command line that runs this operation with this input (as JSON), quoted for a shell. Undefined: no command offers
 * the operation. Fields that the command asks for, such as a password, are left out.
 */
export const commandLineOf = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  act: ActWords = {},
): string | undefined => {
  const words = commandFor(operation, input)
  if (words === undefined) return undefined
  const { command, fields, without } = words
  const given = Object.entries(fields).flatMap(([field, word]) =>
    word === null ? [] : [{ word, texts: wordsOfField(word, without[field], input[field]) }],
  )
  const flags = given.flatMap(({ texts, word }) => (word.startsWith("--") ? texts : []))
  const values = given.flatMap(({ texts, word }) => (word.startsWith("--") ? [] : texts))
  // Behind `--` nothing is a flag any more.
  const isDashed = values.some((value) => value.startsWith("-"))
  const all = isDashed ? [...flags, ...actWords(act), "--", ...values] : [...values, ...flags, ...actWords(act)]
  return `garrison ${[command, ...all.map(shellWord)].join(" ")}`
}

/** The command line that undoes an act; undefined: no command offers what undoes it. */
export const undoLineOf = ({ input, operation }: Reverse, reason?: string): string | undefined =>
  commandLineOf(operation, input, { reason })

/** The words of the palette: how a line is cut, and how the flags of a command become the input of its operation. */
import type { OperationFacts } from "../../operation.ts"
import { fieldsOf } from "@garrison/core/operation/fieldFacts"
import { formJson, openForm } from "../../part/form/state.ts"
import type { CommandWords } from "../overlay.ts"

const wordPattern = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g

/** The words of a line, as a shell cuts them: quotes keep spaces. */
export const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(wordPattern), ([, double, single, plain]) =>
    double === undefined ? (single ?? plain ?? "") : double.replaceAll(/\\(.)/g, "$1"),
  )

/** What a line says of a command. */
export interface Said {
  /** The texts of each field, in their order. */
  readonly texts: Readonly<Record<string, ReadonlyArray<string>>>
  /** Fields of which a flag says `false` or an empty list. */
  readonly emptied: ReadonlyArray<string>
  /** What the line says of the act: why, and which revision its subject must still have. */
  readonly reason: string | undefined
  readonly ifRevision: number | undefined
  readonly complaint: string | undefined
}

interface Reading {
  readonly texts: Record<string, Array<string>>
  readonly emptied: Array<string>
  reason: string | undefined
  ifRevision: number | undefined
  complaint: string | undefined
}

/** Flags of every command, that say nothing of the input. The dialog rehearses and asks in any case. */
const withoutValue = new Set(["--dry-run", "--yes", "--json", "--ndjson"])
const withValue = new Set(["--storage", "--config", "--set"])

const splitFlag = (word: string): readonly [string, string | undefined] => {
  const at = word.indexOf("=")
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

/** Reads the words behind those of the command. */
export const readWords = (
  { fields, without }: Pick<CommandWords, "fields" | "without">,
  words: ReadonlyArray<string>,
  isFlag: (field: string) => boolean,
): Said => {
  const reading: Reading = { texts: {}, emptied: [], reason: undefined, ifRevision: undefined, complaint: undefined }
  const byFlag = new Map(
    Object.entries(fields).flatMap(([field, word]) => (word?.startsWith("--") ? [[word, field]] : [])),
  )
  const places = Object.entries(fields).flatMap(([field, word]) =>
    word === null || word.startsWith("--") ? [] : [field],
  )
  let place = 0
  const add = (field: string, text: string): void => void (reading.texts[field] ??= []).push(text)
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (!word.startsWith("--")) {
      const field = places[Math.min(place, places.length - 1)]
      if (field === undefined) reading.complaint ??= `"${word}" is one word too many.`
      else add(field, word)
      place += 1
      continue
    }
    const [flag, given] = splitFlag(word)
    if (withoutValue.has(flag)) continue
    const emptied = Object.keys(without).find((name) => without[name] === flag)
    if (emptied !== undefined) {
      reading.emptied.push(emptied)
      continue
    }
    const field = byFlag.get(flag)
    if (field !== undefined && isFlag(field)) {
      add(field, given ?? "true")
      continue
    }
    const text = given ?? words[(at += 1)]
    if (text === undefined) reading.complaint ??= `${flag} needs a value.`
    else if (field !== undefined) add(field, text)
    else if (flag === "--reason") reading.reason = text
    else if (flag === "--if-revision" && /^\d{1,15}$/.test(text)) reading.ifRevision = Number(text)
    else if (!withValue.has(flag)) reading.complaint ??= `The command has no flag ${flag}.`
  }
  return reading
}

/** The input of an operation, of texts by field. What a form would make of them. */
export const inputOfTexts = (
  { input }: Pick<OperationFacts, "input">,
  texts: Readonly<Record<string, ReadonlyArray<string>>>,
  now: number,
): Readonly<Record<string, unknown>> => {
  const fields = fieldsOf(input, Object.keys(texts))
  const given = Object.fromEntries(
    fields.map(({ kind, name }) => {
      const all = texts[name] ?? []
      return [name, kind === "list" ? all : (all.at(-1) ?? "")]
    }),
  )
  return formJson(openForm(fields, given), now)
}

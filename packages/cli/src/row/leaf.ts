/**
 * What the parser, help and completions know of a command: words and sentences, as data. It is made of a row and its
 * operation: when the command is bundled, so that no start of it loads an operation for that.
 */
import { type FieldFacts, fieldsOf } from "@garrison/core/operation/fieldFacts"
import type { FlagWords, Offerable, Row } from "./Row.ts"

/** A flag or an argument. */
export interface Parameter extends Omit<FieldFacts, "name"> {
  /** As the operation names it. */
  readonly field: string
  readonly name: string
  readonly alias?: string
  readonly metavar?: string
  /** What the field gets where the flag is not given. */
  readonly standard?: unknown
  /** The kind of entry of the catalog that is given by its name or id. */
  readonly refers?: FlagWords["refers"]
  /** Whether a list takes its choices alone. */
  readonly isClosed?: true
  /** What a flag without a value says of its field; absent: true. */
  readonly says?: false | null | readonly []
}

/** What the parser gives for each flag and argument, by name; what was not given is absent. */
export type Given = Readonly<Record<string, unknown>>

/** Conditions of an act that flags say. */
export type Condition = "reason" | "dry-run" | "if-revision"

/** A command without commands below it. */
export interface Leaf {
  /** The words after `garrison`. */
  readonly words: string
  /** The name of the operation. */
  readonly operation: string
  readonly title: string
  readonly sentence: string
  readonly arguments: ReadonlyArray<Parameter>
  readonly flags: ReadonlyArray<Parameter>
  /** What the command itself says of fields. */
  readonly fixed: Readonly<Record<string, unknown>>
  readonly conditions: ReadonlyArray<Condition>
  readonly asks: boolean
  /** Flags of the command alone, with their sentences. */
  readonly own: Readonly<Record<string, string>>
  /** Whether the answer is rows, each of which can be a line. */
  readonly isList: boolean
  readonly examples: ReadonlyArray<{ readonly command: string; readonly description?: string }>
  /** The other operation of the command. */
  readonly or?: Leaf
}

const METAVARS: Readonly<Record<string, string>> = { integer: "N", time: "TIME", json: "JSON", after: "MARKER" }

/** The sentence as help has it: a flag that is repeated says so. */
const helpOf = (sentence: string, { kind }: FieldFacts): string =>
  `${sentence.replace(/\.$/, "")}${kind === "list" ? "; may be repeated" : ""}`

const wordsOf = (row: Row, field: string): FlagWords => {
  const given = row.flags?.[field]
  return typeof given === "string" ? { name: given } : (given ?? {})
}

const saysOf = ({ kind }: FieldFacts): NonNullable<Parameter["says"]> | null =>
  kind === "list" ? [] : kind === "flag" ? false : null

/** A platform is known whatever the case of its letters, and an entry of the catalog by its name. */
const isText = ({ refers }: FlagWords, { name }: FieldFacts): boolean => refers !== undefined || name === "platform"

/** What a field takes on the command line. */
const takenBy = (words: FlagWords, facts: FieldFacts) => ({
  ...(isText(words, facts) && { kind: "text" as const }),
  ...(words.refers !== undefined && { refers: words.refers }),
  ...(words.choices !== undefined && { choices: words.choices, isClosed: true as const }),
  ...(words.standard !== undefined && { standard: words.standard, isRequired: false }),
})

const flagsOf = (row: Row, facts: FieldFacts): ReadonlyArray<Parameter> => {
  const { name: field, ...rest } = facts
  const words = wordsOf(row, field)
  const {
    alias,
    metavar = METAVARS[field] ?? METAVARS[facts.kind],
    name = field.replaceAll("_", "-"),
    sentence,
    without,
    isRequired = rest.isRequired,
  } = words
  const flag = {
    ...rest,
    isRequired,
    ...takenBy(words, facts),
    field,
    name,
    sentence: sentence ?? helpOf(facts.sentence, facts),
    ...(alias !== undefined && { alias }),
    ...(metavar !== undefined && { metavar }),
  }
  if (without === undefined) return [flag]
  const [other, said] = without
  return [
    flag,
    { field, name: other, kind: "flag", sentence: said, isRequired: false, choices: [], says: saysOf(facts) },
  ]
}

const conditionsOf = (
  { isRehearsed, revision }: Offerable,
  omitted: ReadonlyArray<string>,
): ReadonlyArray<Condition> => {
  if (!isRehearsed) return []
  return revision === undefined || omitted.includes("if-revision")
    ? ["reason", "dry-run"]
    : ["reason", "dry-run", "if-revision"]
}

const isList = ({ show, writesLines }: Row): boolean =>
  writesLines === true || (typeof show === "object" && "rows" in show)

const sentencesOf = (operation: Offerable, or: Leaf | undefined): string =>
  or === undefined ? operation.sentence : `${operation.sentence} ${or.sentence}`

/** The command of these words, and of its other operation. */
export const leafOf = (words: string, row: Row, operation: Offerable, or?: Leaf): Leaf => {
  const { arguments: places = [], examples, fixed = {}, omitted = [], own = {}, sentence, title } = row
  const fields = fieldsOf(operation.input)
  const named = (name: string) => fields.filter((field) => field.name === name)
  return {
    words,
    operation: operation.name,
    title: title ?? operation.title,
    sentence: sentence ?? sentencesOf(operation, or),
    arguments: places.flatMap(named).map((facts) => {
      const { alias: _alias, without: _without, ...words } = wordsOf(row, facts.name)
      const sentence = facts.sentence.replace(/\.$/, "")
      return {
        ...facts,
        sentence,
        ...words,
        ...takenBy(words, facts),
        field: facts.name,
        name: words.name ?? facts.name,
      }
    }),
    flags: fields
      .filter(({ name }) => !places.includes(name) && !(name in fixed) && !omitted.includes(name))
      .flatMap((facts) => flagsOf(row, facts)),
    fixed,
    conditions: conditionsOf(operation, omitted),
    own,
    asks: row.question !== undefined || row.ask !== undefined,
    isList: isList(row),
    examples: examples.map(([line, description]) => ({
      command: `garrison ${words}${line === "" ? "" : ` ${line}`}`,
      ...(description !== undefined && { description }),
    })),
    ...(or !== undefined && { or }),
  }
}

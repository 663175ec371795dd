/**
 * What the parser, help and completions know of a command: words and sentences, as data. It is made of a row and its
 * operation: when the command is bundled, so that no start of it loads an operation for that.
 */
import type { ReferenceKind } from "@garrison/core/kernel/input/Field"
import { type FieldFacts, fieldsOf } from "@garrison/core/operation/fieldFacts"
import type { Code, OwnParameter } from "./Code.ts"
import type { Condition, FlagWords, Offerable, Row } from "./Row.ts"

/** A flag or an argument. */
export interface Parameter extends Omit<FieldFacts, "name" | "kind"> {
  /** `map`: a flag for each entry, KEY=VALUE. */
  readonly kind: FieldFacts["kind"] | "map"
  /** As the operation names it. */
  readonly field: string
  readonly name: string
  readonly alias?: string
  readonly metavar?: string
  /** What the field gets where the flag is not given. */
  readonly standard?: unknown
  /** Whether a list takes its choices alone. */
  readonly isClosed?: true
  /** What a flag without a value says of its field; absent: true. */
  readonly says?: false | null | readonly []
  readonly isAny?: true
}

/** What the parser gives for each flag and argument, by name; what was not given is absent. */
export type Given = Readonly<Record<string, unknown>>

/** A command without commands below it. */
export interface Leaf {
  /** The words after `garrison`. */
  readonly words: string
  /** The fields that it gives the operations which it offers, by their names. */
  readonly offers: Readonly<Record<string, ReadonlyArray<string>>>
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
  /** `list`: the answer is a list of rows, each of which can be a line. `none`: no JSON is offered. */
  readonly form: "json" | "list" | "none"
  readonly examples: ReadonlyArray<{ readonly command: string; readonly description?: string }>
  /** The other operation of the command. */
  readonly or?: Leaf
}

/** A field, or what code has of its own. */
type Facts = Omit<Parameter, "field"> & Pick<FieldFacts, "name">

const METAVARS: Readonly<Partial<Record<Parameter["kind"], string>>> = {
  integer: "N",
  time: "TIME",
  json: "JSON",
  map: "KEY=VALUE",
}

const wordsOf = (flags: Row["flags"], field: string): FlagWords => {
  const given = flags?.[field]
  return typeof given === "string" ? { name: given } : (given ?? {})
}

/** The sentence as help has it: a flag that is repeated says so. */
const helpOf = ({ kind, sentence }: Facts): string =>
  `${sentence.replace(/\.$/, "")}${kind === "list" ? "; may be repeated" : ""}`

const saysOf = ({ kind }: Facts): NonNullable<Parameter["says"]> | null =>
  kind === "list" ? [] : kind === "flag" ? false : null

/** More choices than that are a text, which the operation judges: help has no room for them. */
const CHOICES_MAX = 20

const isLong = ({ choices, kind }: Facts): boolean => kind === "choice" && choices.length > CHOICES_MAX

/** What stands for an id that a name may stand for, too. */
const ID_METAVARS: Partial<Record<ReferenceKind, string>> = {
  player: "UUID|NAME",
  item: "ID|NAME",
  loot: "ID|NAME",
  vendor: "ID|NAME",
  role: "ID|NAME",
}

/** A platform is known whatever the case of its letters, and what a number names by its name, too. */
const isText = ({ kind, name, refers }: Facts): boolean =>
  name === "platform" || (kind === "integer" && refers !== undefined)

const takenBy = (facts: Facts, { choices }: FlagWords): Pick<Parameter, "choices" | "isClosed" | "kind"> => {
  if (choices !== undefined) return { kind: facts.kind, choices, isClosed: true }
  if (isLong(facts)) return { kind: "text", choices: [] }
  return { kind: isText(facts) ? "text" : facts.kind, choices: facts.choices }
}

const metavarOf = (facts: Facts, { metavar }: FlagWords): string | undefined => {
  const { kind, name, refers } = facts
  const id = refers === undefined ? undefined : ID_METAVARS[refers]
  return metavar ?? id ?? (name === "after" ? "MARKER" : isLong(facts) ? name.toUpperCase() : METAVARS[kind])
}

const parameterOf = (facts: Facts, words: FlagWords, name: string): Parameter => {
  const { name: field, ...rest } = facts
  const { alias, isAny, isRequired = rest.isRequired, sentence = helpOf(facts), standard } = words
  const metavar = metavarOf(facts, words)
  return {
    ...rest,
    ...takenBy(facts, words),
    field,
    name: words.name ?? name,
    sentence,
    isRequired: isRequired && standard === undefined,
    ...(alias !== undefined && { alias }),
    ...(metavar !== undefined && { metavar }),
    ...(isAny !== undefined && { isAny }),
    ...(standard !== undefined && { standard }),
  }
}

const withoutOf = (facts: Facts, { without }: FlagWords): ReadonlyArray<Parameter> => {
  if (without === undefined) return []
  const [name, sentence] = without
  return [{ field: facts.name, name, kind: "flag", sentence, isRequired: false, choices: [], says: saysOf(facts) }]
}

const flagsOf = (facts: Facts, words: FlagWords): ReadonlyArray<Parameter> => [
  parameterOf(facts, words, facts.name.replaceAll("_", "-")),
  ...withoutOf(facts, words),
]

/** The flag that says the same as an argument. */
const twinOf = (facts: Facts, { flag, metavar }: FlagWords): ReadonlyArray<Parameter> => {
  if (flag === undefined) return []
  const words = { sentence: `The same as ${facts.name}`, ...(metavar !== undefined && { metavar }) }
  return [{ ...parameterOf(facts, words, flag), isRequired: false }]
}

/** The fields as the arguments and flags of a command. */
const parametersOf = (fields: ReadonlyArray<Facts>, places: ReadonlyArray<string>, flags: Row["flags"]) => {
  const atPlaces = places.flatMap((place) => fields.filter(({ name }) => name === place))
  const others = fields.filter(({ name }) => !places.includes(name))
  return {
    arguments: atPlaces.map((facts) => parameterOf(facts, wordsOf(flags, facts.name), facts.name)),
    flags: [
      ...atPlaces.flatMap((facts) => twinOf(facts, wordsOf(flags, facts.name))),
      ...others.flatMap((facts) => flagsOf(facts, wordsOf(flags, facts.name))),
    ],
  }
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

const examplesOf = (words: string, examples: Row["examples"]) =>
  examples.map(([line, description]) => ({
    command: `garrison ${words}${line === "" ? "" : ` ${line}`}`,
    ...(description !== undefined && { description }),
  }))

/** What is said of an act that is rehearsed before its question. */
const REHEARSED = " Without --yes the command shows what it would change first, and asks."

const sentencesOf = (row: Row, operation: Offerable, or: Leaf | undefined): string =>
  [operation.sentence, ...(or === undefined ? [] : [or.sentence])].join(" ") +
  (row.first === row.operation ? REHEARSED : "")

const formOf = ({ show, writesLines }: Row): Leaf["form"] =>
  writesLines === true || (typeof show === "object" && "rows" in show) ? "list" : "json"

const rowLeaf = (words: string, row: Row, operation: Offerable, or: Leaf | undefined): Leaf => {
  const { arguments: places = [], examples, fixed = {}, flags, omitted = [], own = {}, sentence, title } = row
  const taken = fieldsOf(operation.input).filter(({ name }) => !(name in fixed) && !omitted.includes(name))
  return {
    words,
    offers: { [operation.name]: [...Object.keys(fixed), ...taken.map(({ name }) => name)] },
    title: title ?? operation.title,
    sentence: sentence ?? sentencesOf(row, operation, or),
    ...parametersOf(taken, places, flags),
    fixed,
    conditions: conditionsOf(operation, omitted),
    asks: row.question !== undefined || row.ask !== undefined,
    own,
    form: formOf(row),
    examples: examplesOf(words, examples),
    ...(or !== undefined && { or }),
  }
}

const ownFacts = ([name, { choices = [], isRequired, kind, refers, sentence }]: readonly [string, OwnParameter]) => ({
  name,
  kind,
  sentence,
  isRequired: isRequired === true,
  choices,
  ...(refers !== undefined && { refers }),
})

const codeLeaf = (words: string, code: Code, operations: ReadonlyArray<Offerable>): Leaf => {
  const { arguments: places = [], asks = false, conditions = [], examples, form = "json", own, sentence, title } = code
  const [first] = operations
  const fields = [
    ...Object.entries(own).map(ownFacts),
    ...(first === undefined ? [] : fieldsOf(first.input, code.fields)),
  ]
  return {
    words,
    offers: Object.fromEntries(
      operations.map(({ input, name }) => [name, fields.flatMap((field) => (field.name in input ? field.name : []))]),
    ),
    title,
    sentence,
    ...parametersOf(fields, places, { ...own, ...code.words }),
    fixed: {},
    conditions,
    asks,
    own: {},
    form,
    examples: examplesOf(words, examples),
  }
}

/** The command of these words. */
export const leafOf = async (words: string, row: Row | Code): Promise<Leaf> =>
  "operation" in row
    ? rowLeaf(words, row, await row.operation(), row.or && (await leafOf(words, row.or)))
    : codeLeaf(words, row, await Promise.all(row.operations.map((load) => load())))

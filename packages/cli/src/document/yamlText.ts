/**
 * YAML texts (1.2, core schema, with merge keys): parsed to plain values, and where those stand. Loaded when a command
 * reads YAML. The composer of `yaml` looks for keys that are given twice, aliases and merge keys in quadratic time, so
 * that is done here; and it descends without bound, so that nesting is looked at before.
 */
import { TABLE_FIELDS } from "@garrison/core/catalog/authoring"
import { JSON_DEPTH_MAX, type JsonProblem, parseJson } from "@garrison/core/kernel/wire/Json"
import * as Result from "effect/Result"
import {
  CST,
  type Document,
  isAlias,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  stringify,
  type ParsedNode,
  type Scalar,
  type YAMLError,
  type YAMLMap,
} from "yaml"
import { keyMistake, yamlMistake } from "./yamlMistakes.ts"
import { type DocumentPath, FIRST_PLACE, type Place, type WalkText } from "./places.ts"

/** The longest YAML text, in characters: the nodes of a text take some 200 times its length, in bytes. */
const LENGTH_MAX = 4 * 1024 * 1024

/**
 * How much the aliases of a text may stand for: the base, and more for each character of the text. Each key and text
 * counts its characters, and every value counts 1 more.
 */
const ALIASED_BASE = 100_000
const ALIASED_PER_CHARACTER = 10

/** Members that merge keys may copy in one document: each may copy all of those before it. */
const MERGED_MAX = 1_000_000

/** The longest integer that is read digit by digit. Int64 has 19; no field takes a longer one. */
const DIGITS_MAX = 40

/** Why a text cannot be read, where that shows, and what to write instead, where that is known. */
export interface YamlProblem extends Pick<JsonProblem, "message" | "path"> {
  readonly place: Place
  readonly fix?: string | undefined
}

/** A parsed YAML text. */
export interface YamlText {
  readonly value: unknown
  /** Walks the values that stand in the text. What an alias stands for is not visited. */
  readonly walk: WalkText
}

class Unreadable extends Error {
  readonly path: DocumentPath
  readonly offset: number
  readonly fix: string | undefined
  constructor({ fix, message }: Said, path: DocumentPath, offset: number) {
    super(message)
    this.path = path
    this.offset = offset
    this.fix = fix
  }
}

/** The lists of a drop table, whose rows begin with a dash each. */
const TABLES = new Set<string>(TABLE_FIELDS)

/** A space that text from web pages brings along. YAML takes it for a letter. */
const HARD_SPACE = "\u00a0"

const hardSpace = {
  message: "the line begins with a space that does not break (U+00A0), which counts as a letter",
  fix: "write plain spaces before it",
}

const TOO_DEEP = `nested deeper than ${JSON_DEPTH_MAX} levels`

/** Marks of the lexer that stand for no character: a document, the end of a collection, a scalar that follows. */
const MARKS = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

/** The offset at which brackets, or dashes on one line, nest too deeply; undefined when they never do. */
const tooDeepAt = (text: string): number | undefined => {
  let offset = 0
  let brackets = 0
  let dashes = 0
  let previous = ""
  for (const lexeme of new Lexer().lex(text)) {
    const type = previous === CST.SCALAR ? "scalar" : CST.tokenType(lexeme)
    if (type === "flow-seq-start" || type === "flow-map-start") brackets++
    else if (type === "flow-seq-end" || type === "flow-map-end") brackets--
    else if (type === "seq-item-ind" || type === "explicit-key-ind") dashes++
    else if (type === "newline") dashes = 0
    if (brackets > JSON_DEPTH_MAX || dashes > JSON_DEPTH_MAX) return offset
    if (!MARKS.has(lexeme)) offset += lexeme.length
    previous = lexeme
  }
  return undefined
}

/** What is wrong, and what to write instead, where that is known. */
interface Said {
  readonly message: string
  readonly fix?: string | undefined
  readonly offset?: number
}

const said = (text: string, error: YAMLError): Said =>
  error.code === "RESOURCE_EXHAUSTION" ? { message: TOO_DEEP } : (yamlMistake(text, error) ?? error)

/** The number that a text stands for. An integer beyond 2^53 keeps all its digits, up to the longest of any field. */
const exactNumber = (value: number, source: string): number | bigint => {
  const exact = parseJson(source.replace(/^\+/, ""))
  if (Result.isSuccess(exact) && (typeof exact.success === "number" || typeof exact.success === "bigint")) {
    return exact.success
  }
  const isInteger = /^(?:0[xo])?[\da-f]+$/i.test(source) && source.length <= DIGITS_MAX
  return Number.isSafeInteger(value) || !isInteger ? value : BigInt(source)
}

const scalarValue = ({ source = "", value }: Scalar): unknown =>
  typeof value === "number" ? exactNumber(value, source) : value

/** A key as the text that a JSON document would have for it. A number with a zero in front is no id, and stays so. */
const keyText = (key: unknown): string | undefined => {
  if (!isScalar(key)) return undefined
  const value = scalarValue(key)
  if (typeof value === "string") return value
  const isNumber = typeof value === "number" || typeof value === "bigint"
  return isNumber && !/^[-+]?0\d/.test(key.source ?? "") ? String(value) : (key.source ?? "")
}

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === "PLAIN" && key.value === "<<"

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Members = Record<string, unknown>

const define = (members: Members, key: string, value: unknown): void => {
  // An assignment to __proto__ would not be a member. Any other is quicker than a definition.
  if (key === "__proto__") {
    Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true })
  } else members[key] = value
}

/** What a walk calls for a value: its path, which changes afterwards, and its offset. */
type VisitOffset = (path: DocumentPath, offset: number) => void

/** One walk over the nodes of a document, in the order of the text, so that an anchor is known before its aliases. */
class Walk {
  private readonly anchors = new Map<string, { readonly value: unknown; readonly size: number }>()
  private readonly path: Array<string | number> = []
  private readonly visit: VisitOffset
  private readonly aliasedMax: number
  private merged = 0
  /** How much was walked over, and how much of it aliases stand for. */
  private size = 0
  private aliased = 0

  constructor(visit: VisitOffset, aliasedMax: number) {
    this.visit = visit
    this.aliasedMax = aliasedMax
  }

  value(node: ParsedNode | null): unknown {
    this.size++
    if (node === null) return null
    const [offset] = node.range
    this.visit(this.path, offset)
    if (isAlias(node)) return this.alias(node.source, offset)
    const before = this.size
    const value = isScalar(node) ? this.scalar(node) : isSeq(node) ? this.list(node.items) : this.members(node)
    if (node.anchor !== undefined) this.anchors.set(node.anchor, { value, size: this.size - before })
    return value
  }

  /** What the alias stands for. It is counted before anything is made of it. */
  private alias(source: string, offset: number): unknown {
    const anchored = this.anchors.get(source)
    if (anchored === undefined) {
      const fix = `write "*${source}" if it is a text, or &${source} before the value that is repeated`
      return this.refuse({ message: `there is no anchor &${source} before this`, fix }, offset)
    }
    this.size += anchored.size
    this.aliased += 1 + anchored.size
    if (this.aliased > this.aliasedMax) {
      this.refuse({ message: `aliases stand for more than ${this.aliasedMax} values and characters` }, offset)
    }
    return anchored.value
  }

  private scalar(node: Scalar.Parsed): unknown {
    const value = scalarValue(node)
    if (typeof value === "string") this.size += value.length
    return value
  }

  private refuse(said: Said, offset: number, path: ReadonlyArray<string | number> = [...this.path]): never {
    throw new Unreadable(said, path, offset)
  }

  /** A key that is given twice. In a drop table, a row without its dash looks like that. */
  private refuseTwice(key: string, offset: number): never {
    const list = String(this.path.at(-1))
    const isRow = TABLES.has(list)
    const fix = isRow ? `begin each row of ${list} with -` : "join the two entries, or give one another name"
    return this.refuse({ message: "the key is given twice", fix }, offset, [...this.path, key])
  }

  private below(key: string | number, node: ParsedNode | null): unknown {
    this.path.push(key)
    const value = this.value(node)
    this.path.pop()
    return value
  }

  private list(items: ReadonlyArray<ParsedNode>): ReadonlyArray<unknown> {
    return items.map((item, index) => this.below(index, item))
  }

  private members(map: YAMLMap.Parsed): Members {
    const members: Members = {}
    const given = new Set<string>()
    const merges: Array<ParsedNode> = []
    for (const { key, value } of map.items) {
      const text = keyText(key)
      if (text === undefined) return this.refuse({ message: "a key must be a text or a number" }, key.range[0])
      if (given.has(text)) return this.refuseTwice(text, key.range[0])
      if (value === null && map.flow === true) return this.refuse(keyMistake(text), key.range[0])
      if (text.startsWith(HARD_SPACE)) return this.refuse(hardSpace, key.range[0])
      given.add(text)
      this.size += text.length
      if (isMergeKey(key) && value !== null) merges.push(value)
      else define(members, text, this.below(text, value))
    }
    // What is written in the mapping itself wins, wherever the merge key stands.
    for (const source of merges) this.merge(members, source)
    return members
  }

  private merge(members: Members, node: ParsedNode): void {
    const merged = this.below("<<", node)
    for (const source of Array.isArray(merged) ? (merged as ReadonlyArray<unknown>) : [merged]) {
      if (!isRecord(source)) {
        return this.refuse({ message: "<< takes a mapping, or a list of mappings" }, node.range[0])
      }
      for (const [key, value] of Object.entries(source)) {
        if (++this.merged > MERGED_MAX) {
          this.refuse({ message: `<< copies more than ${MERGED_MAX} members` }, node.range[0])
        }
        if (!Object.hasOwn(members, key)) define(members, key, value)
      }
    }
  }
}

/** The value of a document whose text has this length. */
const valueOf = ({ contents }: Document.Parsed, length: number, visit: VisitOffset): unknown =>
  new Walk(visit, ALIASED_BASE + ALIASED_PER_CHARACTER * length).value(contents)

/** What says the place of an offset in a text. */
const placeIn = (text: string): ((offset: number) => Place) => {
  const lines = new LineCounter()
  lines.addNewLine(0)
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1)
  return (offset) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
}

/** Parses a YAML text; fails with the first thing that keeps it from being read. */
export const parseYaml = (text: string): Result.Result<YamlText, YamlProblem> => {
  if (text.length > LENGTH_MAX) {
    const message = `longer than ${LENGTH_MAX / 1024 / 1024} million characters, which only JSON may be`
    return Result.fail({ message, path: [], place: FIRST_PLACE })
  }
  const placeOf = placeIn(text)
  const fail = ({ fix, message }: Said, offset: number, path: DocumentPath = []) =>
    Result.fail<YamlProblem>({ message, path, place: placeOf(offset), fix })
  const deep = tooDeepAt(text)
  if (deep !== undefined) return fail({ message: TOO_DEEP }, deep)
  const options = { version: "1.2", schema: "core", merge: false, uniqueKeys: false, prettyErrors: false } as const
  const document = parseDocument(text, options)
  const problem = document.errors[0] ?? document.warnings[0]
  if (problem !== undefined) {
    const mistake = said(text, problem)
    return fail(mistake, mistake.offset ?? problem.pos[0])
  }
  try {
    const value = valueOf(document, text.length, () => undefined)
    const walk: WalkText = (visit) =>
      void valueOf(document, text.length, (path, offset) => visit(path, placeOf(offset)))
    return Result.succeed({ value, walk })
  } catch (thrown) {
    if (thrown instanceof Unreadable) return fail(thrown, thrown.offset, thrown.path)
    throw thrown
  }
}

/** The YAML text of a document. */
export const yamlTextOf = (document: unknown): string =>
  stringify(document, { version: "1.2", schema: "core", aliasDuplicateObjects: false, lineWidth: 0 }).trimEnd()

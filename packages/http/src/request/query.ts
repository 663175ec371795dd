/**
 * Query strings and path parameters for the schemas: percent encoding is decoded, and integers and flags are read from
 * their text. So `page_size=abc` is an `int_type` and `page_size=0` a `greater_than_equal`.
 */
import { TELLS_BY_PRESENCE } from "@garrison/core/kernel/input/Field"
import type { InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import { isStorable } from "@garrison/core/kernel/input/Storable"
import * as Schema from "effect/Schema"
import type { Source } from "./refusal.ts"

/** Longest query that is read, in bytes (guarantees R28). */
export const QUERY_BYTES_MAX = 8 * 1024

/** What a parameter's text is read as before its schema looks at it. */
type Reading = "text" | "integer" | "flag" | "presence"

/** Reads the parameters of one operation: the values by name, and what is wrong before any schema looked. */
export type ParameterReader = (query: string) => {
  readonly values: Readonly<Record<string, unknown>>
  readonly details: ReadonlyArray<InvalidDetail>
}

const readingOf = (schema: Schema.Constraint): Reading => {
  if (schema.ast.annotations?.[TELLS_BY_PRESENCE] === true) return "presence"
  switch (Schema.toEncoded(schema).ast._tag) {
    case "Number":
      return "integer"
    case "Boolean":
      return "flag"
    default:
      return "text"
  }
}

/** One way to write each integer: no sign but a minus, no leading zero, no fraction, no exponent. */
const integer = /^(?:0|-?[1-9]\d*)$/

const read = (reading: Reading, text: string): unknown => {
  if (reading === "integer") return integer.test(text) ? Number(text) : text
  if (reading === "flag")
    return text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text
  return text
}

/** The percent-decoded text; undefined when the encoding is broken or the text cannot be stored. */
const percentDecode = (text: string): string | undefined => {
  if (!text.includes("%")) return text
  try {
    const decoded = decodeURIComponent(text)
    return isStorable(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}

/** Reads the path parameters of one operation from their percent-encoded texts. */
export const pathReader = (fields: Readonly<Record<string, Schema.Constraint>>) => {
  const readings = Object.entries(fields).map(([name, schema]) => [name, readingOf(schema)] as const)
  const readPath = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
    const values: Record<string, unknown> = {}
    for (const [name, reading] of readings) {
      const raw = parameters[name] ?? ""
      values[name] = read(reading, percentDecode(raw) ?? raw)
    }
    return values
  }
  return readPath
}

const detail = (source: Source, name: string, msg: string): InvalidDetail => ({
  loc: [source, name],
  msg,
  type: "value_error",
})

/** The complaint about a query that is too long to be read. */
export const queryTooLong: InvalidDetail = {
  loc: ["query"],
  msg: `must be at most ${QUERY_BYTES_MAX} bytes long`,
  type: "string_too_long",
}

const nameOf = (pair: string): string | undefined => {
  const equals = pair.indexOf("=")
  return percentDecode((equals === -1 ? pair : pair.slice(0, equals)).replaceAll("+", " "))
}

/** Parameters that are ignored when another one is given: by name, that other parameter. */
export type Ignored = Readonly<Record<string, string | undefined>>

const passedOver = (pairs: ReadonlyArray<string>, rules: ReadonlyArray<readonly [string, string | undefined]>) => {
  if (rules.length === 0) return NONE
  const given = new Set(pairs.map(nameOf))
  return new Set(rules.flatMap(([name, ruling]) => (given.has(ruling) ? [name] : [])))
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The reader of an operation's query, or of its form, which has the same spelling. Unknown parameters are ignored. A
 * known parameter may be given once, because with two values it would be unclear which one counts.
 */
export const queryReader = (
  fields: Readonly<Record<string, Schema.Constraint>>,
  ignored: Ignored = {},
  source: Source = "query",
): ParameterReader => {
  const rules = Object.entries(ignored)
  const readings = new Map(Object.entries(fields).map(([name, schema]) => [name, readingOf(schema)]))
  const readQuery: ParameterReader = (query) => {
    if (query.length > QUERY_BYTES_MAX) return { values: {}, details: [queryTooLong] }
    const values: Record<string, unknown> = {}
    const details: Array<InvalidDetail> = []
    const pairs = query.split("&")
    const passed = passedOver(pairs, rules)
    for (const pair of pairs) {
      const name = nameOf(pair)
      const reading = name === undefined || passed.has(name) ? undefined : readings.get(name)
      if (name === undefined || reading === undefined) continue
      const equals = pair.indexOf("=")
      const written = equals === -1 ? "" : pair.slice(equals + 1).replaceAll("+", " ")
      const text = reading === "presence" ? "" : percentDecode(written)
      if (text === undefined) details.push(detail(source, name, "must be percent-encoded UTF-8 without U+0000"))
      else if (Object.hasOwn(values, name)) details.push(detail(source, name, "must be given once"))
      else values[name] = read(reading, text)
    }
    return { values, details }
  }
  return readQuery
}

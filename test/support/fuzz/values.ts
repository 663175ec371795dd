/** JSON values that a schema of the OpenAPI document allows, and the same values with one thing broken. */
import { type JsonSchema, type Lookup, resolved } from "../jsonSchema.ts"
import type { Random } from "./random.ts"

/** What the values are made from. */
export interface Maker {
  readonly random: Random
  readonly lookup: Lookup
}

/** A schema of the document, with the keywords that only requests use. */
interface RequestSchema extends JsonSchema {
  readonly pattern?: string
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly propertyNames?: JsonSchema
}

/** A value with one thing broken, and where a 422 must name it. */
export interface Broken {
  readonly value: unknown
  readonly loc: ReadonlyArray<string | number>
}

type JsonObject = Readonly<Record<string, unknown>>

const CHARACTERS = ["a", "Z", "0", " ", "-", "é", "ß", "日", "😀", "\u202e", "\u0301", "\n", '"', "\\", "'", "%", "<"]

const followed = (given: JsonSchema, { lookup, random }: Maker): RequestSchema => {
  const schema = resolved(given, lookup)
  const options = (schema.anyOf ?? []).map((option) => resolved(option, lookup)).filter(({ type }) => type !== "null")
  return options.length === 0 ? schema : random.pick(options)
}

const uuid = (random: Random): string =>
  `${random.hex(8)}-${random.hex(4)}-7${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`

const textOfLength = (length: number, plain: boolean, random: Random): string =>
  Array.from({ length }, () => (plain ? "x" : random.pick(CHARACTERS))).join("")

const textFor = (schema: RequestSchema, { random }: Maker): string => {
  if (schema.enum !== undefined) return String(random.pick(schema.enum))
  if (typeof schema.const === "string") return schema.const
  if (schema.format === "uuid") return random.oneIn(2) ? uuid(random) : uuid(random).toUpperCase()
  if (schema.format === "date-time") return new Date(random.below(2 ** 41)).toISOString()
  const { maxLength = 300, minLength = 0, pattern } = schema
  const length = random.pick([minLength, maxLength, Math.min(maxLength, minLength + random.below(20))])
  return textOfLength(length, pattern !== undefined, random)
}

const integerFor = ({ maximum, minimum }: RequestSchema, random: Random): number => {
  const least = minimum ?? Number.MIN_SAFE_INTEGER
  const most = maximum ?? Number.MAX_SAFE_INTEGER
  return Math.min(most, Math.max(least, random.pick([least, most, 0, 1, 2, 100, 200, random.below(1000)])))
}

const objectFor = (schema: RequestSchema, maker: Maker): JsonObject => {
  const { random } = maker
  const required = new Set(schema.required ?? [])
  const members = Object.entries(schema.properties ?? {})
    .filter(([name]) => required.has(name) || random.oneIn(2))
    .map(([name, member]) => [name, valueFor(member, maker)])
  if (typeof schema.additionalProperties !== "object") return Object.fromEntries(members)
  const count = random.pick([0, 1, 2, 3])
  const shortest = schema.propertyNames?.minLength ?? 0
  const keys = Array.from({ length: count }, () => textOfLength(Math.max(shortest, random.below(6)), false, random))
  return Object.fromEntries(keys.map((key) => [key, valueFor(schema.additionalProperties as JsonSchema, maker)]))
}

/** A value that the schema allows. */
export const valueFor = (given: JsonSchema, maker: Maker): unknown => {
  const schema = followed(given, maker)
  switch (schema.type) {
    case "string":
      return textFor(schema, maker)
    case "integer":
      return integerFor(schema, maker.random)
    case "boolean":
      return maker.random.oneIn(2)
    case "array":
      return Array.from({ length: maker.random.below(4) }, () => valueFor(schema.items ?? {}, maker))
    case "object":
      return objectFor(schema, maker)
    default:
      throw new Error(`no values for ${JSON.stringify(given)}`)
  }
}

const wrongTypes: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  string: [1, true, [], ["x"], {}],
  integer: ["1", "", 1.5, true, [1], {}, JSON.rawJSON("1e-3")],
  boolean: ["true", 1, 0, [], {}],
  array: [{}, "x", 1, true],
  object: [[], "x", 1, true],
}

/** Values of the right type that break a limit of the schema. */
const beyondLimits = (schema: RequestSchema, value: unknown, { random }: Maker): ReadonlyArray<unknown> => {
  const { maxItems, maxLength, maximum, minLength, minimum } = schema
  const wrong: Array<unknown> = []
  if (maxLength !== undefined) wrong.push("x".repeat(maxLength + 1), "😀".repeat(maxLength + 1))
  if (minLength !== undefined && minLength > 0) wrong.push("x".repeat(minLength - 1))
  if (maximum !== undefined) wrong.push(maximum + 1, JSON.rawJSON("1e400"), JSON.rawJSON("99999999999999999999"))
  if (minimum !== undefined) wrong.push(minimum - 1, JSON.rawJSON("-1e400"))
  const listed = schema.enum !== undefined || schema.const !== undefined
  if (listed && schema["x-refused-with"] === undefined) wrong.push("", "no such value", "NaN")
  if (schema.format === "uuid") wrong.push("", "5", `{${uuid(random)}}`)
  if (schema.format === "date-time") wrong.push("", "soon", "2026-02-30T00:00:00Z", "2026-11-21T00:00:00")
  if (schema.pattern !== undefined) wrong.push("\n".repeat(minLength ?? 1))
  if (maxItems !== undefined) wrong.push(Array.from({ length: maxItems + 1 }, () => (value as Array<unknown>)[0] ?? {}))
  if (schema.maxProperties !== undefined) {
    wrong.push(Object.fromEntries(Array.from({ length: schema.maxProperties + 1 }, (_, key) => [`k${key}`, "x"])))
  }
  return wrong
}

const withMember = (value: unknown, key: string | number, member: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item: unknown, index) => (index === key ? member : item))
    : { ...(value as JsonObject), [key]: member }

const withoutMember = (value: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))

/** A value that the schema allows, with one thing broken somewhere in it. */
export const brokenFor = (given: JsonSchema, value: unknown, maker: Maker): Broken => {
  const schema = followed(given, maker)
  const { random } = maker
  const inner: Array<readonly [string | number, JsonSchema]> = Array.isArray(value)
    ? value.map((_, index) => [index, schema.items ?? {}])
    : typeof value === "object" && value !== null
      ? Object.keys(value).flatMap((key) => {
          const member = schema.properties?.[key] ?? schema.additionalProperties
          return typeof member === "object" ? [[key, member]] : []
        })
      : []
  if (inner.length > 0 && !random.oneIn(4)) {
    const [key, member] = random.pick(inner)
    const below = brokenFor(member, (value as JsonObject)[key], maker)
    return { value: withMember(value, key, below.value), loc: [key, ...below.loc] }
  }
  const required = (schema.required ?? []).filter(() => typeof value === "object")
  if (required.length > 0 && random.oneIn(2)) {
    const name = random.pick(required)
    return { value: withoutMember(value as JsonObject, name), loc: [name] }
  }
  const wrong = [...(wrongTypes[String(schema.type)] ?? []), ...beyondLimits(schema, value, maker)]
  return { value: random.pick(wrong), loc: [] }
}

/** Holds a JSON Schema against the interface written down as data, and says every difference in words. */
import { enumerations, type FieldFact, resources } from "./interface.ts"

/** The parts of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly deprecated?: boolean
  readonly default?: unknown
  /** What an absent field of a request counts as. */
  readonly "x-default"?: unknown
  /** How a value is refused that is none of the listed ones, where that is not 422. */
  readonly "x-refused-with"?: { readonly status: number; readonly error_code: string }
}

/** Finds what a `$ref` names. */
export type Lookup = (reference: string) => JsonSchema | undefined

/** Two schemas as one: what the second says of a field is added to what the first says of it. */
const both = (first: JsonSchema, second: JsonSchema): JsonSchema => {
  const fields = new Map(Object.entries(first.properties ?? {}))
  for (const [name, field] of Object.entries(second.properties ?? {}))
    fields.set(name, { ...fields.get(name), ...field })
  const required = [...(first.required ?? []), ...(second.required ?? [])]
  return {
    ...first,
    ...second,
    ...(fields.size > 0 && { properties: Object.fromEntries(fields) }),
    ...(required.length > 0 && { required }),
  }
}

/** The schema with references followed and `allOf` folded in. */
export const resolved = (schema: JsonSchema, lookup: Lookup): JsonSchema => {
  const target = schema.$ref === undefined ? schema : { ...lookup(schema.$ref), ...schema, $ref: undefined }
  const { allOf = [], ...rest } = target as JsonSchema
  const folded = allOf.map((part) => resolved(part, lookup)).reduce(both, rest as JsonSchema)
  return folded.$ref === undefined ? folded : resolved(folded, lookup)
}

const alternatives = (schema: JsonSchema, lookup: Lookup): ReadonlyArray<JsonSchema> =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).map((part) => resolved(part, lookup))

const enumerationOf = (schema: JsonSchema): ReadonlyArray<unknown> | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const])

const expectations: Readonly<Record<FieldFact["type"], Partial<JsonSchema>>> = {
  string: { type: "string" },
  boolean: { type: "boolean" },
  integer: { type: "integer" },
  int64: { type: "integer", format: "int64" },
  number: { type: "number" },
  uuid: { type: "string", format: "uuid" },
  "date-time": { type: "string", format: "date-time" },
  "text map": { type: "object" },
  object: { type: "object" },
  array: { type: "array" },
  map: { type: "object" },
}

const limitDifferences = (
  where: string,
  fact: FieldFact,
  schema: JsonSchema,
  lookup: Lookup,
): ReadonlyArray<string> => {
  const target =
    fact.type === "text map" && typeof schema.additionalProperties === "object"
      ? resolved(schema.additionalProperties, lookup)
      : schema
  const pairs: ReadonlyArray<readonly [string, number | undefined, number | undefined]> = [
    ["minLength", fact.minimumLength, target.minLength],
    ["maxLength", fact.maximumLength, target.maxLength],
    ["minimum", fact.minimum, target.minimum],
    ["maximum", fact.maximum, target.maximum],
  ]
  return pairs.flatMap(([name, wanted, found]) =>
    wanted === undefined || wanted === found ? [] : [`${where}: ${name} is ${found}, not ${wanted}`],
  )
}

const innerDifferences = (
  where: string,
  fact: FieldFact,
  schema: JsonSchema,
  lookup: Lookup,
): ReadonlyArray<string> => {
  const inner = fact.type === "array" ? schema.items : fact.type === "map" ? schema.additionalProperties : schema
  if (fact.of === undefined || fact.of === "location") return []
  if (typeof inner !== "object") return [`${where}: says nothing of what it holds`]
  const target = resolved(inner, lookup)
  const isResource = resources[fact.of] !== undefined
  if (isResource) return resourceDifferences(fact.of, target, lookup, where)
  return target.type === fact.of ? [] : [`${where}: holds ${String(target.type)}, not ${fact.of}`]
}

/** Every difference between a field of the interface and its schema. */
export const fieldDifferences = (
  where: string,
  fact: FieldFact,
  given: JsonSchema,
  lookup: Lookup,
): ReadonlyArray<string> => {
  const options = alternatives(resolved(given, lookup), lookup)
  const nullable = options.some(({ type }) => type === "null")
  const schema = options.find(({ type }) => type !== "null") ?? {}
  const expected = expectations[fact.type]
  const differences: Array<string> = []
  if (nullable !== (fact.nullable === true)) differences.push(`${where}: null is ${nullable ? "" : "not "}allowed`)
  if (schema.type !== expected.type)
    differences.push(`${where}: is ${String(schema.type)}, not ${String(expected.type)}`)
  if (expected.format !== undefined && schema.format !== expected.format) {
    differences.push(`${where}: has format ${schema.format}, not ${expected.format}`)
  }
  const wanted = fact.enumeration === undefined ? undefined : enumerations[fact.enumeration]
  if (wanted !== undefined && JSON.stringify(enumerationOf(schema)) !== JSON.stringify(wanted)) {
    differences.push(`${where}: the list of values differs from the interface's`)
  }
  return [
    ...differences,
    ...limitDifferences(where, fact, schema, lookup),
    ...innerDifferences(where, fact, schema, lookup),
  ]
}

/** Resources that hold themselves through others are looked at once per way in. */
const DEPTH_MAX = 6

/** Every difference between a resource of the interface and a schema: fields missing or extra, marks, types, limits. */
export const resourceDifferences = (
  name: string,
  given: JsonSchema,
  lookup: Lookup,
  where: string = name,
): ReadonlyArray<string> => {
  const facts = resources[name]
  if (facts === undefined) return [`${where}: the interface knows no resource ${name}`]
  if (where.split(".").length > DEPTH_MAX) return []
  const schema = resolved(given, lookup)
  const fields = schema.properties ?? {}
  const required = new Set(schema.required ?? [])
  const missing = Object.keys(facts).filter((field) => fields[field] === undefined)
  const extra = Object.keys(fields).filter((field) => facts[field] === undefined)
  return [
    ...missing.map((field) => `${where}.${field}: is missing`),
    ...extra.map((field) => `${where}.${field}: is not in the interface`),
    ...Object.entries(facts).flatMap(([field, fact]) => {
      const found = fields[field]
      if (found === undefined) return []
      const marked = required.has(field) === (fact.required === true || fact.always === true)
      return [
        ...(marked ? [] : [`${where}.${field}: is ${required.has(field) ? "" : "not "}marked required`]),
        ...fieldDifferences(`${where}.${field}`, fact, found, lookup),
      ]
    }),
  ]
}

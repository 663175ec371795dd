/**
 * JSON Schemas in the form of the OpenAPI document. effect's schemas are right but complicated in places. A `uuid` is
 * in an `allOf` of its own, a single literal is in an `anyOf`, and an int64 has only its format.
 */
import { ABSENT_COUNTS_AS } from "@garrison/core/kernel/input/Field"
import * as Schema from "effect/Schema"

/** A JSON value of the document. */
export type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** The members of `outer` and of the only schema in its `allOf` or `anyOf`, if they do not contradict each other. */
const unwrapped = (outer: Json, keyword: "allOf" | "anyOf"): Json => {
  const { [keyword]: inner, ...rest } = outer
  if (!Array.isArray(inner) || inner.length !== 1 || !isObject(inner[0])) return outer
  const [only] = inner
  return Object.keys(only).some((key) => key in rest && rest[key] !== only[key]) ? outer : { ...rest, ...only }
}

/** A reference to a schema with further keywords for the field: in OpenAPI 3.1 a reference may have siblings. */
const withSiblings = (schema: Json): Json => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf) || allOf.length !== 2) return schema
  const [reference, said] = allOf as ReadonlyArray<unknown>
  if (!isObject(reference) || !isObject(said) || reference["$ref"] === undefined) return schema
  return "type" in said || "$ref" in said ? schema : { ...rest, ...reference, ...said }
}

/** What an absent field counts as, for people too. */
const withAbsence = (schema: Json): Json => {
  const { description, ...rest } = schema
  const absent = schema[ABSENT_COUNTS_AS]
  if (absent === undefined) return schema
  return { ...rest, description: `${String(description)} Absent: ${absent === "" ? "empty" : JSON.stringify(absent)}.` }
}

const withType = (schema: Json): Json =>
  schema["format"] === "int64" && schema["type"] === undefined ? { type: "integer", ...schema } : schema

/** Unknown members are ignored on input and may be added to answers, so no object is closed. */
const opened = ({ additionalProperties, ...rest }: Json): Json =>
  typeof additionalProperties === "object" ? { ...rest, additionalProperties } : rest

/** A minimum length of 0 is left out. */
const withoutZeroLength = ({ minLength, ...rest }: Json): Json =>
  minLength === undefined || minLength === 0 ? rest : { ...rest, minLength }

/** The document, or any part of it, with every schema in its plainest form. */
export const simplified = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, simplified(member)]))
  return withAbsence(withoutZeroLength(withType(opened(unwrapped(withSiblings(unwrapped(inner, "allOf")), "anyOf")))))
}

/** The JSON Schema of a parameter's value. */
export const parameterSchema = (schema: Schema.Constraint): Json =>
  simplified(Schema.toJsonSchemaDocument(Schema.toEncoded(schema)).schema) as Json

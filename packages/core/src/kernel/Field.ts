/**
 * The building blocks of every schema: one constructor per kind of field in the interface, each carrying the 422 detail
 * type (decisions, section 2) that a broken value is reported with.
 */
import * as Schema from "effect/Schema"

/** The closed list of 422 detail types (decisions, section 2). */
export const DETAIL_TYPES = [
  "missing",
  "string_type",
  "int_type",
  "bool_type",
  "float_type",
  "list_type",
  "dict_type",
  "uuid_parsing",
  "datetime_parsing",
  "timezone_aware",
  "enum",
  "string_too_short",
  "string_too_long",
  "greater_than_equal",
  "less_than_equal",
  "too_long",
  "json_invalid",
  "value_error",
] as const

/** One of {@link DETAIL_TYPES}. */
export type DetailType = (typeof DETAIL_TYPES)[number]

/** What a broken value is reported as: the detail type, and the sentence for `msg`. */
export interface Complaint {
  readonly type: DetailType
  readonly message: string
}

/** The annotation key under which a schema or a check carries its {@link Complaint}. */
export const COMPLAINT = "garrison/complaint"

/** Annotations that make a schema or check report `type` with `message`. */
export const complaint = (type: DetailType, message: string): { readonly [COMPLAINT]: Complaint } => ({
  [COMPLAINT]: { type, message },
})

/** Largest integer that JSON numbers carry exactly; the upper bound of counts and prices. */
export const INTEGER_MAX = Number.MAX_SAFE_INTEGER

const atLeast = (minimum: number) =>
  Schema.isGreaterThanOrEqualTo(minimum, {
    ...complaint("greater_than_equal", `must be at least ${minimum}`),
  })

const atMost = (maximum: number) =>
  Schema.isLessThanOrEqualTo(maximum, { ...complaint("less_than_equal", `must be at most ${maximum}`) })

// JSON Schema counts code points; left to itself the generator would halve the number to be on the safe side.
const lengthAtLeast = (minimum: number) =>
  Schema.isMinLength(minimum, {
    toJsonSchema: () => ({ minLength: minimum }),
    ...complaint("string_too_short", `must be at least ${minimum} character${minimum === 1 ? "" : "s"} long`),
  })

const lengthAtMost = (maximum: number) =>
  Schema.isMaxLength(maximum, { ...complaint("string_too_long", `must be at most ${maximum} characters long`) })

/** A string of any length that the size limit of the request lets through. */
export const Text = Schema.String.annotate(complaint("string_type", "must be a string"))

/** A string with a length limit, counted in UTF-16 code units. */
export const TextOf = (limits: { readonly minimum?: number; readonly maximum?: number }): Schema.Codec<string> => {
  const lower = limits.minimum === undefined ? Text : Text.check(lengthAtLeast(limits.minimum))
  return limits.maximum === undefined ? lower : lower.check(lengthAtMost(limits.maximum))
}

/** A boolean. */
export const Flag = Schema.Boolean.annotate(complaint("bool_type", "must be true or false"))

/** An integer that a JSON number carries exactly (±(2^53-1)). */
export const Integer = Schema.Number.annotate(complaint("int_type", "must be an integer")).check(
  Schema.isInt({ ...complaint("int_type", "must be an integer") }),
)

/** An integer within limits, both inclusive. */
export const IntegerOf = (limits: { readonly minimum?: number; readonly maximum?: number }): Schema.Codec<number> => {
  const lower = limits.minimum === undefined ? Integer : Integer.check(atLeast(limits.minimum))
  return limits.maximum === undefined ? lower : lower.check(atMost(limits.maximum))
}

/** A finite number, at most `maximum` where one is given. */
export const Decimal = (maximum?: number): Schema.Codec<number> => {
  const finite = Schema.Number.annotate(complaint("float_type", "must be a number")).check(
    Schema.isFinite({ ...complaint("float_type", "must be a finite number") }),
  )
  return maximum === undefined ? finite : finite.check(atMost(maximum))
}

/** One of a closed list of strings. */
export const Enumeration = <const Values extends ReadonlyArray<string>>(values: Values): Schema.Literals<Values> =>
  Schema.Literals(values).annotate(complaint("enum", `must be one of ${values.join(", ")}`))

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID in its text form, of any version. */
export const Uuid = Text.check(
  Schema.isPattern(uuidPattern, { ...complaint("uuid_parsing", "must be a UUID"), format: "uuid" }),
)

/** An array; `maximum` bounds its length. */
export const ListOf = <S extends Schema.Constraint>(item: S, maximum?: number) => {
  const list = Schema.Array(item).annotate(complaint("list_type", "must be an array"))
  return maximum === undefined
    ? list
    : list.check(Schema.isMaxLength(maximum, { ...complaint("too_long", `must have at most ${maximum} items`) }))
}

/** A map of string to string (`custom_data` everywhere in the interface). */
export const TextMap = Schema.Record(Schema.String, Text).annotate(
  complaint("dict_type", "must be an object of strings"),
)

/** A map of string to string whose values, and number of keys, are bounded. */
export const TextMapOf = (limits: {
  readonly valueMinimum?: number
  readonly valueMaximum: number
  readonly keys?: number
}) => {
  const value = TextOf({ minimum: limits.valueMinimum ?? 0, maximum: limits.valueMaximum })
  const map = Schema.Record(Schema.String, value).annotate(complaint("dict_type", "must be an object of strings"))
  return limits.keys === undefined
    ? map
    : map.check(
        Schema.isMaxProperties(limits.keys, { ...complaint("too_long", `must have at most ${limits.keys} keys`) }),
      )
}

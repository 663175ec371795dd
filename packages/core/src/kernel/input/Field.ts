/**
 * The building blocks of every schema: one constructor per kind of field in the interface. Each carries the detail type
 * (decisions, section 2) of a broken value.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The closed list of detail types (decisions, section 2). */
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

/** Most details that are looked for in one input, and sent in one answer. */
export const DETAILS_MAX = 250

/** One of {@link DETAIL_TYPES}. */
export type DetailType = (typeof DETAIL_TYPES)[number]

/** The report of a broken value: the detail type, and the sentence for `msg`. */
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

const isAtLeast = (minimum: number): Complaint => ({
  type: "greater_than_equal",
  message: `must be at least ${minimum}`,
})
const isAtMost = (maximum: number): Complaint => ({ type: "less_than_equal", message: `must be at most ${maximum}` })

const atLeast = (minimum: number) => Schema.isGreaterThanOrEqualTo(minimum, { [COMPLAINT]: isAtLeast(minimum) })
const atMost = (maximum: number) => Schema.isLessThanOrEqualTo(maximum, { [COMPLAINT]: isAtMost(maximum) })

/** The length of a text in Unicode code points. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * Whether a text has at least, or at most, that many code points. JSON Schema and people count code points, while
 * `length` counts two for an emoji. For a long text its `length` decides.
 */
const hasAtLeast = (text: string, minimum: number): boolean =>
  text.length >= minimum && (text.length >= 2 * minimum || codePoints(text) >= minimum)
const hasAtMost = (text: string, maximum: number): boolean =>
  text.length <= maximum || (text.length <= 2 * maximum && codePoints(text) <= maximum)

const lengthAtLeast = (minimum: number) =>
  Schema.makeFilter((text: string) => hasAtLeast(text, minimum), {
    toJsonSchema: () => ({ minLength: minimum }),
    ...complaint("string_too_short", `must be at least ${minimum} character${minimum === 1 ? "" : "s"} long`),
  })

const lengthAtMost = (maximum: number) =>
  Schema.makeFilter((text: string) => hasAtMost(text, maximum), {
    toJsonSchema: () => ({ maxLength: maximum }),
    ...complaint("string_too_long", `must be at most ${maximum} characters long`),
  })

/**
 * The annotation key for the value that an absent field of a request counts as. It is not the keyword `default` of JSON
 * Schema, because client generators take a field with `default` for always present and would demand it of every caller.
 */
export const ABSENT_COUNTS_AS = "x-default"

/** The annotation key of the sentence of a field. JSON Schema loses the key `description` of what has another form. */
const SENTENCE = "garrison/sentence"

/** The field of a struct with its sentence, which documents, help texts and generated types show. */
export const described = <S extends Schema.Top>(field: S, sentence: string): S["Rebuild"] =>
  field.pipe(Schema.annotateKey({ ...field.ast.context?.annotations, [SENTENCE]: sentence }))

/** The sentence of a field: that of {@link described}, or the description of its schema. */
export const sentenceOf = ({ ast }: { readonly ast: SchemaAST.AST }): string | undefined => {
  const ofKey = ast.context?.annotations?.[SENTENCE]
  return typeof ofKey === "string" ? ofKey : SchemaAST.resolveDescription(ast)
}

/** The same field by another schema, with limits for example: the sentence stays. */
export const narrowed = <S extends Schema.Top>(field: Schema.Constraint, schema: S): S["Rebuild"] =>
  described(schema, sentenceOf(field) ?? "")

/** What the id in a field names. */
export type ReferenceKind =
  | "player"
  | "person"
  | "item"
  | "loot"
  | "vendor"
  | "order"
  | "client"
  | "role"
  | "key"
  | "restriction"

/** The annotation key of what an id names. */
const REFERS = "garrison/refers"

/** The schema of an id that names something of this kind. Faces take a name in its place, and offer a choice. */
export const refersTo = <S extends Schema.Top>(kind: ReferenceKind, id: S): S["Rebuild"] =>
  id.annotate({ [REFERS]: kind })

/** What the id in a field names, or each id in a list. */
export const referenceOf = ({ ast }: { readonly ast: SchemaAST.AST }): ReferenceKind | undefined => {
  const own = SchemaAST.resolveAt<ReferenceKind>(REFERS)(ast)
  if (own !== undefined) return own
  const parts = SchemaAST.isUnion(ast) ? ast.types : SchemaAST.isArrays(ast) ? ast.rest : []
  return parts.map((part) => referenceOf({ ast: part })).find((kind) => kind !== undefined)
}

/** A string of any length that the size limit of the request lets through. */
export const Text = Schema.String.annotate(complaint("string_type", "must be a string"))

/** The annotation key of a text that tells by being there: no spelling of it is wrong. */
export const TELLS_BY_PRESENCE = "garrison/tellsByPresence"

/** A string that a query or a form may have in any spelling and encoding. Nothing of it is used. */
export const AnyText = Text.annotate({ [TELLS_BY_PRESENCE]: true })

/** A string with a length limit, counted in Unicode code points. */
export const TextOf = (limits: { readonly minimum?: number; readonly maximum?: number }): Schema.Codec<string> => {
  const lower = limits.minimum === undefined ? Text : Text.check(lengthAtLeast(limits.minimum))
  return limits.maximum === undefined ? lower : lower.check(lengthAtMost(limits.maximum))
}

/** A boolean. */
export const Flag = Schema.Boolean.annotate(complaint("bool_type", "must be true or false"))

/** An optional boolean of a request. When absent, it counts as false. */
export const FlagOrFalse = (description: string) =>
  Schema.optionalKey(Flag.annotate({ description, [ABSENT_COUNTS_AS]: false }))

/**
 * Any number without a fraction, also 1e400: the limits decide whether it is in range. JSON Schema shows the same as
 * for `Schema.isInt`.
 */
const isWhole = Schema.isInt()
const wholeNumber = Schema.makeFilter(
  (value: number) => Math.trunc(value) === value,
  {
    ...isWhole.annotations,
    toJsonSchema: () => ({ type: "integer" }),
    ...complaint("int_type", "must be an integer"),
  },
  true,
)

/** An integer within limits, both inclusive. By default, what a JSON number carries exactly (±(2^53-1)). */
export const IntegerOf = (limits: { readonly minimum?: number; readonly maximum?: number }): Schema.Codec<number> =>
  Schema.Number.annotate(complaint("int_type", "must be an integer")).check(
    wholeNumber,
    atLeast(limits.minimum ?? -INTEGER_MAX),
    atMost(limits.maximum ?? INTEGER_MAX),
  )

/** An integer that a JSON number carries exactly (±(2^53-1)). */
export const Integer = IntegerOf({})

/** A finite number, at most `maximum` if that is given. */
export const Decimal = (maximum?: number): Schema.Codec<number> => {
  const finite = Schema.Number.annotate(complaint("float_type", "must be a number")).check(
    Schema.isFinite({ ...complaint("float_type", "must be a finite number") }),
  )
  return maximum === undefined ? finite : finite.check(atMost(maximum))
}

/** One of a closed list of strings. */
export const Enumeration = <const Values extends ReadonlyArray<string>>(values: Values): Schema.Literals<Values> =>
  Schema.Literals(values).annotate(complaint("enum", `must be one of ${values.join(", ")}`))

/**
 * A string for which the OpenAPI document lists these values. Any string passes here; the operation refuses other
 * values with a code of its own.
 */
export const TextListing = (values: ReadonlyArray<string>): Schema.Codec<string> =>
  Text.check(Schema.makeFilter(() => true, { toJsonSchema: () => ({ enum: [...values] }) }))

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID, of any version. */
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** A UUID in its text form, of any version. */
export const Uuid = Text.check(
  Schema.isPattern(uuidPattern, { ...complaint("uuid_parsing", "must be a UUID"), format: "uuid" }),
)

/** The annotation key of checks on a list or map as a whole. They apply even when members are broken. */
export const WHOLE = "garrison/whole"

/** An array; `maximum` bounds its length. */
export const ListOf = <S extends Schema.Constraint>(item: S, maximum?: number) => {
  const list = Schema.Array(item).annotate(complaint("list_type", "must be an array"))
  if (maximum === undefined) return list
  const atMostItems = complaint("too_long", `must have at most ${maximum} items`)
  return list.check(Schema.isMaxLength(maximum, { ...atMostItems, [WHOLE]: true }))
}

const stringMap = complaint("dict_type", "must be an object of strings")

/** Longest key of a map that a caller fills. */
export const KEY_LENGTH_MAX = 256

/** A map has thousands of keys at the worst, so the schema of a key is asked about wrong keys alone. */
const boundedKeys = (minimum: number) => {
  const names = Schema.isPropertyNames(TextOf({ minimum, maximum: KEY_LENGTH_MAX }))
  const isWrong = (key: string) => !hasAtLeast(key, minimum) || !hasAtMost(key, KEY_LENGTH_MAX)
  return Schema.makeFilter(
    (map: object, ast, options) => {
      const wrong = Object.keys(map).filter(isWrong).slice(0, DETAILS_MAX)
      return wrong.length === 0 || names.run(Object.fromEntries(wrong.map((key) => [key, ""])), ast, options)
    },
    { ...names.annotations, [WHOLE]: true },
  )
}

const keysAtMost = (maximum: number) =>
  Schema.isMaxProperties(maximum, { ...complaint("too_long", `must have at most ${maximum} keys`), [WHOLE]: true })

/** A map of string to string (`custom_data` everywhere in the interface). */
export const TextMap = Schema.Record(Schema.String, Text).annotate(stringMap)

/**
 * A map of string to `value`, at most `keys` of them, each key of `keyMinimum` to {@link KEY_LENGTH_MAX} characters.
 */
export const BoundedMapOf = <Value extends Schema.Constraint>(value: Value, keys: number, keyMinimum = 0) =>
  Schema.Record(Schema.String, value).annotate(stringMap).check(boundedKeys(keyMinimum), keysAtMost(keys))

/** A map of string to string whose keys, values, and number of keys are bounded. */
export const TextMapOf = (limits: {
  readonly valueMinimum?: number
  readonly valueMaximum: number
  readonly keys: number
}) => BoundedMapOf(TextOf({ minimum: limits.valueMinimum ?? 0, maximum: limits.valueMaximum }), limits.keys)

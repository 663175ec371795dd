/** The kinds of values that settings have: how each is recognised, read from a text, and described to people. */
import * as Schema from "effect/Schema"

/** A kind of value. */
export interface Kind<A> {
  /** Completes "must be …". */
  readonly accepts: string
  /** Whether a value from the settings file is of this kind. */
  readonly is: (value: unknown) => value is A
  /** Reads the text of a flag or an environment variable; what comes out is checked with `is`. */
  readonly fromText: (text: string) => unknown
  /** What may be shown of a value; absent: all of it. */
  readonly shown?: (value: A) => string
}

const kind = <A>(accepts: string, schema: Schema.Schema<A>, fromText: Kind<A>["fromText"]): Kind<A> => ({
  accepts,
  is: Schema.is(schema),
  fromText,
})

const asIs = (text: string): unknown => text
const decimal = /^-?\d+$/

/** A text of at least one character. */
export const text: Kind<string> = kind("a text that is not empty", Schema.NonEmptyString, asIs)

/** A text, or nothing (`null` in the file, an empty flag). */
export const textOrNothing: Kind<string | undefined> = kind(
  "a text",
  Schema.UndefinedOr(Schema.NonEmptyString),
  (given) => (given === "" ? undefined : given),
)

const masked = (): string => "****"
const SECRET = "32 to 1024 printable characters without spaces and commas"

/** A secret, or none; never shown. */
export const secretOrNothing = (schema: Schema.Schema<string>): Kind<string | undefined> => ({
  ...kind(`a secret of ${SECRET}`, Schema.UndefinedOr(schema), (given) => (given === "" ? undefined : given)),
  shown: (value) => (value === undefined ? "" : masked()),
})

/** A list of secrets, never shown; separated by commas in a flag or an environment variable. */
export const secrets = (schema: Schema.Schema<string>): Kind<ReadonlyArray<string>> => ({
  ...kind(`a list of secrets, each of ${SECRET}`, Schema.Array(schema), (given) => itemsOf(given)),
  shown: (values) => values.map(masked).join(","),
})

/** A whole number within bounds. */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Kind<number> =>
  kind(
    maximum === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${minimum}`
      : `a whole number from ${minimum} to ${maximum}`,
    Schema.Int.check(Schema.isBetween({ minimum, maximum })),
    (given) => (decimal.test(given) ? Number(given) : given),
  )

/** A port, or nothing (`null` in the file, an empty flag). */
export const portOrNothing: Kind<number | undefined> = kind(
  "a whole number from 0 to 65535",
  Schema.UndefinedOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 65_535 }))),
  (given) => (decimal.test(given) ? Number(given) : given === "" ? undefined : given),
)

const flagTexts: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  "1": true,
  false: false,
  no: false,
  off: false,
  "0": false,
}

/** On or off. */
export const flag: Kind<boolean> = kind(
  "true or false",
  Schema.Boolean,
  (given) => flagTexts[given.toLowerCase()] ?? given,
)

/** One of a closed list of words. */
export const oneOf = <const Words extends ReadonlyArray<string>>(words: Words): Kind<Words[number]> =>
  kind(`one of ${words.join(", ")}`, Schema.Literals(words), asIs)

const itemsOf = (given: string): ReadonlyArray<string> =>
  given
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** A list of texts; separated by commas in a flag or an environment variable. */
export const list = (what: string): Kind<ReadonlyArray<string>> =>
  kind(`a list of ${what}`, Schema.Array(Schema.NonEmptyString), itemsOf)

/** A list of words from a closed list; separated by commas in a flag or an environment variable. */
export const listOf = <const Words extends ReadonlyArray<string>>(words: Words): Kind<ReadonlyArray<Words[number]>> =>
  kind(`a list of ${words.join(", ")}`, Schema.Array(Schema.Literals(words)), itemsOf)

const parsed = (given: string): unknown => {
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}

/** An object of a given shape; JSON in a flag or an environment variable. */
export const object = <A>(accepts: string, schema: Schema.Schema<A>): Kind<A> => kind(accepts, schema, parsed)

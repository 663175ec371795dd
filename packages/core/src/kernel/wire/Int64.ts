/**
 * Integers marked int64 in the interface. Inside they are `bigint`; on the wire they are JSON numbers with all their
 * digits, above 2^53 too, in both directions (decisions, section 2).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import { complaint } from "../input/Field.ts"
import { exactInteger } from "./Json.ts"

/** Smallest and largest value of a signed 64-bit integer. */
export const INT64_MIN = -(2n ** 63n)
export const INT64_MAX = 2n ** 63n - 1n

const isWireInteger = (value: unknown): value is number | bigint | object =>
  typeof value === "bigint" || isWhole(value) || (typeof value === "object" && value !== null)

/**
 * Whether `value` is a number without a fraction. Beyond 2^53 only integers of over 40 digits arrive as a number, 1e400
 * too.
 */
const isWhole = (value: unknown): value is number => typeof value === "number" && Math.trunc(value) === value

/** What the JSON Schema of an integer says in addition to the type. */
interface Notes {
  readonly deprecated?: true
}

/** The wire side in JSON Schema, which has no bigint. */
const jsonInteger = (notes: Notes) =>
  Schema.Number.check(Schema.isInt({ format: "int64", ...notes, toJsonSchema: () => ({ type: "integer" }) }))

/** The wire side: a number, a `bigint` from {@link parseJson}, or raw JSON on the way out. */
const wire = (notes: Notes) =>
  Schema.declare(isWireInteger, {
    ...complaint("int_type", "must be an integer"),
    toCodecJson: () =>
      Schema.link<number | bigint | object>()(jsonInteger(notes), {
        decode: SchemaGetter.transform((integer: number): number | bigint | object => integer),
        encode: SchemaGetter.transform(Number),
      }),
  })

const fromWire = (value: unknown) => {
  if (typeof value === "bigint") return Effect.succeed(value)
  if (typeof value !== "number") {
    return Effect.fail(new SchemaIssue.InvalidValue(complaint("int_type", "must be an integer")))
  }
  // A number that is not exact is out of range. BigInt would throw for an infinite number.
  return Effect.succeed(Number.isSafeInteger(value) ? BigInt(value) : value > 0 ? INT64_MAX + 1n : INT64_MIN - 1n)
}

/** A signed 64-bit integer with notes for the JSON Schema: `bigint` inside, exact digits on the wire. */
export const Int64With = (notes: Notes) =>
  wire(notes).pipe(
    Schema.decodeTo(
      Schema.BigInt.check(
        Schema.isGreaterThanOrEqualToBigInt(INT64_MIN, {
          ...complaint("greater_than_equal", `must be at least ${INT64_MIN}`),
        }),
        Schema.isLessThanOrEqualToBigInt(INT64_MAX, {
          ...complaint("less_than_equal", `must be at most ${INT64_MAX}`),
        }),
      ),
      {
        decode: SchemaGetter.transformEffect(fromWire),
        encode: SchemaGetter.transform(exactInteger),
      },
    ),
  )

/** A signed 64-bit integer. */
export const Int64 = Int64With({})

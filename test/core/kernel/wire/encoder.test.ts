/** An encoder made once says, to the byte, what the schema says of each value. */
import { jsonEncoder, keptListEncoder } from "@garrison/core/kernel/wire/encoder"
import { Flag, Integer, ListOf, Text, TextMap } from "@garrison/core/kernel/input/Field"
import { INT64_MAX, INT64_MIN, Int64 } from "@garrison/core/kernel/wire/Int64"
import { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

const Inner = Schema.Struct({ at: Timestamp, count: Schema.optionalKey(Int64) })

const Outer = Schema.Struct({
  text: Text,
  flag: Schema.optionalKey(Flag),
  integer: Schema.NullOr(Integer),
  map: TextMap,
  moments: Schema.Record(Schema.String, Timestamp),
  inner: Schema.optionalKey(Inner),
  list: ListOf(Inner),
  texts: ListOf(Text),
  pair: Schema.Tuple([Text, Timestamp]),
  either: Schema.Union([Timestamp, Flag]),
  unknown: Schema.Unknown,
  nothing: Schema.Struct({}),
})

const moment = fc.integer({ min: 0, max: 4_102_444_800_000 })
const inner = fc.record({ count: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }), at: moment }, { requiredKeys: ["at"] })
const text = fc.string({ unit: "binary" })
// Members in another order than that of the schema.
const outer = fc.record(
  {
    unknown: fc.constantFrom(null, 1, "x", [{ b: 1, a: [] }]),
    nothing: fc.constant({}),
    either: fc.oneof(moment, fc.boolean()),
    pair: fc.tuple(text, moment),
    texts: fc.array(text),
    list: fc.array(inner),
    inner,
    moments: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
      moment,
    ),
    map: fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== "__proto__"),
      text,
    ),
    integer: fc.option(fc.integer()),
    flag: fc.boolean(),
    text,
  },
  { requiredKeys: ["unknown", "nothing", "either", "pair", "texts", "list", "moments", "map", "integer", "text"] },
)

describe("jsonEncoder", () => {
  it("writes what the schema encodes, members in its order, integers with all their digits", () => {
    const encode = jsonEncoder(Outer)
    const walk = Schema.encodeSync(Outer)
    fc.assert(fc.property(outer, (value) => assert.strictEqual(encode(value), JSON.stringify(walk(value)))))
    assert.strictEqual(
      jsonEncoder(Inner)({ count: INT64_MAX, at: 0 }),
      '{"at":"1970-01-01T00:00:00.000Z","count":9223372036854775807}',
    )
  })

  it("leaves undefined members out", () => {
    const encode = jsonEncoder(Schema.Struct({ a: Schema.optional(Text), b: Schema.optional(Flag) }))
    assert.deepStrictEqual([encode({ a: undefined, b: true }), encode({ a: undefined })], ['{"b":true}', "{}"])
  })
})

describe("keptListEncoder", () => {
  it("takes the elements of one list as they are", () => {
    const encode = keptListEncoder(Schema.Struct({ list: ListOf(Inner), inner: Inner }), "list")
    assert.strictEqual(
      encode({ inner: { at: 0 }, list: ['{"a" : 1}', "2"] }),
      '{"list":[{"a" : 1},2],"inner":{"at":"1970-01-01T00:00:00.000Z"}}',
    )
    assert.strictEqual(encode({ inner: { at: 0 }, list: [] }).slice(0, 10), '{"list":[]')
  })
})

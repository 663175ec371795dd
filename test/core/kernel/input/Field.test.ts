import { assert, describe, it } from "@effect/vitest"
import {
  complaint,
  Decimal,
  DETAIL_TYPES,
  Enumeration,
  Flag,
  Integer,
  INTEGER_MAX,
  IntegerOf,
  KEY_LENGTH_MAX,
  ListOf,
  Text,
  TextMap,
  TextMapOf,
  TextOf,
  Uuid,
} from "@garrison/core/kernel/input/Field"
import { decoder } from "@garrison/core/kernel/input/decoder"
import { InvalidInput } from "@garrison/core/kernel/input/Invalid"
import { Int64 } from "@garrison/core/kernel/wire/Int64"
import { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

/** What decoding `input` complains about; nothing when it is accepted. */
const complaintsOf = (schema: Schema.ConstraintDecoder<unknown>, input: unknown) =>
  Effect.runSync(
    Effect.match(decoder(schema)(input), {
      onSuccess: () => [],
      onFailure: (refused) => refused.detail.map(({ loc, type }) => [loc.join("."), type]),
    }),
  )

const field = <S extends Schema.Top>(schema: S) => Schema.Struct({ f: schema })

const cases: ReadonlyArray<readonly [string, Schema.Top, unknown, string | undefined]> = [
  ["a text", Text, "", undefined],
  ["a number for a text", Text, 1, "string_type"],
  ["a list for a text", Text, [], "string_type"],
  ["a text at its limits", TextOf({ minimum: 1, maximum: 3 }), "abc", undefined],
  ["a text too short", TextOf({ minimum: 1, maximum: 3 }), "", "string_too_short"],
  ["a text too long", TextOf({ minimum: 1, maximum: 3 }), "abcd", "string_too_long"],
  ["a number for a text with limits", TextOf({ minimum: 1, maximum: 3 }), 7, "string_type"],
  ["a text of three emoji, six code units, at its limit", TextOf({ maximum: 3 }), "😀😀😀", undefined],
  ["a text of four emoji over a limit of three", TextOf({ maximum: 3 }), "😀😀😀😀", "string_too_long"],
  ["a text of three characters and an emoji over a limit of three", TextOf({ maximum: 3 }), "abc😀", "string_too_long"],
  ["a text of one emoji under a minimum of two", TextOf({ minimum: 2 }), "😀", "string_too_short"],
  ["a text of two emoji at a minimum of two", TextOf({ minimum: 2 }), "😀😀", undefined],
  ["a text with a letter and an emoji at a minimum of two", TextOf({ minimum: 2 }), "a😀", undefined],
  ["a flag", Flag, false, undefined],
  ["a number for a flag", Flag, 1, "bool_type"],
  ["a text for a flag", Flag, "true", "bool_type"],
  ["an integer", Integer, -3, undefined],
  ["the largest integer", Integer, INTEGER_MAX, undefined],
  ["a fraction for an integer", Integer, 1.5, "int_type"],
  ["a text for an integer", Integer, "1", "int_type"],
  ["a flag for an integer", Integer, true, "int_type"],
  ["an integer that a number cannot hold exactly", Integer, 2 ** 53, "less_than_equal"],
  ["one on the other side", Integer, -(2 ** 53), "greater_than_equal"],
  ["an integer beyond every number", Integer, 2n ** 60n, "less_than_equal"],
  ["one on the other side of it", Integer, -(2n ** 60n), "greater_than_equal"],
  ["1e400 for an integer", Integer, Infinity, "less_than_equal"],
  ["-1e400 for an integer", Integer, -Infinity, "greater_than_equal"],
  ["no number for an integer", Integer, NaN, "int_type"],
  ["minus zero for an integer", Integer, -0, undefined],
  ["a list for an integer", Integer, [1], "int_type"],
  ["an integer at its limits", IntegerOf({ minimum: 1, maximum: 50 }), 50, undefined],
  ["an integer too small", IntegerOf({ minimum: 1, maximum: 50 }), 0, "greater_than_equal"],
  ["an integer too large", IntegerOf({ minimum: 1, maximum: 50 }), 51, "less_than_equal"],
  ["an integer far too large", IntegerOf({ minimum: 1, maximum: 50 }), 1e20, "less_than_equal"],
  ["an integer beyond every number, with limits", IntegerOf({ minimum: 1, maximum: 50 }), 2n ** 60n, "less_than_equal"],
  ["an integer far too small", IntegerOf({ minimum: 1 }), -1e20, "greater_than_equal"],
  ["a fraction out of the limits of an integer", IntegerOf({ minimum: 1, maximum: 50 }), 50.5, "int_type"],
  ["a number", Decimal(1), 0.5, undefined],
  ["a number too large", Decimal(1), 1.01, "less_than_equal"],
  ["a text for a number", Decimal(), "0.5", "float_type"],
  ["infinity for a number", Decimal(), Infinity, "float_type"],
  ["a member of the list", Enumeration(["asc", "desc"]), "asc", undefined],
  ["another text", Enumeration(["asc", "desc"]), "ASC", "enum"],
  ["an empty text for an enumeration", Enumeration(["asc", "desc"]), "", "enum"],
  ["a number for an enumeration", Enumeration(["asc", "desc"]), 1, "string_type"],
  ["a flag for an enumeration", Enumeration(["asc", "desc"]), true, "string_type"],
  ["a list for an enumeration", Enumeration(["asc", "desc"]), ["asc"], "string_type"],
  ["an object for an enumeration", Enumeration(["asc", "desc"]), { asc: 1 }, "string_type"],
  ["a bigint for an enumeration", Enumeration(["asc", "desc"]), 2n ** 60n, "string_type"],
  ["another text for an enumeration of one", Enumeration(["asc"]), "desc", "enum"],
  ["a number for an enumeration of one", Enumeration(["asc"]), 1, "string_type"],
  ["a uuid", Uuid, "01890a5d-ac96-774b-bcce-b302099a8057", undefined],
  ["a uuid in upper case", Uuid, "01890A5D-AC96-774B-BCCE-B302099A8057", undefined],
  ["an integer for a uuid", Uuid, 12, "string_type"],
  ["digits for a uuid", Uuid, "12", "uuid_parsing"],
  ["a uuid in braces", Uuid, "{01890a5d-ac96-774b-bcce-b302099a8057}", "uuid_parsing"],
  ["a uuid and a line end", Uuid, "01890a5d-ac96-774b-bcce-b302099a8057\n", "uuid_parsing"],
  ["a list", ListOf(Integer, 2), [1, 2], undefined],
  ["a list too long", ListOf(Integer, 2), [1, 2, 3], "too_long"],
  ["an object for a list", ListOf(Integer), {}, "list_type"],
  ["a map", TextMap, { a: "b" }, undefined],
  ["a list for a map", TextMap, ["a"], "dict_type"],
  ["a text for a map", TextMap, "a", "dict_type"],
  ["a map with too many keys", TextMapOf({ valueMaximum: 9, keys: 1 }), { a: "", b: "" }, "too_long"],
  [
    "a map with a key at its limit",
    TextMapOf({ valueMaximum: 9, keys: 1 }),
    { ["😀".repeat(KEY_LENGTH_MAX)]: "" },
    undefined,
  ],
  ["an int64", Int64, 5n, undefined],
  ["a fraction for an int64", Int64, 0.5, "int_type"],
  ["an int64 too large", Int64, 2n ** 63n, "less_than_equal"],
  ["an int64 too small", Int64, -(2n ** 63n) - 1n, "greater_than_equal"],
  ["1e400 for an int64", Int64, Infinity, "less_than_equal"],
  ["-1e400 for an int64", Int64, -Infinity, "greater_than_equal"],
  ["an object for an int64", Int64, { digits: "1" }, "int_type"],
  ["a list for an int64", Int64, [1], "int_type"],
  ["a date-time", Timestamp, "2026-11-21T02:46:00Z", undefined],
  ["a date-time without a zone", Timestamp, "2026-11-21T02:46:00", "timezone_aware"],
  ["another text for a date-time", Timestamp, "soon", "datetime_parsing"],
  ["a number for a date-time", Timestamp, 0, "string_type"],
  ["an object for a date-time", Timestamp, {}, "string_type"],
]

describe("the 422 detail of a field", () => {
  it.each(cases)("%s", (_, schema, input, expected) => {
    const found = complaintsOf(field(schema as Schema.Codec<unknown>), { f: input })
    assert.deepStrictEqual(found, expected === undefined ? [] : [["f", expected]])
  })

  it.each(cases.filter(([, , , expected]) => expected !== undefined))("%s, optional", (_, schema, input, expected) => {
    const optional = Schema.Struct({ f: Schema.optionalKey(schema as Schema.Codec<unknown>) })
    assert.deepStrictEqual(complaintsOf(optional, { f: input }), [["f", expected ?? ""]])
    assert.deepStrictEqual(complaintsOf(optional, {}), [])
  })

  it.each(cases)("%s, where null is allowed too", (_, schema, input, expected) => {
    const nullable = field(Schema.NullOr(schema as Schema.Codec<unknown>))
    assert.deepStrictEqual(complaintsOf(nullable, { f: input }), expected === undefined ? [] : [["f", expected]])
    assert.deepStrictEqual(complaintsOf(nullable, { f: null }), [])
  })
})

describe("the 422 details of an object", () => {
  const Person = Schema.Struct({
    name: TextOf({ minimum: 1 }),
    age: IntegerOf({ minimum: 0 }),
    tags: Schema.optionalKey(ListOf(Text)),
    home: Schema.Struct({ city: Text, custom_data: Schema.optionalKey(TextMapOf({ valueMaximum: 3, keys: 2 })) }),
  })

  it("reports every broken field with its path, array indexes as integers", () => {
    const input = { age: -1, tags: ["a", 1, "b", null], home: { custom_data: { long: "abcd", wrong: 1 } } }
    const refused = Effect.runSync(Effect.flip(decoder(Person)(input)))
    assert.instanceOf(refused, InvalidInput)
    const byPlace = Object.fromEntries(refused.detail.map(({ loc, type }) => [JSON.stringify(loc), type]))
    assert.deepStrictEqual(byPlace, {
      '["name"]': "missing",
      '["age"]': "greater_than_equal",
      '["tags",1]': "string_type",
      '["tags",3]': "string_type",
      '["home","city"]': "missing",
      '["home","custom_data","long"]': "string_too_long",
      '["home","custom_data","wrong"]': "string_type",
    })
    for (const { msg } of refused.detail) assert.match(msg, /^(must|is) /)
  })

  it("reports a list or map that is too large once, however many of its members are broken as well", () => {
    const Sized = Schema.Struct({ list: ListOf(Integer, 2), map: TextMapOf({ valueMaximum: 1, keys: 1 }) })
    assert.deepStrictEqual(complaintsOf(Sized, { list: ["a", "b", 3], map: { a: 1, b: "" } }), [
      ["list", "too_long"],
      ["map", "too_long"],
    ])
    assert.deepStrictEqual(complaintsOf(Sized, { list: [1, "b"], map: { a: 1 } }), [
      ["list.1", "int_type"],
      ["map.a", "string_type"],
    ])
  })

  it("reports a key that is too long, in addition to its value", () => {
    const long = "k".repeat(KEY_LENGTH_MAX + 1)
    assert.deepStrictEqual(
      complaintsOf(field(TextMapOf({ valueMaximum: 1, keys: 2 })), { f: { [long]: "", b: "bb" } }),
      [
        [`f.${long}`, "string_too_long"],
        ["f.b", "string_too_long"],
      ],
    )
  })

  it.each([
    [IntegerOf({ minimum: 1, maximum: 50 }), 2n ** 60n, "must be at most 50"],
    [IntegerOf({ minimum: 1, maximum: 50 }), -1e20, "must be at least 1"],
    [Integer, 2n ** 60n, `must be at most ${INTEGER_MAX}`],
    [Integer, -Infinity, `must be at least ${-INTEGER_MAX}`],
  ] as const)("names the nearest limit, however far the integer is from it", (schema, input, msg) => {
    const refused = Effect.runSync(Effect.flip(decoder(field(schema))({ f: input })))
    assert.deepStrictEqual(
      refused.detail.map((detail) => detail.msg),
      [msg],
    )
  })

  it.each([
    ["a list", []],
    ["a text", "x"],
    ["a number", 1],
    ["null", null],
    ["nothing", undefined],
  ])("%s instead of an object is reported at the source", (_, input) =>
    assert.deepStrictEqual(complaintsOf(Person, input), [["", "dict_type"]]),
  )

  it("ignores fields it does not know", () => {
    const decoded = Effect.runSync(decoder(field(Flag))({ f: true, g: 1 }))
    assert.deepStrictEqual(decoded, { f: true })
  })

  it("uses no detail type outside of the closed list, whatever the input", () => {
    const known: ReadonlySet<string> = new Set(DETAIL_TYPES)
    const soup = fc.record(
      {
        name: fc.anything(),
        age: fc.anything(),
        tags: fc.oneof(fc.anything(), fc.array(fc.anything())),
        home: fc.oneof(
          fc.anything(),
          fc.record({ city: fc.anything(), custom_data: fc.dictionary(fc.string(), fc.anything()) }),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(soup, (input) => {
        for (const [, type] of complaintsOf(Person, input)) {
          assert.isTrue(known.has(type ?? ""))
          // Every constructor says what it is that it wants; the catch-all must not be needed.
          assert.notStrictEqual(type, "value_error")
        }
      }),
      { numRuns: 1000 },
    )
  })

  it("falls back to value_error for a check that says nothing", () => {
    const even = Integer.check(Schema.makeFilter((value: number) => value % 2 === 0))
    assert.deepStrictEqual(complaintsOf(field(even), { f: 3 }), [["f", "value_error"]])
    const spoken = Integer.check(
      Schema.makeFilter((value: number) => value % 2 === 0, complaint("enum", "must be even")),
    )
    assert.deepStrictEqual(complaintsOf(field(spoken), { f: 3 }), [["f", "enum"]])
  })
})

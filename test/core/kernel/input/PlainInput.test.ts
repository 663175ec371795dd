/** What programs pass is held to the rules of a request body before anything walks over it (decisions, section 2). */
import { Integer, ListOf, Text, TextMap } from "@garrison/core/kernel/input/Field"
import { JSON_DEPTH_MAX, parseJson } from "@garrison/core/kernel/wire/Json"
import { INPUT_VALUES_MAX, plainDecoder } from "@garrison/core/kernel/input/PlainInput"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decodeAny = plainDecoder(Schema.Unknown)

const taken = (value: unknown): unknown => Effect.runSync(decodeAny(value))
const complaints = (value: unknown): ReadonlyArray<string> =>
  Effect.runSync(Effect.flip(decodeAny(value))).detail.map(({ loc, msg }) => `${loc.join(".")} ${msg}`)

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner, _, index) => (index % 2 === 0 ? [inner] : { a: inner }), 0)

describe("plainDecoder", () => {
  it("takes what JSON can say as it is", () => {
    const value = { a: [1, "two", true, null, 3n], b: { c: {} }, d: "\u{1f600}" }
    assert.deepStrictEqual(taken(value), value)
  })

  it("nests as deep as a request body may, and no deeper", () => {
    assert.deepStrictEqual(taken(nested(JSON_DEPTH_MAX)), nested(JSON_DEPTH_MAX))
    assert.isTrue(Result.isSuccess(parseJson(JSON.stringify(nested(JSON_DEPTH_MAX)))))
    assert.match(complaints(nested(JSON_DEPTH_MAX + 1))[0] ?? "", / must not nest deeper than 32 levels$/)
    assert.isTrue(Result.isFailure(parseJson(JSON.stringify(nested(JSON_DEPTH_MAX + 1)))))
  })

  it("refuses what contains itself", () => {
    const cyclic: Array<unknown> = []
    cyclic.push(cyclic)
    assert.match(complaints(cyclic)[0] ?? "", /must not nest deeper/)
  })

  it("counts a shared value each time it is reached, and lists by their length", () => {
    const full = Array.from({ length: INPUT_VALUES_MAX - 1 }, () => 0)
    assert.lengthOf(taken(full) as ReadonlyArray<unknown>, INPUT_VALUES_MAX - 1)
    const doubled = Array.from({ length: 25 }).reduce<unknown>((inner) => [inner, inner], 0)
    const sparse: Array<number> = []
    sparse.length = 2 ** 32 - 1
    for (const large of [[...full, 0], doubled, sparse]) {
      assert.match(complaints(large)[0] ?? "", / must hold at most 100000 values$/)
    }
  })

  it("refuses __proto__ as a key, and text that databases cannot store", () => {
    assert.deepStrictEqual(complaints({ a: JSON.parse('{"__proto__":1}') }), ["a must not have a key __proto__"])
    for (const text of ["\0", "\ud800", "x\udc00"]) {
      assert.deepStrictEqual(complaints({ a: [text] }), ["a.0 must not contain U+0000 or half a surrogate pair"])
      assert.deepStrictEqual(complaints({ [text]: 1 }), [" must not contain U+0000 or half a surrogate pair"])
    }
  })

  it("treats undefined as not given, and null too unless it has a meaning", () => {
    const schema = Schema.Struct({ a: Schema.optionalKey(Schema.NullOr(Text)), b: Schema.optionalKey(Text) })
    const dropping = plainDecoder(schema)
    const keeping = plainDecoder(schema, "undefined")
    assert.deepStrictEqual(Effect.runSync(dropping({ a: null, b: undefined })), {})
    assert.deepStrictEqual(Effect.runSync(keeping({ a: null, b: undefined })), { a: null })
  })

  it("says what does not fit the schema, every field of it", () => {
    const decode = plainDecoder(Schema.Struct({ a: Integer, b: ListOf(Text), c: TextMap }))
    const { detail } = Effect.runSync(Effect.flip(decode({ a: new Date(0), b: [null], c: new Map() })))
    assert.deepStrictEqual(
      detail.map(({ loc, type }) => [loc.join("."), type]),
      [
        ["a", "int_type"],
        ["b.0", "string_type"],
      ],
    )
  })
})

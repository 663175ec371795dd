/** JSON bodies: what is refused before any schema looks. */
import { ABSENT, parseBody } from "@garrison/http/request/body"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const bytes = (text: string) => new TextEncoder().encode(text)
const refusal = (given: Uint8Array) =>
  Effect.map(Effect.flip(parseBody(given, "dropped")), ({ detail }) => detail.map(({ loc, type }) => ({ loc, type })))

describe("parseBody", () => {
  it.effect("tells an absent body from an empty object", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* parseBody(bytes(""), "dropped"), ABSENT)
      assert.deepStrictEqual(yield* parseBody(bytes("{}"), "dropped"), {})
    }),
  )

  it.effect("drops null members, or keeps them where null says something", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseBody(bytes('{"a":null,"b":[{"c":null}]}'), "dropped"), { b: [{}] })
      assert.deepStrictEqual(yield* parseBody(bytes('{"a":null}'), "kept"), { a: null })
    }),
  )

  it.effect("keeps the digits of integers beyond 2^53", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseBody(bytes('{"a":9007199254740993}'), "dropped"), { a: 9007199254740993n })
    }),
  )

  it.effect.each([
    ["no JSON", bytes("{"), ["body"]],
    ["two values", bytes("{}{}"), ["body"]],
    ["not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), ["body"]],
    ["half a UTF-8 character", Uint8Array.of(0x22, 0xc3, 0x22), ["body"]],
    ["an overlong UTF-8 form", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), ["body"]],
    ["a key twice", bytes('{"a":{"b":1,"b":2}}'), ["body", "a", "b"]],
    ["a key twice, once escaped", bytes('{"a":1,"\\u0061":2}'), ["body", "a"]],
    ["33 levels", bytes("[".repeat(33) + "]".repeat(33)), ["body"]],
  ] as const)("refuses %s as json_invalid", ([, given, loc]) =>
    Effect.map(refusal(given), (details) => assert.deepStrictEqual(details, [{ loc: [...loc], type: "json_invalid" }])),
  )

  it.effect.each([
    ["the key __proto__", '{"a":{"__proto__":1}}', ["body", "a", "__proto__"]],
    ["U+0000 in a value", '{"a":["x\\u0000"]}', ["body", "a", 0]],
    ["U+0000 in a key", '{"a":{"\\u0000":1}}', ["body", "a"]],
    ["half a surrogate pair", '{"a":"\\ud800"}', ["body", "a"]],
    ["the other half", '{"a":"\\uDC00x"}', ["body", "a"]],
  ] as const)("refuses %s as value_error", ([, text, loc]) =>
    Effect.map(refusal(bytes(text)), (details) =>
      assert.deepStrictEqual(details, [{ loc: [...loc], type: "value_error" }]),
    ),
  )

  it.effect("takes whole surrogate pairs, escaped or not", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseBody(bytes('["\\ud83d\\ude00","😀"]'), "dropped"), ["😀", "😀"])
    }),
  )
})

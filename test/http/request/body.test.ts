/** JSON bodies that are refused before any schema checks them. */
import { ABSENT, parseBody, UNREADABLE } from "@garrison/http/request/body"
import { assert, describe, it } from "@effect/vitest"

const bytes = (text: string) => new TextEncoder().encode(text)
const refusal = (given: Uint8Array) => {
  const { details, value } = parseBody(given)
  return { details: details.map(({ loc, type }) => ({ loc, type })), unreadable: value === UNREADABLE }
}
const valueOf = (given: Uint8Array, nullsKept = false) => {
  const { details, value } = parseBody(given, nullsKept)
  assert.lengthOf(details, 0)
  return value
}

describe("parseBody", () => {
  it("tells an absent body from an empty object", () => {
    assert.strictEqual(valueOf(bytes("")), ABSENT)
    assert.deepStrictEqual(valueOf(bytes("{}")), {})
  })

  it("skips one byte order mark, and only one", () => {
    assert.deepStrictEqual(valueOf(bytes("\ufeff{}")), {})
    assert.isTrue(refusal(bytes("\ufeff\ufeff{}")).unreadable)
  })

  it("drops null members, or keeps them where null says something", () => {
    assert.deepStrictEqual(valueOf(bytes('{"a":null,"b":[{"c":null}]}')), { b: [{}] })
    assert.deepStrictEqual(valueOf(bytes('{"a":null}'), true), { a: null })
  })

  it("keeps the digits of integers beyond 2^53", () => {
    assert.deepStrictEqual(valueOf(bytes('{"a":9007199254740993}')), { a: 9007199254740993n })
  })

  it.each([
    ["no JSON", bytes("{"), ["body"]],
    ["two values", bytes("{}{}"), ["body"]],
    ["not UTF-8", Uint8Array.of(0x22, 0xff, 0x22), ["body"]],
    ["half a UTF-8 character", Uint8Array.of(0x22, 0xc3, 0x22), ["body"]],
    ["an overlong UTF-8 form", Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), ["body"]],
    ["a key twice", bytes('{"a":{"b":1,"b":2}}'), ["body", "a", "b"]],
    ["a key twice, once escaped", bytes('{"a":1,"\\u0061":2}'), ["body", "a"]],
    ["33 levels", bytes("[".repeat(33) + "]".repeat(33)), ["body"]],
  ] as const)("refuses %s as json_invalid", (_, given, loc) => {
    assert.deepStrictEqual(refusal(given), { details: [{ loc: [...loc], type: "json_invalid" }], unreadable: true })
  })

  it.each([
    ["U+0000 in a value", '{"a":["x\\u0000"]}', ["body", "a", 0]],
    ["U+0000 in a key", '{"a":{"\\u0000":1}}', ["body", "a"]],
    ["half a surrogate pair", '{"a":"\\ud800"}', ["body", "a"]],
    ["the other half", '{"a":"\\uDC00x"}', ["body", "a"]],
  ] as const)("refuses %s as value_error, and goes on to look at the rest", (_, text, loc) => {
    assert.deepStrictEqual(refusal(bytes(text)), {
      details: [{ loc: [...loc], type: "value_error" }],
      unreadable: false,
    })
  })

  it("refuses the key __proto__ as value_error", () => {
    assert.deepStrictEqual(refusal(bytes('{"a":{"__proto__":1}}')), {
      details: [{ loc: ["body", "a", "__proto__"], type: "value_error" }],
      unreadable: true,
    })
  })

  it("takes whole surrogate pairs, escaped or not", () => {
    assert.deepStrictEqual(valueOf(bytes('["\\ud83d\\ude00","😀"]')), ["😀", "😀"])
  })
})

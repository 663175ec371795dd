/** A large value as JSON in pieces: the pieces are its text, and each is small. Other values are not written whole. */
import { assert, describe, it } from "@effect/vitest"
import { isLargeJson, jsonPieces } from "@garrison/core/kernel/wire/JsonPieces"
import * as FastCheck from "fast-check"

const SIZE_MAX = 1024 * 1024

const piecesOf = (value: unknown, sizeMax = SIZE_MAX) => {
  const work = jsonPieces(value, sizeMax)
  const pieces: Array<string> = []
  let step = work.next()
  for (; step.done !== true; step = work.next()) pieces.push(step.value)
  return { pieces, isWhole: step.value }
}

/** Parts above the size that is written at once, so that values are written in several ways. */
const large = "x".repeat(70_000)
const value = FastCheck.letrec<{ any: unknown }>((tie) => ({
  any: FastCheck.oneof(
    { depthSize: "small" },
    FastCheck.oneof(
      FastCheck.string({ unit: "binary" }),
      FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
      FastCheck.integer(),
      FastCheck.boolean(),
      FastCheck.constant(null),
      FastCheck.constant(large),
    ),
    FastCheck.array(tie("any"), { maxLength: 4 }),
    FastCheck.dictionary(FastCheck.string({ unit: "binary" }), FastCheck.option(tie("any"), { nil: undefined }), {
      maxKeys: 4,
    }),
  ),
})).any

const circle: Array<unknown> = [large]
circle.push(circle)

const nested = (depth: number): unknown => {
  let inner: unknown = 1
  for (let level = 0; level < depth; level++) inner = [inner]
  return inner
}

class Point {
  readonly x = 1
  toJSON() {
    return 2
  }
}

describe("a value as JSON in pieces", () => {
  it("is the text of the value", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(value, { maxLength: 4 }), (given) => {
        const { isWhole, pieces } = piecesOf(given, 64 * SIZE_MAX)
        assert.isTrue(isWhole)
        assert.strictEqual(pieces.join(""), JSON.stringify(given))
      }),
      { numRuns: 300 },
    )
  })

  it("is in pieces that are small, however the value is cut", () => {
    const entries = Array.from({ length: 30_000 }, (_, index) => [`entry ${index}`, { index }] as const)
    for (const wide of [Object.fromEntries(entries), entries, { deep: [{ deeper: Object.fromEntries(entries) }] }]) {
      const { isWhole, pieces } = piecesOf(wide)
      assert.isTrue(isWhole)
      assert.strictEqual(pieces.join(""), JSON.stringify(wide))
      assert.isAbove(pieces.length, 8)
      for (const piece of pieces) assert.isAtMost(piece.length, 192 * 1024)
    }
  })

  it.each<readonly [string, unknown]>([
    ["NaN", Number.NaN],
    ["infinity", -Infinity],
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a hole in a list", [undefined]],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["a text object", Object("text")],
    ["an object with a JSON form of its own", new Point()],
    ["itself", circle],
    ["more levels than a document may have", nested(33)],
    ["more than the largest size", "x".repeat(SIZE_MAX)],
  ])("is not whole when it holds %s", (_, member) => {
    for (const given of [member, [large, { member }], { large, member }]) assert.isFalse(piecesOf(given).isWhole)
  })

  it("leaves out members that are undefined, as JSON does", () => {
    assert.deepStrictEqual(piecesOf({ a: undefined, b: 1, c: undefined }), { pieces: ['{"b":1}'], isWhole: true })
    assert.deepStrictEqual(piecesOf({ a: undefined, large, c: undefined }).pieces.join(""), JSON.stringify({ large }))
  })

  it("is large by its values, its keys and its texts", () => {
    assert.isFalse(isLargeJson([1, 2, "abc"], 7))
    assert.isTrue(isLargeJson([1, 2, "abcd"], 7))
    assert.isFalse(isLargeJson({ abc: 1, left: undefined }, 5))
    assert.isTrue(isLargeJson({ abcd: 1 }, 5))
    assert.isTrue(isLargeJson(circle, 100))
    assert.isFalse(isLargeJson([Number.NaN, large], 100))
  })
})

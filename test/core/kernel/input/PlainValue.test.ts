/** Values from outside are copied within their bounds. What a caller makes of a problem is tested at the caller. */
import { copyPlain, LEFT_OUT, type Path, type Problem, withoutNulls } from "@garrison/core/kernel/input/PlainValue"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const strict = (problems: Array<readonly [Problem["is"], string]>, sizeMax = 1000) => ({
  dropsNulls: false,
  checksTexts: true,
  checksKinds: true,
  sizeMax,
  countsCharacters: true,
  onProblem: (problem: Problem, path: Path) => {
    problems.push([problem.is, path.join(".")])
    if (problem.is === "cycle" || problem.is === "depth" || problem.is === "size") throw problem
    return LEFT_OUT
  },
})

describe("copyPlain", () => {
  it("copies JSON, and nothing of the copy is the original", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        fc.pre(!JSON.stringify(value).includes("__proto__"))
        const copied = copyPlain(value, { ...strict([], 1e6), checksTexts: false })
        assert.deepStrictEqual(copied, value)
        if (typeof value === "object" && value !== null) assert.notStrictEqual(copied, value)
      }),
    )
  })

  it("leaves a member out with its key, and keeps the place of an element", () => {
    const found: Array<readonly [Problem["is"], string]> = []
    const value = { a: [1, Number.NaN, 2], b: new Map(), c: "\0", "\ud800": 1, d: undefined, e: null }
    assert.deepStrictEqual(copyPlain(value, strict(found)), { a: [1, null, 2], e: null })
    assert.deepStrictEqual(found, [
      ["kind", "a.1"],
      ["kind", "b"],
      ["text", "c"],
      ["key", ""],
    ])
  })

  it("ends at a value that contains itself, is too deep, or is too large", () => {
    const cyclic: Array<unknown> = []
    cyclic.push(cyclic)
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 0)
    const doubled = Array.from({ length: 25 }).reduce<unknown>((inner) => [inner, inner], 0)
    for (const [value, problem] of [
      [cyclic, "cycle"],
      [deep, "depth"],
      [doubled, "size"],
      ["x".repeat(1001), "size"],
    ] as const) {
      const found: Array<readonly [Problem["is"], string]> = []
      assert.throws(() => copyPlain(value, strict(found)))
      assert.strictEqual(found[0]?.[0], problem)
    }
  })
})

describe("withoutNulls", () => {
  it("drops null members at every depth and leaves array elements alone", () => {
    assert.deepStrictEqual(withoutNulls({ a: null, b: { c: null, d: [null, { e: null, f: 0 }] }, g: false }), {
      b: { d: [null, { f: 0 }] },
      g: false,
    })
  })

  it("changes nothing that has no null members", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes("null") || text.includes("__proto__")) return
        assert.strictEqual(JSON.stringify(withoutNulls(value)), text)
      }),
    )
  })

  it("does not let a key name the prototype", () => {
    const kept = withoutNulls(JSON.parse('{"__proto__":{"admin":true}}')) as { admin?: boolean }
    assert.isUndefined(kept.admin)
  })
})

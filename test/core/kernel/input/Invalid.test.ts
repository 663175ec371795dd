/** Details of broken input put together: one for one place, at a cost that long keys do not raise. */
import { assert, describe, it } from "@effect/vitest"
import { withoutRepeats, type InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import * as fc from "fast-check"

const at = (...loc: InvalidDetail["loc"]): InvalidDetail => ({ loc, msg: "is required", type: "missing" })

describe("further mistakes", () => {
  it("come after known mistakes, and are left out at a place with a known mistake", () => {
    const known = [at("a"), at("list", 1)]
    const found = [at(), at("a"), at("list"), at("list", 1), at("list", "1")]
    assert.deepStrictEqual(withoutRepeats(known, found), [...known, found[0]!, found[2]!, found[4]!])
    assert.deepStrictEqual(withoutRepeats([], found), found)
    assert.deepStrictEqual(withoutRepeats(known, []), known)
  })

  it("are compared by their whole place and nothing else", () => {
    const loc = fc.array(fc.oneof(fc.constantFrom("", "a", "b", "0"), fc.integer({ min: 0, max: 1 })), { maxLength: 3 })
    const list = fc.array(loc.map((parts) => at(...parts)))
    fc.assert(
      fc.property(list, list, (known, found) => {
        const places = new Set(known.map((detail) => JSON.stringify(detail.loc)))
        const rest = found.filter((detail) => !places.has(JSON.stringify(detail.loc)))
        assert.deepStrictEqual(withoutRepeats(known, found), [...known, ...rest])
      }),
    )
  })

  it("is found as quickly under a long key, however much is wrong there", () => {
    const key = "k".repeat(30_000)
    const known = Array.from({ length: 20_000 }, (_, index) => at(key, index))
    const before = process.threadCpuUsage()
    assert.lengthOf(withoutRepeats(known, [at("a")]), known.length + 1)
    assert.isBelow(process.threadCpuUsage(before).user, 1_000_000)
  })
})

/** Counts by unit of time, and the quantiles made of them, against a model that keeps everything. */
import { assert, describe, it } from "@effect/vitest"
import { Latencies } from "@garrison/http/figures/Latencies"
import { Rings } from "@garrison/http/figures/Rings"
import * as fc from "fast-check"

const UNITS = 5

/** Adds to one of two series after so many units. */
const steps = fc.array(
  fc.record({
    pass: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 3 }), fc.integer({ min: 4, max: 40 })),
    series: fc.constantFrom(0, 1),
    count: fc.integer({ min: 0, max: 9 }),
  }),
  { maxLength: 60 },
)

describe("Rings", () => {
  it("count by unit as a list of everything does, however far the time jumps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), steps, (began, all) => {
        const rings = new Rings(UNITS, began)
        const series = [rings.open(), rings.open()]
        const kept: Array<{ at: number; series: number; count: number }> = []
        let now = began
        for (const { count, pass, series: which } of all) {
          // A time that goes back changes nothing.
          rings.move(now + pass)
          now = Math.max(now, now + pass)
          rings.add(series[which] ?? -1, count)
          kept.push({ at: now, series: which, count })
          const at = (which_: number, unit: number) =>
            kept.filter((one) => one.series === which_ && one.at === unit).reduce((sum, one) => sum + one.count, 0)
          const complete = Math.min(now - began, UNITS)
          assert.strictEqual(rings.complete, complete)
          for (const one of [0, 1]) {
            const expected = Array.from({ length: complete }, (_, index) => at(one, now - complete + index))
            assert.deepStrictEqual(rings.list(series[one] ?? -1), expected)
            for (const before of [0, 2, Number.POSITIVE_INFINITY]) {
              const counted = expected.slice(expected.length - Math.min(before, complete))
              const sum = counted.reduce((left, right) => left + right, 0) + at(one, now)
              assert.strictEqual(rings.sum(series[one] ?? -1, before), sum)
            }
          }
        }
      }),
    )
  })

  it("keep the largest of a unit", () => {
    const rings = new Rings(UNITS, 7)
    const series = rings.open()
    for (const value of [3, 9, 4]) rings.raise(series, value)
    rings.move(8)
    rings.raise(series, 2)
    rings.move(9)
    assert.deepStrictEqual(rings.list(series), [9, 2])
  })
})

describe("Latencies", () => {
  it("say the quantiles of what was added, at most 13 % too large", () => {
    const millis = fc.array(fc.double({ min: 0.1, max: 9999, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(millis, (all) => {
        const latencies = new Latencies(new Rings(UNITS, 0))
        for (const one of all) latencies.add(one)
        const sorted = all.toSorted((left, right) => left - right)
        const found = latencies.quantiles()
        for (const [share, said] of [
          [0.5, found.p50_ms],
          [0.95, found.p95_ms],
          [0.99, found.p99_ms],
        ] as const) {
          const exact = sorted[Math.ceil(all.length * share) - 1] ?? 0
          assert.isAtLeast((said ?? 0) * 1.005, exact)
          assert.isAtMost(said ?? 0, exact * 1.13)
        }
      }),
    )
  })

  it("count what is very short and very long, and say nothing of nothing", () => {
    const rings = new Rings(UNITS, 0)
    const latencies = new Latencies(rings)
    assert.deepStrictEqual(latencies.quantiles(), { p50_ms: null, p95_ms: null, p99_ms: null })
    for (const one of [0, 0.01, 1e9]) latencies.add(one)
    assert.deepStrictEqual(latencies.quantiles().p50_ms, 0.1)
    assert.isAbove(latencies.quantiles().p99_ms ?? 0, 10_000)
    rings.move(2)
    assert.deepStrictEqual(latencies.p95ByUnit()[1], null)
  })
})

/**
 * What the checker says about fulfilment, beside what the interpreter does: what no order can fulfil fails, what has no
 * effect changes nothing, and what nearly is a mistake is none.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Draft } from "../order/catalogs.ts"
import { countsOf, fill, NOW, resultsOf, run } from "../order/fulfilling.ts"
import { feeding, type Idle, idle, surprising, unfulfillable } from "./oracles.ts"
import { findingsAt, placeOf } from "./sample.ts"

/** The findings about a draft at the time of every order. */
const findings = (draft: Draft) => findingsAt(draft, NOW)

const codesOf = (draft: Draft) => Effect.map(findings(draft), (found) => found.map(({ code }) => code))

type Ordered = Pick<Idle, "entry" | "records">

/** The first candidate of each draw is drawn; with `last`, the last one. */
const ordered = (draft: Draft, { entry = fill(1), records = [] }: Ordered, last = false) => {
  const { holdings, outcome } = run({
    draft,
    records,
    entries: [entry],
    choose: ({ total }) => (last ? total - 1 : 0),
  })
  return { results: resultsOf(outcome), counts: countsOf(holdings), reason: outcome.order.entries[0]?.reason }
}

describe("loot that no order can fulfil", () => {
  for (const { at, code, mistake, nearMiss, nearMissEntry = fill(1), reason, records = [], what } of unfulfillable) {
    it.effect(`is found, and its orders fail: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepInclude((yield* findings(mistake)).map(placeOf), [code, at])
        const failed = ordered(mistake, { records })
        assert.notStrictEqual(failed.results[0], "success")
        assert.strictEqual(failed.reason?._tag, reason)
        assert.notInclude(yield* codesOf(nearMiss), code)
        assert.deepStrictEqual(ordered(nearMiss, { records, entry: nearMissEntry }).results, ["success"])
      }),
    )
  }
})

describe("a field without effect", () => {
  for (const { at, code, mistake, nearMiss, same, sameEntry, what, ...order } of idle) {
    it.effect(`is found, and the interpreter does the same without it: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepInclude((yield* findings(mistake)).map(placeOf), [code, at])
        const without = sameEntry === undefined ? order : { ...order, entry: sameEntry }
        for (const last of [false, true]) {
          const done = ordered(mistake, order, last)
          assert.deepStrictEqual(done.results, ["success"])
          assert.deepStrictEqual(done.counts, ordered(same, without, last).counts)
        }
        assert.notInclude(yield* codesOf(nearMiss), code)
      }),
    )
  }

  for (const { at, code, counts, mistake, nearMiss, nearMissCounts, what, ...order } of surprising) {
    it.effect(`is found where it is not what it seems: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepInclude((yield* findings(mistake)).map(placeOf), [code, at])
        assert.deepStrictEqual(ordered(mistake, order, true).counts, counts)
        assert.notInclude(yield* codesOf(nearMiss), code)
        assert.deepStrictEqual(ordered(nearMiss, order, true).counts, nearMissCounts)
      }),
    )
  }
})

describe("level rewards that feed themselves", () => {
  it.effect("are found, by the item itself or by another, and not where they end", () =>
    Effect.gen(function* () {
      const code = "level_rewards_feed_themselves"
      assert.deepInclude((yield* findings(feeding.itself)).map(placeOf), [code, "items.1.level_vendor_id"])
      assert.strictEqual(ordered(feeding.itself, {}).reason?._tag, "NestedTooDeep")
      assert.include(yield* codesOf(feeding.another), code)
      assert.notInclude(yield* codesOf(feeding.atTheTop), code)
      assert.notInclude(yield* codesOf(feeding.none), code)
      assert.deepStrictEqual(ordered(feeding.none, {}).results, ["success"])
    }),
  )
})

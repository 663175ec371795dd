/**
 * What no purchase, code or level ever gives is found, and shown by the interpreter: the order of the mistake fails or
 * gives less, and that of the near miss does not. What servers and operators use as it is has no finding.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Draft } from "../order/catalogs.ts"
import { countsOf, NOW, run } from "../order/fulfilling.ts"
import { legitimate, never, type Never } from "./neverOracles.ts"
import { findingsAt, placeOf } from "./sample.ts"

/** How an order of the draft ends. A player submits it where the platform matters, and else a server does. */
const endOf = (draft: Draft, entry: Never["entry"], { platform, records = [] }: Never) => {
  const { holdings, outcome } = run({
    draft,
    records,
    entries: [entry],
    isServer: platform === undefined,
    ...(platform === undefined ? undefined : { platform, source: "CLIENT" as const }),
  })
  return { reason: outcome.order.entries[0]?.reason?._tag, counts: countsOf(holdings) }
}

describe("what no purchase, code or level ever gives", () => {
  for (const one of never) {
    const { at, code, end, entry, mistake, nearMiss, nearMissEnd = {}, nearMissEntry = entry, what } = one
    it.effect(`is found, and shown by an order: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* findingsAt(mistake, NOW)).map(placeOf), [[code, at]])
        const ended = endOf(mistake, entry, one)
        assert.strictEqual(ended.reason, end.reason)
        if (end.counts !== undefined) assert.deepStrictEqual(ended.counts, end.counts)
        assert.deepStrictEqual((yield* findingsAt(nearMiss, NOW)).map(placeOf), [])
        const near = endOf(nearMiss, nearMissEntry, one)
        assert.strictEqual(near.reason, nearMissEnd.reason)
        if (nearMissEnd.counts !== undefined) assert.deepStrictEqual(near.counts, nearMissEnd.counts)
      }),
    )
  }

  for (const [what, draft] of legitimate) {
    it.effect(`is not found in ${what}`, () =>
      Effect.map(findingsAt(draft, NOW), (found) => assert.deepStrictEqual(found.map(placeOf), [])),
    )
  }
})

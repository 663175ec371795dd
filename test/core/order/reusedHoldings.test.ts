/**
 * Holdings that are used again after a failed transaction: a simulation fulfils order after order on the same holdings.
 * What the failed one gave, took and judged is gone, so that the next order is as on holdings of its own.
 */
import { assert, describe, it } from "@effect/vitest"
import type { LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { DrawAsk } from "@garrison/core/order/rules/interpret/ask"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil, type InterpretedOrder } from "@garrison/core/order/rules/interpret/interpret"
import type { Outcome } from "@garrison/core/order/rules/interpret/outcome"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "./catalogs.ts"
import { countsOf, fill, held, items, NOW } from "./fulfilling.ts"
import { draft as anyDraft, inventory, NOW as RANDOM_NOW, orders as anyOrders, share } from "./randomOrders.ts"
import { testSeed } from "./seeded.ts"

const GOLD = 1
const SWORD = 2
const SHIELD = 3
const [PAY, TABLE, GRANT] = [1, 2, 3]

/** A price, a draw of a sword that a player may own once, and a shield that is always given. */
const draft: Draft = {
  items: items(3),
  vendors: {
    1: {
      loot: {
        [PAY]: { item_id: GOLD, inventory_operation: "subtract" },
        [TABLE]: { sub_vendor_id: 2 },
        [GRANT]: { item_id: SHIELD },
      },
    },
    2: {
      type: "randomly_sampled",
      loot: {
        21: { item_id: SWORD, stack_limit: 1, drop_weight: 3 },
        22: { item_id: GOLD, required_item_id: SWORD, drop_weight: 5 },
        23: { item_id: SHIELD, drop_weight: 7 },
      },
    },
  },
}

const missing = fill(99)

interface Placed {
  /** Linked once: what is judged is kept by vendor. */
  readonly catalog: LinkedCatalog
  readonly now: number
  readonly choose: (draw: DrawAsk) => number
}

const place = (
  holdings: Holdings,
  { catalog, choose, now }: Placed,
  entries: InterpretedOrder["entries"],
  isTransaction: boolean,
): Outcome =>
  fulfil(
    catalog,
    { source: "SYSTEM", isTransaction, entries },
    { platform: undefined, isServer: true, now },
    holdings,
    choose,
  )

/** An outcome without the identities of its parts, and the records of each item after it. */
const plain = ({ changes, order }: Outcome, holdings: Holdings) => ({
  results: order.entries.map(({ result }) => result),
  changes: changes.map(({ after, before, lootId }) => ({ after, before, lootId })),
  records: Array.from(holdings.all(), ({ current }) => current).toSorted((left, right) => left.itemId - right.itemId),
})

describe("holdings after a transaction that failed", () => {
  it("hold what they held: nothing is given, nothing is taken, and no change is left to store", () => {
    const records = [held(GOLD, 5)]
    const holdings = Holdings.complete(records)
    const first = { catalog: catalogOf(draft), now: NOW, choose: () => 0 }
    const failed = place(holdings, first, [fill(PAY, 2), fill(GRANT), missing], true)
    assert.deepStrictEqual(
      failed.order.entries.map(({ result }) => result),
      ["rollback", "rollback", "loot_not_found"],
    )
    assert.deepStrictEqual(failed.changes, [])
    assert.deepStrictEqual(countsOf(holdings), { [GOLD]: 5 })
    assert.deepStrictEqual(holdings.journal, [])
    holdings.settle()
    const next = place(holdings, first, [fill(PAY, 5)], false)
    assert.deepStrictEqual(
      next.changes.map(({ after, before }) => [before?.count, after.count]),
      [[5, 0]],
    )
    assert.strictEqual(next.changes[0]?.slot.original, records[0])
  })

  it("judge the candidates of draws as before: what the failed one drew can be drawn again", () => {
    const totals: Array<number> = []
    const holdings = Holdings.complete([])
    const drawing = {
      catalog: catalogOf(draft),
      now: NOW,
      choose: ({ total }: DrawAsk): number => {
        totals.push(total)
        return 0
      },
    }
    // Without a sword, sword and shield; with one, gold and shield.
    place(holdings, drawing, [fill(TABLE)], false)
    holdings.undo(0)
    place(holdings, drawing, [fill(TABLE), fill(TABLE), missing], true)
    place(holdings, drawing, [fill(TABLE)], false)
    assert.deepStrictEqual(totals, [10, 10, 12, 10])
    assert.deepStrictEqual(countsOf(holdings), { [SWORD]: 1 })
  })

  it("lead to the outcome that holdings of their own lead to, on any catalog", () => {
    let gave = 0
    fc.assert(
      fc.property(
        anyDraft,
        inventory,
        anyOrders,
        share,
        (drafted, records: ReadonlyArray<HeldRecord>, list, stream) => {
          const catalog = catalogOf(drafted)
          const shares = Array.from(stream.take(50))
          const drawing = () => {
            let drawn = 0
            const choose = ({ total }: DrawAsk): number => Math.floor((shares[drawn++ % shares.length] ?? 0) * total)
            return { catalog, now: RANDOM_NOW, choose }
          }
          const reused = Holdings.complete(records)
          for (const { entries } of list) {
            place(reused, drawing(), [...entries, missing], true)
            const own = Holdings.complete(records)
            const expected = plain(place(own, drawing(), entries, false), own)
            assert.deepStrictEqual(plain(place(reused, drawing(), entries, false), reused), expected)
            gave += expected.changes.length
            reused.undo(0)
          }
        },
      ),
      { numRuns: 200, seed: testSeed() },
    )
    assert.isAbove(gave, 50)
  })
})

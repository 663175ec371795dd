/** Loot that is fulfilled at once: the same outcome as by frames, on any catalog. */
import { assert, describe, it } from "@effect/vitest"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { answering } from "@garrison/core/order/rules/ask"
import { Holdings } from "@garrison/core/order/rules/holdings"
import { fulfil, interpret, type InterpretedOrder } from "@garrison/core/order/rules/interpret"
import type { EntryEffect, OrderOutcome, Outcome } from "@garrison/core/order/rules/outcome"
import type { TraceSink } from "@garrison/core/order/rules/trace"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "./catalogs.ts"
import { draft, inventory, NOW, orders, share } from "./randomOrders.ts"

const circumstances = { platform: "Echo", isServer: true, now: NOW } as const

const plainEffect = (effect: EntryEffect): unknown => {
  if (effect._tag === "new_order") return { ...effect, order: plainOrder(effect.order) }
  return effect._tag === "inventory_change" ? { ...effect, slot: undefined } : effect
}
const plainOrder = ({ entries }: OrderOutcome): unknown =>
  entries.map(({ details, ...entry }) => ({ ...entry, details: details.map(plainEffect) }))

/** An outcome without identities, and the records after it. */
const plain = ({ applied, changes, claims, newOrders, order }: Outcome, holdings: Holdings): unknown => ({
  order: plainOrder(order),
  newOrders: newOrders.map(plainOrder),
  changes: changes.map(plainEffect),
  claims,
  applied,
  records: Array.from(holdings.all(), ({ current }) => current),
})

/** Draws at the given shares of the total, and notes vendor, total and number of each draw. */
const drawing = (shares: ReadonlyArray<number>) => {
  const drawn: Array<unknown> = []
  const choose = ({ total, vendorId }: { readonly total: number; readonly vendorId: number }): number => {
    const number = Math.floor((shares[drawn.length % shares.length] ?? 0) * total)
    drawn.push([vendorId, total, number])
    return number
  }
  return { drawn, choose }
}

const noClaims = { Promotion: () => ({ isClaimed: false, uses: 0 }), Applied: () => false }

/** The three ways to interpret an order without storage. The first alone needs no frame. */
const ways = (drafted: Draft, order: InterpretedOrder, records: ReadonlyArray<HeldRecord>, shares: Array<number>) => {
  const catalog = catalogOf(drafted)
  const by = (run: (holdings: Holdings, choose: ReturnType<typeof drawing>["choose"]) => Outcome) => {
    const { choose, drawn } = drawing(shares)
    const holdings = Holdings.complete(records)
    return { outcome: plain(run(holdings, choose), holdings), drawn }
  }
  const sink: TraceSink = () => undefined
  return {
    atOnce: by((holdings, choose) => fulfil(catalog, order, circumstances, holdings, choose)),
    traced: by((holdings, choose) => fulfil(catalog, order, circumstances, holdings, choose, sink)),
    asked: by((holdings, choose) =>
      answering(interpret(catalog, order, circumstances, holdings), {
        Draw: choose,
        Records: () => assert.fail("all records are held"),
        Part: () => assert.fail("all records are held"),
        ...noClaims,
      }),
    ),
  }
}

/** A reason, and the reason why the last loot of a draw or a bundle was not given. */
interface Reason {
  readonly _tag: string
  readonly because?: Reason
}

const shares = share.map((stream) => Array.from(stream.take(50)))

describe("loot that is fulfilled at once", () => {
  it("has the outcome, the draws and the records of loot that is fulfilled by frames, on any catalog", () => {
    const seen = { draws: 0, newOrders: 0, failures: new Set<string>() }
    fc.assert(
      fc.property(draft, inventory, orders, shares, (drafted, records, list, drawnShares) => {
        for (const order of list) {
          const { asked, atOnce, traced } = ways(drafted, order, records, drawnShares)
          assert.deepStrictEqual(atOnce, asked)
          assert.deepStrictEqual(traced, asked)
          const { newOrders, order: entries } = atOnce.outcome as {
            newOrders: ReadonlyArray<unknown>
            order: ReadonlyArray<{ reason: Reason | undefined }>
          }
          seen.draws += atOnce.drawn.length
          seen.newOrders += newOrders.length
          for (const { reason } of entries)
            for (let cause = reason; cause !== undefined; cause = cause.because) seen.failures.add(cause._tag)
        }
      }),
      { numRuns: 1000, seed: 1 },
    )
    assert.isAbove(seen.draws, 1000)
    assert.isAbove(seen.newOrders, 100)
    for (const reason of ["QuantityTooLarge", "CountTooLarge", "NothingDrawnGiven", "NestedTooDeep"])
      assert.include([...seen.failures], reason)
  })

  it("leaves out what cannot be given of a drawn bundle, and draws again where nothing can", () => {
    const parts = (stack_limit: number) => ({ item_id: 1, quantity: 2, stack_limit })
    const drafted: Draft = {
      items: { 1: {}, 2: { availability_flags: 1 } },
      vendors: {
        1: { loot: { 10: { sub_vendor_id: 2 }, 11: { sub_vendor_id: 3 } } },
        2: { type: "randomly_sampled", loot: { 20: { sub_vendor_id: 4 }, 21: { sub_vendor_id: 5 } } },
        3: { type: "randomly_sampled", loot: { 30: { sub_vendor_id: 5 } } },
        4: { loot: { 40: { item_id: 2 }, 41: parts(9), 42: parts(2) } },
        5: { loot: { 50: { item_id: 2 }, 51: parts(1) } },
      },
    }
    const entries = [10, 10, 11, 11].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 }) as const)
    const order: InterpretedOrder = { source: "SYSTEM", isTransaction: false, entries }
    const { asked, atOnce } = ways(drafted, order, [], [0, 0.9])
    assert.deepStrictEqual(atOnce, asked)
    const { changes, order: ended } = atOnce.outcome as Pick<Outcome, "changes"> & {
      order: Outcome["order"]["entries"]
    }
    assert.deepStrictEqual(
      changes.map(({ lootId }) => lootId),
      [41, 41],
    )
    const because = { _tag: "NothingOfBundleGiven", vendorId: 5 }
    assert.containSubset(
      ended.map(({ reason }) => reason ?? null),
      [null, null, { _tag: "NothingDrawnGiven", because }, { _tag: "NothingDrawnGiven", because }],
    )
  })

  it("has the bounds of loot that is fulfilled by frames", () => {
    const recipe = (parts: number, sub_vendor_id: number) =>
      Object.fromEntries(Array.from({ length: parts }, (_, at) => [sub_vendor_id * 1000 + at, { sub_vendor_id }]))
    const endless: Draft = {
      items: { 1: {} },
      vendors: {
        1: { loot: recipe(1, 1) },
        2: { loot: recipe(20, 3) },
        3: { type: "randomly_sampled", loot: recipe(20, 2) },
        4: { loot: recipe(200, 5) },
        5: { loot: recipe(200, 6) },
        6: { loot: { 7000: { item_id: 1 } } },
        7: { loot: recipe(1, 4) },
      },
    }
    const entries = [1000, 2000, 4000, 6000].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 }) as const)
    const order: InterpretedOrder = { source: "SYSTEM", isTransaction: false, entries }
    const { asked, atOnce } = ways(endless, order, [], [0.3])
    assert.deepStrictEqual(atOnce, asked)
    const reasons = (atOnce.outcome as { order: ReadonlyArray<{ reason: unknown }> }).order.map(({ reason }) => reason)
    assert.deepStrictEqual(reasons, [
      { _tag: "NestedTooDeep", maximum: 64 },
      { _tag: "NestedTooDeep", maximum: 64 },
      { _tag: "TooManyChanges", maximum: 10_000 },
      undefined,
    ])
  })
})

/**
 * Records that come late: an entry that lacks one is begun again with it. The outcome, the draws and the trace are
 * those of an order that has all records from the beginning, and how often entries are begun again is bounded.
 */
import { assert, describe, it } from "@effect/vitest"
import { byAge } from "@garrison/core/inventory/rules/counts"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { RECORDS_PER_ITEM_MAX } from "@garrison/core/inventory/InventoryStore"
import type { Chooser } from "@garrison/core/order/rules/interpret/ask"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil, interpret, type InterpretedOrder } from "@garrison/core/order/rules/interpret/interpret"
import type { EntryEffect, OrderOutcome, Outcome } from "@garrison/core/order/rules/interpret/outcome"
import type { TraceEvent, TraceSink } from "@garrison/core/order/rules/explain/trace"
import * as fc from "fast-check"
import { answering } from "./answering.ts"
import { catalogOf, type Draft } from "./catalogs.ts"
import { held } from "./fulfilling.ts"
import { loaded, partOf } from "./partly.ts"
import { draft, hoard, NOW, orders, share, widened } from "./randomOrders.ts"

const circumstances = { platform: "Echo", isServer: true, now: NOW } as const

const plainEffect = (effect: EntryEffect): unknown => {
  if (effect._tag === "new_order") return { ...effect, order: plainOrder(effect.order) }
  return effect._tag === "inventory_change" ? { ...effect, slot: undefined } : effect
}
const plainOrder = ({ entries }: OrderOutcome): unknown =>
  entries.map(({ details, ...entry }) => ({ ...entry, details: details.map(plainEffect) }))

/** An outcome without identities. */
const plain = ({ applied, changes, claims, newOrders, order }: Outcome): unknown => ({
  order: plainOrder(order),
  newOrders: newOrders.map(plainOrder),
  changes: changes.map(plainEffect),
  claims,
  applied,
})

/** Draws at the given shares of the total, and notes vendor, total and number of each draw. */
const drawing = (shares: ReadonlyArray<number>) => {
  const drawn: Array<unknown> = []
  const choose: Chooser = ({ total, vendorId }) => {
    const number = Math.floor((shares[drawn.length % shares.length] ?? 0) * total)
    drawn.push([vendorId, total, number])
    return number
  }
  return { drawn, choose }
}

/** A step without identities, with what its functions answer. */
const plainStep = (event: TraceEvent): unknown => {
  switch (event._tag) {
    case "DrawBegan":
    case "NothingToDraw":
      return { ...event, candidates: event.candidates(), excluded: event.excluded() }
    case "Changed":
      return { ...event, change: plainEffect(event.change) }
    case "OrderBegan":
      return { ...event, order: undefined }
    default:
      return event
  }
}

const tracing = () => {
  const steps: Array<unknown> = []
  const sink: TraceSink = (event) => steps.push(plainStep(event))
  return { steps, sink }
}

/** Interprets with all records from the beginning. */
const early = (drafted: Draft, order: InterpretedOrder, records: ReadonlyArray<HeldRecord>, shares: Array<number>) => {
  const catalog = catalogOf(drafted)
  const by = (sink?: TraceSink) => {
    const { choose, drawn } = drawing(shares)
    const outcome = fulfil(catalog, order, circumstances, Holdings.complete(records), choose, sink)
    return { outcome: plain(outcome), drawn }
  }
  const { sink, steps } = tracing()
  const untraced = by()
  assert.deepStrictEqual(by(sink), untraced)
  return { ...untraced, steps }
}

/** Interprets with records that come when they are asked for; of an item with more than `most` records in parts. */
const late = (
  drafted: Draft,
  order: InterpretedOrder,
  records: ReadonlyArray<HeldRecord>,
  shares: ReadonlyArray<number>,
  most = RECORDS_PER_ITEM_MAX,
) => {
  const catalog = catalogOf(drafted)
  const by = (sink?: TraceSink) => {
    const asked = { records: 0, items: 0, parts: 0, undone: 0 }
    const { choose, drawn } = drawing(shares)
    const holdings = Holdings.empty()
    const undo = holdings.undo.bind(holdings)
    holdings.undo = (length) => {
      asked.undone++
      undo(length)
    }
    const { evidence, outcome } = answering(interpret(catalog, order, circumstances, holdings, choose, sink), {
      records: (ask) => {
        asked.records++
        asked.items += ask.itemIds.length
        return loaded(ask, records, most)
      },
      part: (ask) => {
        asked.parts++
        return partOf(ask, records)
      },
    })
    assert.strictEqual(evidence.choices.length, drawn.length)
    return { outcome: plain(outcome), drawn, asked }
  }
  const { sink, steps } = tracing()
  const untraced = by()
  const { drawn, outcome } = by(sink)
  assert.deepStrictEqual({ drawn, outcome }, { drawn: untraced.drawn, outcome: untraced.outcome })
  return { ...untraced, steps }
}

/** A reason, and the reason why the last loot of a draw or a bundle was not given. */
interface Reason {
  readonly _tag: string
  readonly because?: Reason
}

const shares = share.map((stream) => Array.from(stream.take(50)))

const filling = (...lootIds: ReadonlyArray<number>): InterpretedOrder => ({
  source: "SYSTEM",
  isTransaction: false,
  entries: lootIds.map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 })),
})

describe("records that come late", () => {
  it("lead to the outcome, the draws and the trace of records that are there, on any catalog", () => {
    const seen = { draws: 0, newOrders: 0, records: 0, parts: 0, failures: new Set<string>() }
    const most = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(draft, hoard, orders, shares, most, fc.boolean(), (drawnUp, hoarded, list, shared, few, isWide) => {
        const records = hoarded.toSorted(byAge)
        const drafted = isWide ? widened(drawnUp) : drawnUp
        for (const order of list) {
          const { asked, ...found } = late(drafted, order, records, shared, few)
          assert.deepStrictEqual(found, early(drafted, order, records, shared))
          seen.draws += found.drawn.length
          seen.records = Math.max(seen.records, asked.records)
          seen.parts += asked.parts
          const { newOrders, order: entries } = found.outcome as {
            newOrders: ReadonlyArray<unknown>
            order: ReadonlyArray<{ reason: Reason | undefined }>
          }
          seen.newOrders += newOrders.length
          for (const { reason } of entries)
            for (let cause = reason; cause !== undefined; cause = cause.because) seen.failures.add(cause._tag)
        }
      }),
      { numRuns: 150, seed: 1 },
    )
    assert.isAbove(seen.draws, 350)
    assert.isAbove(seen.newOrders, 35)
    assert.isAbove(seen.records, 4)
    assert.isAbove(seen.parts, 70)
    for (const reason of ["QuantityTooLarge", "CountTooLarge", "NothingDrawnGiven", "NestedTooDeep"])
      assert.include([...seen.failures], reason)
  })

  it("leave out what cannot be given of a drawn bundle, and draw again where nothing can", () => {
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
    const order = filling(10, 10, 11, 11)
    const { asked, ...found } = late(widened(drafted), order, [], [0, 0.9])
    assert.isAbove(asked.records, 1)
    assert.deepStrictEqual(found, early(widened(drafted), order, [], [0, 0.9]))
    const { changes, order: ended } = found.outcome as Pick<Outcome, "changes"> & { order: Outcome["order"]["entries"] }
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

  it("have the bounds of records that are there", () => {
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
    const order = filling(1000, 2000, 4000, 6000)
    const { drawn, outcome, steps } = late(endless, order, [], [0.3])
    assert.deepStrictEqual({ outcome, drawn, steps }, early(endless, order, [], [0.3]))
    const reasons = (outcome as { order: ReadonlyArray<{ reason: unknown }> }).order.map(({ reason }) => reason)
    assert.deepStrictEqual(reasons, [
      { _tag: "NestedTooDeep", maximum: 64 },
      { _tag: "NestedTooDeep", maximum: 64 },
      { _tag: "TooManyChanges", maximum: 10_000 },
      undefined,
    ])
  })
})

/** Loot 1 draws from as many candidates, each of another item. */
const tableOf = (count: number): Draft => ({
  items: Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, {}])),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: Object.fromEntries(Array.from({ length: count }, (_, at) => [100 + at, { item_id: at + 1 }])),
    },
  },
})

const manyOf = (itemId: number, count: number): ReadonlyArray<HeldRecord> =>
  Array.from({ length: count }, (_, at) =>
    held(itemId, 1, { inventoryId: `${itemId}-${String(at).padStart(9, "0")}`, legacyInventoryId: BigInt(at) }),
  )

/** Of orders without a failure: one is undone only to be begun again. */
describe("how often entries are begun again", () => {
  it("is never for an order whose loot reaches few items", () => {
    const { asked } = late(tableOf(30), filling(1, 1, 1), [], [0.1, 0.5, 0.9])
    assert.deepStrictEqual(asked, { records: 1, items: 30, parts: 0, undone: 0 })
  })

  it("is once for each item that is drawn of many, while these are few", () => {
    const { asked } = late(tableOf(1000), filling(1, 1, 1), [], [0.1, 0.5, 0.9])
    assert.deepStrictEqual(asked, { records: 3, items: 3, parts: 0, undone: 3 })
  })

  /** Eight times by need, then with four times as many items each time. */
  const mostOf = (items: number) => 8 + Math.ceil(Math.log2(items) / 2)

  it("does not grow with the draws of an order", () => {
    const draws = 300
    const candidates = 2000
    const entries = [{ type: "fill_loot", loot_id: 1, quantity: draws }] as const
    const order: InterpretedOrder = { source: "SYSTEM", isTransaction: false, entries }
    const { asked, drawn } = late(tableOf(candidates), order, [], [0.7, 0.1, 0.5, 0.3, 0.9])
    assert.strictEqual(new Set(drawn.map((one) => JSON.stringify(one))).size, draws)
    assert.strictEqual(asked.undone, asked.records)
    assert.isAtMost(asked.undone, mostOf(candidates))
    assert.isAbove(asked.undone, 8)
  })

  it("does not grow with the entries of an order", () => {
    const shops = Array.from({ length: 100 }, (_, at) => at + 1)
    const parts = Array.from({ length: 40 }, (_, at) => at)
    const itemsOf = (shop: number) => parts.map((part) => 1000 * shop + part)
    const stock = (shop: number) => ({ loot: Object.fromEntries(itemsOf(shop).map((id) => [id, { item_id: id }])) })
    const drafted: Draft = {
      items: Object.fromEntries(shops.flatMap(itemsOf).map((id) => [id, {}])),
      vendors: {
        1: { loot: Object.fromEntries(shops.map((shop) => [shop, { sub_vendor_id: shop + 1 }])) },
        ...Object.fromEntries(shops.map((shop) => [shop + 1, stock(shop)])),
      },
    }
    const { asked } = late(drafted, filling(...shops), [], [0])
    assert.strictEqual(asked.undone, asked.records)
    assert.isAtMost(asked.undone, mostOf(shops.length * parts.length))
    assert.isAbove(asked.undone, 8)
  })

  it("grows with the logarithm of the records that are spent", () => {
    const times = 100
    const taken = { item_id: 1, inventory_operation: "subtract", quantity: 100 } as const
    const drafted: Draft = {
      items: { 1: {} },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { loot: Object.fromEntries(Array.from({ length: times }, (_, at) => [10 + at, taken])) },
      },
    }
    const { asked } = late(drafted, filling(1), manyOf(1, 12_000), [0])
    assert.isAtMost(asked.undone, Math.ceil(Math.log2((times * taken.quantity) / 32)))
    assert.isAbove(asked.parts, asked.undone)
  })

  it("is once for each item of many records that is added to", () => {
    const shops = Array.from({ length: 20 }, (_, at) => at + 1)
    const drafted: Draft = {
      items: Object.fromEntries(shops.map((id) => [id, {}])),
      vendors: { 1: { loot: Object.fromEntries(shops.map((id) => [id, { item_id: id }])) } },
    }
    const records = shops.flatMap((id) => manyOf(id, 40))
    const { asked } = late(drafted, filling(...shops, ...shops), records, [0])
    assert.deepStrictEqual(asked, { records: 1, items: 20, parts: 20, undone: 20 })
  })

  it("is at most nine times for one item, whichever of its records are changed", () => {
    const windows = Array.from({ length: 50 }, (_, at) => at + 1)
    const drafted: Draft = {
      items: { 1: {} },
      vendors: {
        1: {
          loot: Object.fromEntries(
            windows.map((id) => [
              id,
              { item_id: 1, inventory_selector_type: "rent_timeframe_locked", time_frame_id: id },
            ]),
          ),
        },
      },
      time_frames: Object.fromEntries(windows.map((id) => [id, { start: NOW - 1000, end: NOW + id * 1000 }])),
    }
    const { asked } = late(drafted, filling(...windows), manyOf(1, 40), [0])
    assert.deepStrictEqual(asked, { records: 1, items: 1, parts: 9, undone: 9 })
  })
})

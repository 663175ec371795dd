/** Draws: the candidate of a drawn number, with a full and a reduced pool, and the frequency of each candidate. */
import { assert, describe, it, layer as withLayer } from "@effect/vitest"
import type { LinkedItem, LinkedLoot } from "@garrison/core/catalog/rules/linked"
import type { InventoryBucket } from "@garrison/core/catalog/schema"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { Pool } from "@garrison/core/order/rules/interpret/pool"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { sqliteLayer } from "../../support/databases.ts"
import { frozenRandomLayer } from "../../support/crypto.ts"
import { ordersLayer, submit } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { catalogOf, type Draft } from "./catalogs.ts"

const recordOf = (itemId: number, count: number, expires: number | undefined): HeldRecord => ({
  inventoryId: `held-${itemId}`,
  legacyInventoryId: BigInt(itemId),
  itemId,
  type: "persistent",
  bucket: itemId % 2 === 0 ? "echo" : "none",
  count,
  acquired: 0,
  expires,
  customData: undefined,
  revision: 1,
})

interface Candidate {
  readonly weight: number
  readonly depends: boolean
}

const candidate = fc.record({ weight: fc.integer({ min: 1, max: 50 }), depends: fc.boolean() })

const vendorOf = (candidates: ReadonlyArray<Candidate>) => {
  const catalog = catalogOf({
    items: { 1: {} },
    vendors: {
      1: {
        type: "randomly_sampled",
        loot: Object.fromEntries(
          candidates.map(({ weight, depends }, index) => [
            index + 1,
            { item_id: 1, drop_weight: weight, ...(depends ? { stack_limit: 1 } : undefined) },
          ]),
        ),
      },
      2: { loot: { 1000: { sub_vendor_id: 1 } } },
    },
  })
  const vendor = catalog.loot.get(1000)?.subVendor
  if (vendor === undefined) throw new Error("no vendor")
  return vendor
}

describe("a pool", () => {
  it("agrees with a linear search, while candidates enter and leave", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("retire" as const), index: fc.nat(30) }),
      fc.record({ kind: fc.constant("refresh" as const), index: fc.nat(0xffff) }),
    )
    fc.assert(
      fc.property(fc.array(candidate, { minLength: 1, maxLength: 30 }), fc.array(step), (candidates, steps) => {
        const vendor = vendorOf(candidates)
        const pool = new Pool(vendor)
        const state = candidates.map(({ depends }): "in" | "out" | "gone" => (depends ? "out" : "in"))
        const check = () => {
          const model = candidates.flatMap(({ weight }, index) =>
            state[index] === "in" ? Array.from({ length: weight }, () => index) : [],
          )
          assert.strictEqual(pool.total, model.length)
          for (const [drawn, index] of model.entries()) assert.strictEqual(pool.indexOf(drawn), index)
          assert.deepStrictEqual(
            pool.candidates().map(({ lootId }) => lootId - 1),
            [...new Set(model)],
          )
        }
        check()
        for (const { kind, index } of steps) {
          if (kind === "retire") {
            if (index >= candidates.length) continue
            pool.retire(index)
            state[index] = "gone"
          } else {
            const isIn = (at: number) => ((index >> (at % 16)) & 1) === 1
            pool.refresh((loot: LinkedLoot) => isIn(loot.loot_id - 1))
            for (const [at, { depends }] of candidates.entries())
              if (depends && state[at] !== "gone") state[at] = isIn(at) ? "in" : "out"
          }
          check()
        }
      }),
      { numRuns: 200 },
    )
  })

  it("has exact odds after a candidate has left with which the weights were too large", () => {
    const huge = { weight: Number.MAX_SAFE_INTEGER, depends: true }
    const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(weights, fc.nat(20), (small, place) => {
        const others = small.map((weight) => ({ weight, depends: false }))
        const vendor = vendorOf(others.toSpliced(place, 0, huge))
        const hugeLootId = 1 + Math.min(place, others.length)
        const pool = new Pool(vendor)
        pool.refresh(() => true)
        assert.isFalse(Number.isSafeInteger(pool.total))
        const holdings = Holdings.complete([])
        pool.refreshHeld(holdings, 0, "none", ({ loot_id }) => loot_id !== hugeLootId)
        const model = small.flatMap((weight, index) => Array.from({ length: weight }, () => index))
        assert.strictEqual(pool.total, model.length)
        const ids = vendor.candidates.filter(({ loot_id }) => loot_id !== hugeLootId).map(({ loot_id }) => loot_id)
        for (const [drawn, index] of model.entries()) {
          assert.strictEqual(vendor.candidates[pool.indexOf(drawn)]?.loot_id, ids[index])
        }
      }),
    )
  })

  it("judges by the held items as it judges by all candidates, between any draws", () => {
    const limited = fc.record({
      item: fc.integer({ min: 1, max: 6 }),
      required: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
      limit: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
      isLater: fc.boolean(),
    })
    const step = fc.record({
      item: fc.integer({ min: 1, max: 6 }),
      count: fc.nat(2),
      expires: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      gone: fc.nat(40),
      isUndone: fc.boolean(),
      isOtherPool: fc.boolean(),
      hours: fc.constantFrom(0, 0, 0, 1),
      session: fc.constantFrom("none" as const, "none" as const, "echo" as const),
    })
    const steps = fc.array(step, { maxLength: 12 })
    let judgedByHeld = 0
    let judgedWhole = 0
    fc.assert(
      fc.property(fc.array(limited, { minLength: 1, maxLength: 40 }), steps, (candidates, changes) => {
        const loot = candidates.map(({ isLater, item, limit, required }, index) => [
          index + 1,
          {
            item_id: item,
            drop_weight: index + 1,
            ...(required === undefined ? undefined : { required_item_id: required, required_item_count: 1 }),
            ...(limit === undefined ? undefined : { stack_limit: limit }),
            ...(isLater ? { effective_from: 1 } : undefined),
          },
        ])
        const draft: Draft = {
          items: { 1: {}, 2: {}, 3: {}, 4: {}, 5: {}, 6: { availability_flags: 2 } },
          vendors: { 1: { type: "randomly_sampled", loot: Object.fromEntries(loot) } },
        }
        const vendor = catalogOf(draft).vendors.get(1)
        if (vendor === undefined) throw new Error("no vendor")
        const holdings = Holdings.complete([])
        let now = 0
        let session: InventoryBucket = "none"
        const countOf = (item: LinkedItem) =>
          holdings.count(item.item_id, now, session === "none" ? undefined : new Set(["echo"])) +
          (item.always_owned ? 1 : 0)
        const isIn = ({ item, required, required_item_count, stack_limit }: LinkedLoot) =>
          (required === undefined || countOf(required) >= required_item_count) &&
          (stack_limit === undefined || item === undefined || countOf(item) < stack_limit)
        /** Pools of the same holdings, each beside one that judges all candidates. */
        const pairs: Array<readonly [Pool, Pool]> = []
        const begin = () => pairs.push([new Pool(vendor), new Pool(vendor)])
        const compare = () => {
          for (const [byHeld, whole] of pairs) {
            byHeld.refreshHeld(holdings, now, session, (one) => (judgedByHeld++, isIn(one)))
            whole.refresh((one) => (judgedWhole++, isIn(one)))
            assert.deepStrictEqual(byHeld.candidates(), whole.candidates())
            assert.strictEqual(byHeld.total, whole.total)
            for (let drawn = 0; drawn < whole.total; drawn += 7) {
              assert.strictEqual(byHeld.indexOf(drawn), whole.indexOf(drawn))
            }
          }
        }
        begin()
        compare()
        for (const { count, expires, gone, hours, isOtherPool, isUndone, item, ...given } of changes) {
          now += hours
          session = given.session
          if (isOtherPool) begin()
          const before = holdings.journal.length
          const [slot] = holdings.of(item)
          if (slot === undefined) holdings.create(recordOf(item, count, expires), [], undefined)
          else holdings.change(slot, { ...slot.current, count, expires }, [], undefined)
          compare()
          if (isUndone) holdings.undo(before)
          if (gone >= candidates.length) continue
          for (const pool of pairs[gone % pairs.length] ?? []) pool.retire(gone)
        }
        compare()
      }),
      { numRuns: 500 },
    )
    assert.isBelow(judgedByHeld, judgedWhole)
  })

  it("judges the items that a player holds once, and then those that have changed", () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1)
    const catalog = catalogOf({
      items: Object.fromEntries(ids.map((id) => [id, {}])),
      vendors: {
        1: {
          type: "randomly_sampled",
          loot: Object.fromEntries(ids.map((id) => [id, { item_id: id, stack_limit: 2 }])),
        },
      },
    })
    const vendor = catalog.vendors.get(1)
    if (vendor === undefined) throw new Error("no vendor")
    for (const held of [[77], ids.slice(0, 5000), ids]) {
      const holdings = Holdings.complete(held.map((id) => recordOf(id, 2, undefined)))
      const judgedBy = (pool: Pool): ReadonlyArray<number> => {
        const judged: Array<number> = []
        pool.refreshHeld(holdings, 0, "none", ({ item, loot_id }) => {
          judged.push(loot_id)
          return item === undefined || holdings.count(item.item_id, 0, undefined) < 2
        })
        return judged
      }
      const pool = new Pool(vendor)
      assert.deepStrictEqual(judgedBy(pool), held)
      assert.strictEqual(pool.total, 10_000 - held.length)
      assert.deepStrictEqual(judgedBy(new Pool(vendor)), [])
      pool.retire(77)
      const [slot] = holdings.of(77)
      if (slot !== undefined) holdings.change(slot, { ...slot.current, count: 1 }, [], undefined)
      assert.deepStrictEqual(judgedBy(pool), [77])
      assert.deepStrictEqual(judgedBy(new Pool(vendor)), [77])
      holdings.undo(0)
      assert.deepStrictEqual(judgedBy(new Pool(vendor)), [77])
    }
  })

  it("without candidates that depend on the player, the first draw is prepared and has the same result", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }), (weights) => {
        const vendor = vendorOf(weights.map((weight) => ({ weight, depends: false })))
        const pool = new Pool(vendor)
        assert.strictEqual(vendor.firstDraw?.total, pool.total)
        for (let drawn = 0; drawn < pool.total; drawn++) {
          assert.strictEqual(vendor.firstDraw?.indexOf(drawn), pool.indexOf(drawn))
        }
        const listed = vendor.candidates.map(({ drop_weight, loot_id }) => ({ lootId: loot_id, weight: drop_weight }))
        assert.deepStrictEqual(listed, pool.candidates())
      }),
    )
  })
})

/** Chi-squared statistic of counts against expected counts. */
const chiSquared = (counts: ReadonlyArray<number>, expected: ReadonlyArray<number>): number =>
  counts.reduce((sum, count, index) => sum + (count - (expected[index] ?? 0)) ** 2 / (expected[index] ?? 1), 0)

const weights = [1, 2, 4, 8, 16, 32, 64]
/** With 6 degrees of freedom, chance exceeds this once in a hundred thousand times. */
const CRITICAL = 33.1

const draft: Draft = {
  items: { 1: {} },
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "randomly_sampled",
      loot: Object.fromEntries(weights.map((drop_weight, index) => [10 + index, { item_id: 1, drop_weight }])),
    },
  },
}
const weighted = catalogOf(draft)

const fill = (quantity: number) =>
  ({ source: "SYSTEM", isTransaction: false, entries: [{ type: "fill_loot", loot_id: 1, quantity }] }) as const
const circumstances = { platform: undefined, isServer: true, now: 0 } as const

/** How often each loot was drawn first, and second. */
const sample = (times: number, choose: (total: number) => number) => {
  const first = weights.map(() => 0)
  const second = weights.map(() => 0)
  for (let time = 0; time < times; time++) {
    const { changes } = fulfil(weighted, fill(2), circumstances, Holdings.complete([]), ({ total }) => choose(total))
    const [one, two] = changes.map(({ lootId }) => (lootId ?? 10) - 10)
    first[one ?? 0] = (first[one ?? 0] ?? 0) + 1
    second[two ?? 0] = (second[two ?? 0] ?? 0) + 1
    assert.notStrictEqual(one, two)
  }
  return { first, second }
}

const total = weights.reduce((sum, weight) => sum + weight, 0)
const firstShares = weights.map((weight) => weight / total)
/** Without replacement: each other first draw, times the share of the remaining candidates. */
const secondShares = weights.map((weight, index) =>
  firstShares.reduce(
    (sum, share, other) => (other === index ? sum : sum + (share * weight) / (total - (weights[other] ?? 0))),
    0,
  ),
)

withLayer(frozenRandomLayer("draws"))("how often each loot is drawn", (it) => {
  it.effect("follows the weights, the second draw too; a biased draw is noticed", () =>
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const services = Effect.runSync
      const times = 40_000
      const fair = sample(times, (below) => services(random.intBetween(0, below, { halfOpen: true })))
      const expected = (shares: ReadonlyArray<number>) => shares.map((share) => share * times)
      assert.isBelow(chiSquared(fair.first, expected(firstShares)), CRITICAL)
      assert.isBelow(chiSquared(fair.second, expected(secondShares)), CRITICAL)

      const biased = sample(times, (below) =>
        Math.floor(services(random.intBetween(0, below, { halfOpen: true })) * 0.98),
      )
      assert.isAbove(chiSquared(biased.first, expected(firstShares)), CRITICAL)
    }),
  )
})

withLayer(ordersLayer(Layer.merge(sqliteLayer, frozenRandomLayer("orders")), draft))("through the service", (it) => {
  it.effect("submitted orders draw by the same weights", () =>
    Effect.gen(function* () {
      const player = yield* insertPlayer()
      const counts = weights.map(() => 0)
      const entries = Array.from({ length: 100 }, () => ({ type: "fill_loot", loot_id: 1, quantity: 1 }) as const)
      const orders = 30
      for (let count = 0; count < orders; count++) {
        for (const { details } of (yield* submit(player, { entries })).entries) {
          const index = (details[0]?.loot_id ?? 10) - 10
          counts[index] = (counts[index] ?? 0) + 1
        }
      }
      const expected = firstShares.map((share) => share * orders * 100)
      assert.isBelow(chiSquared(counts, expected), CRITICAL)
    }),
  )
})

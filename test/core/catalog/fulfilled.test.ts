/**
 * What passes the checker without a finding can be fulfilled: for each loot of random catalogs a player and a sequence
 * of draws are searched for which the interpreter gives the loot, and for each candidate those that draw it. Every
 * interpretation on the way ends within its bounds. GARRISON_TEST_RUNS tries more catalogs.
 */
import { assert, describe, it } from "@effect/vitest"
import { CHANGES_MAX, NEW_ORDERS_MAX } from "@garrison/core/catalog/rules/bounds"
import { isEverAvailable } from "@garrison/core/catalog/rules/availability"
import type { LinkedCatalog, LinkedLoot } from "@garrison/core/catalog/rules/linked"
import type { DrawAsk } from "@garrison/core/order/rules/interpret/ask"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { fill, held, hour, NOW } from "../order/fulfilling.ts"
import { unfulfillable } from "./oracles.ts"
import { plausible } from "./plausible.ts"
import { findingsAt } from "./sample.ts"

/** A player, by the count of each item. */
type Player = Map<number, number>

/** How many players and sequences of draws are tried for a loot, and how often each is given what it lacks. */
const ATTEMPTS = 60
const REPAIRS = 20

/** Numbers from 0 to below 1, the same in each run. */
const sequence = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** A player who is tried, and the time and the draws of the orders. */
interface Trial {
  readonly catalog: LinkedCatalog
  readonly player: Player
  readonly now: number
  readonly random: () => number
}

/** Gives the player `by` more of the item. */
const giveMore = (player: Player, itemId: number, by: number): boolean =>
  player.set(itemId, (player.get(itemId) ?? 0) + by).has(itemId)

/** Takes what the player has above `count` of the item. */
const leaveAtMost = (player: Player, itemId: number, count: number): boolean =>
  player.set(itemId, Math.max(0, Math.min(player.get(itemId) ?? 0, count))).has(itemId)

/** Gives the player what the candidate requires, and takes what its stack limit forbids. */
const makeCandidate = (
  player: Player,
  { item, required, required_item_count: count, stack_limit: limit }: LinkedLoot,
): void => {
  if (limit !== undefined && item !== undefined) leaveAtMost(player, item.item_id, limit - 1)
  if (required !== undefined) player.set(required.item_id, Math.max(count, player.get(required.item_id) ?? 0))
}

/**
 * Gives the player what a bundle needs that is given whole or not at all. It is judged before anything of it is added,
 * so its order may succeed for a player for whom it is not a candidate yet.
 */
const provideWhole = (trial: Trial, bundle: LinkedLoot): void => {
  const reason = order(trial, bundle)
  if (reason !== undefined && reason._tag !== "NoCandidates") provide(trial, reason)
  if (reason !== undefined) return
  for (const { item } of bundle.subVendor?.loot ?? []) {
    if (item !== undefined) giveMore(trial.player, item.item_id, Math.floor(trial.random() * 8))
  }
}

/** Changes the player as the interpreter says what is in the way. Answers whether it is known what that is. */
const provide = (trial: Trial, failure: FailureReason): boolean => {
  const { catalog, player, random } = trial
  switch (failure._tag) {
    case "NothingDrawnGiven":
      return provide(trial, failure.because)
    case "NothingOfBundleGiven": {
      const { because } = failure
      if (because._tag === "RequiredItemMissing") return giveMore(player, because.itemId, because.required)
      if (because._tag === "StackLimitReached") return leaveAtMost(player, because.itemId, because.limit - 1)
      return because._tag !== "LootBroken" && provide(trial, because)
    }
    case "PriceNotOwned":
      return giveMore(player, failure.itemId, failure.price - failure.count)
    case "NotEnough":
    case "CountTooLow":
      return giveMore(player, failure.itemId, failure.quantity - failure.count + Number(random() < 0.5))
    case "CountTooHigh":
      return leaveAtMost(player, failure.itemId, failure.quantity - 1)
    case "TopLevelReached":
      return leaveAtMost(player, failure.itemId, 0)
    case "NoCandidates":
      for (const loot of catalog.vendors.get(failure.vendorId)?.candidates ?? []) {
        makeCandidate(player, loot)
        if (!loot.allow_partial_bundles) provideWhole(trial, loot)
      }
      return true
    default:
      return false
  }
}

/** The entry that orders 1 of the loot. */
const orderOf = ({ loot_id, pricePoint }: LinkedLoot): SubmittedEntry => {
  const currencies = pricePoint?.current_breakpoints[0]?.currencies
  return currencies === undefined
    ? fill(loot_id)
    : { type: "purchase_loot", loot_id, quantity: 1, purchase_price: { currencies: currencies.slice(0, 1) } }
}

/** Every reason of an interpretation that ended at a bound. */
const halts = new Set<FailureReason["_tag"]>([
  "TooManySteps",
  "TooManyChanges",
  "NestedTooDeep",
  "WeightsTooLarge",
  "TooManyOrders",
])

/** A draw took other loot, because the wanted candidate was not in. */
const notDrawn = ({ vendor }: LinkedLoot): FailureReason => ({ _tag: "NoCandidates", vendorId: vendor.vendor_id })

/**
 * Orders the loot; answers why the order, or the draw of the wanted candidate, failed. Draws of the wanted candidate's
 * vendor take that candidate, if it is in.
 */
const order = (
  { catalog, now, player, random }: Trial,
  loot: LinkedLoot,
  wanted?: LinkedLoot,
): FailureReason | undefined => {
  const holdings = Holdings.complete([...player].filter(([, count]) => count > 0).map(([id, count]) => held(id, count)))
  let isDrawn = false
  let isWantedInHand = false
  let undrawn: FailureReason | undefined
  const choose = ({ candidates, total, vendorId }: DrawAsk): number => {
    let before = 0
    for (const { lootId, weight } of vendorId === wanted?.vendor.vendor_id ? (candidates ?? []) : []) {
      if (lootId === wanted?.loot_id) return before
      before += weight
    }
    return Math.floor(random() * total)
  }
  const done = fulfil(
    catalog,
    { source: "SYSTEM", isTransaction: false, entries: [orderOf(loot)] },
    { platform: undefined, isServer: true, now },
    holdings,
    choose,
    (event) => {
      if (wanted === undefined || !("vendorId" in event) || event.vendorId !== wanted.vendor.vendor_id) return
      if (event._tag === "Drawn") isWantedInHand = event.lootId === wanted.loot_id
      if (event._tag === "DrawEnded" && isWantedInHand) {
        if (event.reason === undefined) isDrawn = true
        else undrawn = event.reason
      }
    },
  )
  const { reason, result } = done.order.entries[0] ?? assert.fail("the order has no entry")
  assert.strictEqual(result === "success", reason === undefined)
  assert.isAtMost(done.changes.length, CHANGES_MAX)
  assert.isAtMost(done.newOrders.length, NEW_ORDERS_MAX)
  if (reason !== undefined) assert.isFalse(halts.has(reason._tag), `a bound was passed: ${reason._tag}`)
  return reason ?? (wanted === undefined || isDrawn ? undefined : (undrawn ?? notDrawn(wanted)))
}

/** Why no player was found who is given the loot and, of its draws, the wanted candidate; undefined: there is one. */
const refusal = (catalog: LinkedCatalog, loot: LinkedLoot, wanted?: LinkedLoot): string | undefined => {
  let last = ""
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = sequence(attempt + 1)
    const player: Player = new Map()
    if (attempt % 2 === 1) for (const id of catalog.items.keys()) player.set(id, Math.floor(random() * 8))
    const trial = { catalog, player, random, now: attempt % 4 < 2 ? NOW : NOW + hour }
    for (let repair = 0; repair < REPAIRS; repair++) {
      if (wanted !== undefined) makeCandidate(player, wanted)
      const reason = order(trial, loot, wanted)
      if (reason === undefined) return undefined
      last = reason._tag
      if (!provide(trial, reason)) break
    }
  }
  return last
}

/** Asserts that each active loot is given to some player, and each candidate drawn for some. Answers how many. */
const assertFulfilled = (draft: Draft): number => {
  const catalog = catalogOf(draft)
  let shown = 0
  for (const loot of catalog.loot.values()) {
    if (!isEverAvailable(loot)) continue
    const refused = refusal(catalog, loot)
    assert.isUndefined(refused, `loot ${loot.loot_id}: ${refused}`)
    shown++
    for (const candidate of loot.subVendor?.candidates ?? []) {
      if (loot.quantity === 0) continue
      const undrawn = refusal(catalog, loot, candidate)
      assert.isUndefined(undrawn, `candidate ${candidate.loot_id} of loot ${loot.loot_id}: ${undrawn}`)
      shown++
    }
  }
  return shown
}

/** Mistakes that hold at any time, and for all records that a player may hold. */
const hopeless = unfulfillable.filter(({ code }) =>
  ["checks_contradict", "quantity_too_large", "rent_too_long", "item_in_no_bucket"].includes(code),
)

const runs = Number(process.env.GARRISON_TEST_RUNS ?? 150)
const seed = Number(process.env.GARRISON_TEST_SEED ?? 8)

describe("a catalog without a finding", () => {
  it(
    "is fulfilled for some player: each loot is given, and each candidate drawn",
    async () => {
      let passed = 0
      let shown = 0
      await fc.assert(
        fc.asyncProperty(plausible, async (draft) => {
          if ((await Effect.runPromise(Effect.provide(findingsAt(draft, NOW), TestClock.layer()))).length > 0) return
          passed++
          shown += assertFulfilled(draft)
        }),
        { numRuns: runs, seed },
      )
      if (runs > 150) console.log(JSON.stringify({ seed, runs, passed, shown }))
      assert.isAbove(passed, runs / 5, "too few catalogs have no finding")
      assert.isAbove(shown, 5 * passed)
    },
    runs * 1000,
  )

  for (const { mistake, nearMiss, what } of hopeless) {
    it(`has a player where a mistake has none: ${what}`, () => {
      const refusals = [mistake, nearMiss].map((draft) => {
        const catalog = catalogOf(draft)
        return refusal(catalog, catalog.loot.get(1) ?? assert.fail("there is no loot 1"))
      })
      assert.isString(refusals[0])
      assert.isUndefined(refusals[1])
    })
  }
})

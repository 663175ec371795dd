/**
 * Seeks a player who is given something by an order: with what the interpreter says is in the way provided or taken
 * away, again and again. Every interpretation on the way ends within its bounds.
 */
import { assert } from "@effect/vitest"
import { CHANGES_MAX, NEW_ORDERS_MAX } from "@garrison/core/catalog/rules/bounds"
import type { LinkedCatalog, LinkedLoot } from "@garrison/core/catalog/rules/linked"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { DrawAsk } from "@garrison/core/order/rules/interpret/ask"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import { fill, held, hour, NOW } from "../order/fulfilling.ts"
import { BEYOND_REWARDS, XP_ITEM } from "./plausible.ts"

/** How many players and sequences of draws are tried, and how often each is given what it lacks. */
const ATTEMPTS = 60
const REPAIRS = 20

/** The times at which orders are tried. */
const TIMES = [NOW, NOW + hour]

/** A player, by the count of each item. */
type Player = Map<number, number>

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
  /** The platform of the player who orders; undefined: a server orders. */
  readonly platform: Platform | undefined
}

/** What is ordered: the entry at a time, and the candidate that a draw should take. */
export interface Sought {
  readonly entryAt: (now: number) => SubmittedEntry
  readonly wanted?: LinkedLoot
  /** The platforms that are tried; absent: a server orders. */
  readonly platforms?: ReadonlyArray<Platform>
  /** The times that are tried; absent: {@link TIMES}. */
  readonly times?: ReadonlyArray<number>
  /** How many players are tried; absent: {@link ATTEMPTS}. */
  readonly attempts?: number
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
  const reason = order(trial, orderOf(bundle))
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
    case "PlatformNotAllowed":
      // It may be the reward of a level. Beyond the rewarded levels there is none.
      return player.get(XP_ITEM) !== BEYOND_REWARDS && player.set(XP_ITEM, BEYOND_REWARDS).has(XP_ITEM)
    case "CouponNotOwned":
      return giveMore(player, failure.itemId, 1)
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
export const orderOf = ({ loot_id, pricePoint }: LinkedLoot): SubmittedEntry => {
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
  { catalog, now, platform, player, random }: Trial,
  entry: SubmittedEntry,
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
    { source: platform === undefined ? "SYSTEM" : "CLIENT", isTransaction: false, entries: [entry] },
    { platform, isServer: platform === undefined, now },
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

/** Why no player was found who is given what is sought, at no time and on no platform; undefined: there is one. */
export const refusal = (
  catalog: LinkedCatalog,
  { attempts = ATTEMPTS, entryAt, platforms, times = TIMES, wanted }: Sought,
): string | undefined => {
  let last = ""
  const places = platforms ?? [undefined]
  for (let attempt = 0; attempt < attempts * places.length; attempt++) {
    const random = sequence(attempt + 1)
    const turn = Math.floor(attempt / places.length)
    const player: Player = new Map()
    if (turn % 2 === 1) for (const id of catalog.items.keys()) player.set(id, Math.floor(random() * 8))
    const now = times[Math.floor(turn / 2) % times.length] ?? NOW
    const trial = { catalog, player, random, now, platform: places[attempt % places.length] }
    for (let repair = 0; repair < REPAIRS; repair++) {
      if (wanted !== undefined) makeCandidate(player, wanted)
      const reason = order(trial, entryAt(now), wanted)
      if (reason === undefined) return undefined
      last = reason._tag
      if (!provide(trial, reason)) break
    }
  }
  return last
}

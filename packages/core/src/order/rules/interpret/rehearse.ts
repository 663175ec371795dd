/**
 * Rehearses orders that the checker names as the witness of a finding: runs them by the interpreter on a catalog in
 * memory, round after round (decisions, section 10). What a player must hold at the beginning is found by trying.
 */
import * as Struct from "effect/Struct"
import { beginningOf } from "../../../catalog/rules/availability.ts"
import type { LinkedCatalog, LinkedLoot } from "../../../catalog/rules/linked.ts"
import type { LinkedTimeFrame } from "../../../catalog/rules/linkedTables.ts"
import { sessionBucket } from "../../../catalog/rules/sessionBucket.ts"
import type { Counts, OrdersWitness, Refutes, WitnessOrder } from "../../../catalog/rules/witness.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import { type Platform, PLATFORMS } from "../../../kernel/Platform.ts"
import { HOUR_MILLIS, type Timestamp } from "../../../kernel/time/Timestamp.ts"
import { ownedEntitlements } from "../entitlements.ts"
import type { Chooser } from "./ask.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { Holdings } from "./holdings.ts"
import { fulfil } from "./interpret.ts"

/** How often a player without something is given it, before the orders count as impossible. */
const TRIES_MAX = 20
/** How many rounds are run. */
const ROUNDS = 3
/** By how much the share of the total moves on with each draw of a round, so that all combinations come up. */
const SHARE_STEP = (Math.sqrt(5) - 1) / 2
/** The ways to draw that are tried: the first draw of a round takes the number at this share of its total. */
export const WAYS: ReadonlyArray<number> = Array.from({ length: 16 }, (_, way) => way / 16)

/** Orders that were rehearsed. */
export interface Rehearsal {
  /** What the player holds at the beginning. */
  readonly holds: Counts
  /** What the player holds after each round. */
  readonly rounds: ReadonlyArray<Counts>
  /** What the player would hold after the orders of `instead`; absent: the witness compares with none. */
  readonly otherwise?: Counts
  /** The numbers that were drawn, in the order of the draws. */
  readonly draws: ReadonlyArray<number>
}

/** Orders that fail, whatever the player holds. */
export interface Refuted {
  readonly reason: FailureReason
}

/** Orders that failed, and whether they may succeed with other draws. */
interface Failed extends Refuted {
  readonly isChance: boolean
}

/** When the orders are made, and on which platforms; the one undefined: a client without a platform. */
interface Setting {
  readonly now: Timestamp
  /** What the player holds at the least. */
  readonly holds: Counts
  readonly platforms: readonly [Platform | undefined, ...ReadonlyArray<Platform>]
}

/** A bucket that sessions of one of the platforms may use. */
const usableBucket = (catalog: LinkedCatalog, itemId: number, { platforms }: Setting): HeldRecord["bucket"] => {
  const buckets = catalog.items.get(itemId)?.buckets
  const usable = platforms.flatMap((platform) => [...(buckets?.get(sessionBucket(platform)) ?? [])])
  return usable[0] ?? "none"
}

const recordsOf = (catalog: LinkedCatalog, holds: Counts, setting: Setting): ReadonlyArray<HeldRecord> =>
  Object.entries(holds).map(([itemId, count]) => ({
    inventoryId: `held-${itemId}`,
    legacyInventoryId: BigInt(itemId),
    itemId: Number(itemId),
    type: "persistent",
    bucket: usableBucket(catalog, Number(itemId), setting),
    count,
    acquired: 0,
    expires: undefined,
    customData: undefined,
    revision: 1,
  }))

const countsOf = (holdings: Holdings): Counts => {
  const counts: Record<number, number> = {}
  for (const { current } of holdings.all()) counts[current.itemId] = (counts[current.itemId] ?? 0) + current.count
  return counts
}

/** What the player lacks, as the reason says: an item, and how many more of it. */
const lackOf = (reason: FailureReason): { readonly itemId: number; readonly more: number } | undefined => {
  switch (reason._tag) {
    case "PriceNotOwned":
      return { itemId: reason.itemId, more: reason.price - reason.count }
    case "NotEnough":
      return { itemId: reason.itemId, more: reason.quantity - reason.count }
    case "CouponNotOwned":
      return { itemId: reason.itemId, more: 1 }
    case "CountTooLow":
      return {
        itemId: reason.itemId,
        more: reason.quantity - reason.count + (reason.operation === "check_greater_than" ? 1 : 0),
      }
    default:
      return undefined
  }
}

/** A rehearsal, and whether some draw was among several. */
interface Run extends Rehearsal {
  readonly isChance: boolean
}

/** Submits the client's order. Answers why an entry failed; undefined: none did. */
const submit = (
  catalog: LinkedCatalog,
  { entries, source }: WitnessOrder,
  { now, platforms }: Setting,
  holdings: Holdings,
  choose: Chooser,
): FailureReason | undefined => {
  const fulfilled = (some: typeof entries, platform: Platform | undefined): FailureReason | undefined => {
    const order = { source, isTransaction: false, entries: some }
    const { order: done } = fulfil(catalog, order, { platform, isServer: false, now }, holdings, choose)
    holdings.settle()
    return done.entries.find(({ reason }) => reason !== undefined)?.reason
  }
  if (platforms.length === 1) return fulfilled(entries, platforms[0])
  for (const entry of entries) {
    const reasons: Array<FailureReason> = []
    for (const platform of platforms) {
      const reason = fulfilled([entry], platform)
      if (reason === undefined) break
      reasons.push(reason)
    }
    if (reasons.length === platforms.length) return reasons.find((reason) => lackOf(reason) !== undefined) ?? reasons[0]
  }
  return undefined
}

/** Begins an inventory session: what is transient goes, and what the player is entitled to is given. */
const beginSession = (
  catalog: LinkedCatalog,
  { now, platforms }: Setting,
  before: Holdings,
  choose: Chooser,
): Holdings => {
  const kept = [...before.all()].map(({ current }) => current).filter(({ type }) => type !== "transient")
  const holdings = Holdings.complete(kept)
  const ofPlatform = platforms.map((platform) => ({
    platform,
    entries: ownedEntitlements(catalog.entitlements, kept, platform, now),
  }))
  const { entries, platform } = ofPlatform.reduce((most, one) =>
    one.entries.length > most.entries.length ? one : most,
  )
  const order = { source: "ENTITLEMENTS", isTransaction: false, entries } as const
  fulfil(catalog, order, { platform, isServer: true, now }, holdings, choose)
  holdings.settle()
  return holdings
}

/** Runs so many rounds for a player who holds this, each with the same draws, which begin at `share`. */
const runRounds = (
  catalog: LinkedCatalog,
  orders: ReadonlyArray<WitnessOrder>,
  setting: Setting,
  holds: Counts,
  share: number,
  count: number,
): Run | Failed => {
  let holdings = Holdings.complete(recordsOf(catalog, holds, setting))
  const rounds: Array<Counts> = []
  const draws: Array<number> = []
  let drawnBefore = 0
  let isChance = false
  const choose: Chooser = ({ candidates, total }) => {
    isChance ||= candidates.length > 1
    const drawn = Math.floor(total * ((share + SHARE_STEP * (draws.length - drawnBefore)) % 1))
    draws.push(drawn)
    return drawn
  }
  for (let round = 0; round < count; round++) {
    drawnBefore = draws.length
    for (const order of orders) {
      if (order.source === "ENTITLEMENTS") {
        holdings = beginSession(catalog, setting, holdings, choose)
        continue
      }
      const reason = submit(catalog, order, setting, holdings, choose)
      if (reason !== undefined) return { reason, isChance }
    }
    rounds.push(countsOf(holdings))
  }
  return { holds, rounds, draws, isChance }
}

/** The rounds for the player who holds the least that is needed; a reason: they fail whatever the player holds. */
const provided = (
  catalog: LinkedCatalog,
  { holds: known, instead, orders }: OrdersWitness,
  setting: Setting,
  share: number,
): Run | Failed => {
  const count = instead === undefined ? ROUNDS : 1
  const holds: Record<number, number> = { ...setting.holds, ...known }
  let done = runRounds(catalog, orders, setting, { ...holds }, share, count)
  for (let tries = 0; tries < TRIES_MAX && "reason" in done; tries++) {
    const lack = lackOf(done.reason)
    if (lack === undefined) break
    holds[lack.itemId] = (holds[lack.itemId] ?? 0) + lack.more
    done = runRounds(catalog, orders, setting, { ...holds }, share, count)
  }
  if (instead === undefined || "reason" in done) return done
  const other = runRounds(catalog, instead, setting, { ...holds }, share, 1)
  return "reason" in other ? other : { ...done, otherwise: other.rounds[0] ?? {} }
}

/** Whether the player has as much of each item as before, and more of one. */
const isMore = (before: Counts, after: Counts): boolean => {
  const items = [...new Set([...Object.keys(before), ...Object.keys(after)])].map(Number)
  const rises = items.map((item) => (after[item] ?? 0) - (before[item] ?? 0))
  return rises.every((rise) => rise >= 0) && rises.some((rise) => rise > 0)
}

/** Whether each round gains, so that it can be repeated for ever; or gains more than what it is compared with. */
const gains = ({ holds, otherwise, rounds }: Rehearsal): boolean =>
  rounds.every((after, round) => isMore(otherwise ?? rounds[round - 1] ?? holds, after))

/** Most times at which orders are tried, beside now: starts of windows. */
const TIMES_MAX = 8

/** The start of the window that is open at `now` or comes next. */
const windowStart = ({ end, hour_interval: hours, start }: LinkedTimeFrame, now: Timestamp): Timestamp => {
  if (hours === undefined || now < end) return start
  const period = hours * HOUR_MILLIS
  return start + Math.ceil((now - end) / period) * period
}

/** How many of each item some draw or check asks for, within the loot. */
const askedBy = ({ inventory_operation: operation, item_id: item, quantity, required, ...loot }: LinkedLoot) => [
  ...(required === undefined ? [] : [[required.item_id, loot.required_item_count] as const]),
  ...(item !== undefined && operation === "check_greater_than_or_equal" ? [[item, quantity] as const] : []),
]

/** When the loot of the orders, and what is within it, may be given, and what it may ask for. */
const conditionsOf = (catalog: LinkedCatalog, { orders }: OrdersWitness, now: Timestamp) => {
  const frames = new Set<LinkedTimeFrame>()
  const seen = new Set<LinkedLoot>()
  const asked = new Map<number, number>()
  const open = orders.flatMap(({ entries }) => entries.flatMap(({ loot_id }) => catalog.loot.get(loot_id) ?? []))
  let begun = now
  for (let loot = open.pop(); loot !== undefined; loot = open.pop()) {
    if (seen.has(loot)) continue
    seen.add(loot)
    begun = Math.max(begun, beginningOf(loot) ?? begun)
    if (loot.timeFrame !== undefined) frames.add(loot.timeFrame)
    for (const [item, count] of askedBy(loot)) asked.set(item, Math.max(asked.get(item) ?? 0, count))
    for (const part of loot.subVendor?.loot ?? []) open.push(part)
  }
  const starts = [...frames].slice(0, TIMES_MAX).map((frame) => Math.max(begun, windowStart(frame, begun)))
  return { asked: Object.fromEntries(asked), times: [...new Set([begun, ...starts])] }
}

/** Now, and later; also for who owns what is asked for. Where items depend on platforms, each entry is tried on any. */
function* settingsOf(catalog: LinkedCatalog, witness: OrdersWitness, now: Timestamp): Generator<Setting> {
  const isLimited = [...catalog.items.values()].some(({ buckets, platforms }) => (buckets ?? platforms) !== undefined)
  const platforms: Setting["platforms"] = isLimited ? PLATFORMS : [undefined]
  yield { now, platforms, holds: {} }
  const { asked, times } = conditionsOf(catalog, witness, now)
  if (witness.holds === undefined && Object.keys(asked).length > 0) yield { now, platforms, holds: asked }
  for (const time of times) if (time !== now) yield { now: time, platforms, holds: asked }
}

/**
 * Runs the orders of a witness as a client: three rounds of them, or one that is compared with other orders. Several
 * ways to draw are tried, now and when windows begin, on any platform where items depend on it.
 * undefined: no way gains; a reason: the orders fail.
 */
export const rehearse = (
  catalog: LinkedCatalog,
  witness: OrdersWitness,
  now: Timestamp,
  ways: ReadonlyArray<number> = WAYS,
): Rehearsal | Refuted | undefined => {
  let refuted: Refuted | undefined
  for (const setting of settingsOf(catalog, witness, now)) {
    for (const share of ways) {
      const done = provided(catalog, witness, setting, share)
      if ("reason" in done) refuted ??= { reason: done.reason }
      else if (gains(done)) return Struct.omit(done, ["isChance"])
      if (!done.isChance) break
    }
  }
  return refuted
}

/** Whether the orders fail, or gain nothing, at each time and on each platform. Of what is drawn more may be gained. */
export const refutes: Refutes = (catalog, witness, now) => {
  for (const setting of settingsOf(catalog, witness, now)) {
    for (const share of WAYS) {
      const done = provided(catalog, witness, setting, share)
      if (!("reason" in done) && (gains(done) || done.isChance)) return false
      if (!done.isChance) break
    }
  }
  return true
}

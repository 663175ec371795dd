/**
 * Rehearses orders that the checker names as the witness of a finding: runs them by the interpreter on a catalog in
 * memory, round after round (decisions, section 10). What a player must hold at the beginning is found by trying.
 */
import type { LinkedCatalog } from "../../../catalog/rules/linked.ts"
import type { Counts, OrdersWitness, WitnessOrder } from "../../../catalog/rules/witness.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import { ownedEntitlements } from "../entitlements.ts"
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

const recordsOf = (holds: Counts): ReadonlyArray<HeldRecord> =>
  Object.entries(holds).map(([itemId, count]) => ({
    inventoryId: `held-${itemId}`,
    legacyInventoryId: BigInt(itemId),
    itemId: Number(itemId),
    type: "persistent",
    bucket: "none",
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

/** Chooses the number of each draw. */
type Draw = (ask: { readonly total: number }) => number

/** Submits the client's order. Answers why an entry failed; undefined: none did. */
const submit = (
  catalog: LinkedCatalog,
  { entries, source }: WitnessOrder,
  now: Timestamp,
  holdings: Holdings,
  choose: Draw,
): FailureReason | undefined => {
  const order = { source, isTransaction: false, entries }
  const { order: done } = fulfil(catalog, order, { platform: undefined, isServer: false, now }, holdings, choose)
  holdings.settle()
  return done.entries.find(({ reason }) => reason !== undefined)?.reason
}

/** Begins an inventory session: what is transient goes, and what the player is entitled to is given. */
const beginSession = (catalog: LinkedCatalog, now: Timestamp, before: Holdings, choose: Draw): Holdings => {
  const kept = [...before.all()].map(({ current }) => current).filter(({ type }) => type !== "transient")
  const holdings = Holdings.complete(kept)
  const entries = ownedEntitlements(catalog.entitlements, kept, undefined, now)
  const order = { source: "ENTITLEMENTS", isTransaction: false, entries } as const
  fulfil(catalog, order, { platform: undefined, isServer: true, now }, holdings, choose)
  holdings.settle()
  return holdings
}

/** Runs so many rounds for a player who holds this, each with the same draws, which begin at `share`. */
const runRounds = (
  catalog: LinkedCatalog,
  orders: ReadonlyArray<WitnessOrder>,
  now: Timestamp,
  holds: Counts,
  share: number,
  count: number,
): Rehearsal | Refuted => {
  let holdings = Holdings.complete(recordsOf(holds))
  const rounds: Array<Counts> = []
  const draws: Array<number> = []
  let drawnBefore = 0
  const choose: Draw = ({ total }) => {
    const drawn = Math.floor(total * ((share + SHARE_STEP * (draws.length - drawnBefore)) % 1))
    draws.push(drawn)
    return drawn
  }
  for (let round = 0; round < count; round++) {
    drawnBefore = draws.length
    for (const order of orders) {
      if (order.source === "ENTITLEMENTS") {
        holdings = beginSession(catalog, now, holdings, choose)
        continue
      }
      const reason = submit(catalog, order, now, holdings, choose)
      if (reason !== undefined) return { reason }
    }
    rounds.push(countsOf(holdings))
  }
  return { holds, rounds, draws }
}

/** The rounds for the player who holds the least that is needed; a reason: they fail whatever the player holds. */
const provided = (
  catalog: LinkedCatalog,
  { holds: known, instead, orders }: OrdersWitness,
  now: Timestamp,
  share: number,
): Rehearsal | Refuted => {
  const count = instead === undefined ? ROUNDS : 1
  const holds: Record<number, number> = { ...known }
  let done = runRounds(catalog, orders, now, { ...holds }, share, count)
  for (let tries = 0; tries < TRIES_MAX && "reason" in done; tries++) {
    const lack = lackOf(done.reason)
    if (lack === undefined) break
    holds[lack.itemId] = (holds[lack.itemId] ?? 0) + lack.more
    done = runRounds(catalog, orders, now, { ...holds }, share, count)
  }
  if (instead === undefined || "reason" in done) return done
  const other = runRounds(catalog, instead, now, { ...holds }, share, 1)
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

/**
 * Runs the orders of a witness, as a client without a platform: three rounds of them, or one that is compared with
 * other orders. Several ways to draw are tried. undefined: no way gains; a reason: the orders fail.
 */
export const rehearse = (
  catalog: LinkedCatalog,
  witness: OrdersWitness,
  now: Timestamp,
  ways: ReadonlyArray<number> = WAYS,
): Rehearsal | Refuted | undefined => {
  let refuted: Refuted | undefined
  for (const share of ways) {
    const done = provided(catalog, witness, now, share)
    if ("reason" in done) refuted ??= done
    else if (gains(done)) return done
    else if (done.draws.length === 0) break
  }
  return refuted
}

/**
 * Rehearses orders that the checker names as the witness of a finding: runs them by the interpreter on a catalog in
 * memory, round after round (decisions, section 10). What a player must hold at the beginning is found by trying.
 */
import type { LinkedCatalog } from "../../../catalog/rules/linked.ts"
import type { WitnessOrder } from "../../../catalog/rules/witness.ts"
import type { HeldRecord } from "../../../inventory/schema.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { FailureReason } from "../reasons/failureReason.ts"
import { Holdings } from "./holdings.ts"
import { fulfil } from "./interpret.ts"

/** How often a player without something is given it, before the orders count as impossible. */
const TRIES_MAX = 20
/** How many rounds are run, and how many ways to draw are tried. */
const ROUNDS = 3
const WAYS = 16

/** How many of each item a player owns, by item id. */
type Counts = Readonly<Record<number, number>>

/** Orders that were rehearsed. */
export interface Rehearsal {
  /** What the player holds at the beginning. */
  readonly holds: Counts
  /** What the player holds after each round. */
  readonly rounds: ReadonlyArray<Counts>
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
    case "CountTooLow":
      return {
        itemId: reason.itemId,
        more: reason.quantity - reason.count + (reason.operation === "check_greater_than" ? 1 : 0),
      }
    default:
      return undefined
  }
}

/** Runs the rounds for a player who holds this; each draw takes the number at `share` of its total. */
const runRounds = (
  catalog: LinkedCatalog,
  orders: ReadonlyArray<WitnessOrder>,
  now: Timestamp,
  holds: Counts,
  share: number,
): Rehearsal | Refuted => {
  const holdings = Holdings.complete(recordsOf(holds))
  const rounds: Array<Counts> = []
  const draws: Array<number> = []
  const choose = ({ total }: { readonly total: number }): number => {
    const drawn = Math.floor(total * share)
    draws.push(drawn)
    return drawn
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { entries, source } of orders) {
      const order = { source, isTransaction: false, entries }
      const { order: done } = fulfil(catalog, order, { platform: undefined, isServer: false, now }, holdings, choose)
      const failed = done.entries.find(({ reason }) => reason !== undefined)
      if (failed?.reason !== undefined) return { reason: failed.reason }
      holdings.settle()
    }
    rounds.push(countsOf(holdings))
  }
  return { holds, rounds, draws }
}

/** The rounds for the player who holds the least that is needed; a reason: they fail whatever the player holds. */
const provided = (
  catalog: LinkedCatalog,
  orders: ReadonlyArray<WitnessOrder>,
  now: Timestamp,
  share: number,
): Rehearsal | Refuted => {
  const holds: Record<number, number> = {}
  let done = runRounds(catalog, orders, now, holds, share)
  for (let tries = 0; tries < TRIES_MAX && "reason" in done; tries++) {
    const lack = lackOf(done.reason)
    if (lack === undefined) break
    holds[lack.itemId] = (holds[lack.itemId] ?? 0) + lack.more
    done = runRounds(catalog, orders, now, { ...holds }, share)
  }
  return done
}

/** Whether each round leaves as much of each item as before, and more of one: the round can be repeated for ever. */
const gains = ({ holds, rounds }: Rehearsal): boolean =>
  rounds.every((after, round) => {
    const before = rounds[round - 1] ?? holds
    const items = [...new Set([...Object.keys(before), ...Object.keys(after)])].map(Number)
    const rises = items.map((item) => (after[item] ?? 0) - (before[item] ?? 0))
    return rises.every((rise) => rise >= 0) && rises.some((rise) => rise > 0)
  })

/**
 * Runs a round of orders again and again, as a client without a platform. Several ways to draw are tried. undefined: no
 * way gains in each round; a reason: the orders fail.
 */
export const rehearse = (
  catalog: LinkedCatalog,
  orders: ReadonlyArray<WitnessOrder>,
  now: Timestamp,
): Rehearsal | Refuted | undefined => {
  let refuted: Refuted | undefined
  for (let way = 0; way < WAYS; way++) {
    const done = provided(catalog, orders, now, way / WAYS)
    if ("reason" in done) refuted ??= done
    else if (gains(done)) return done
    else if (done.draws.length === 0) break
  }
  return refuted
}

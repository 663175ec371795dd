/**
 * Finds what can be taken back of counts that an order gave, or of an item: from the lots themselves, else from others
 * of the same item and bucket that were not paid for (decisions, section 12). Reads, and stores nothing.
 */
import * as Effect from "effect/Effect"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import { wholeItems } from "../inventory/wholeItems.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Following, TracedUse } from "./provenance.ts"
import { isOf, type Lot } from "./rules/refund/lots.ts"

/** Most records of an item that are searched for equal counts, and most orders that are named for what is lacking. */
const EQUAL_RECORDS_MAX = 200
export const USES_MAX = 50

/** Where counts are taken from: what the order gave, equal ones that were not paid for, or such that were. */
export type TakenFrom = "given" | "equal" | "paid"

/** Counts that are taken from a record. */
export interface Taken {
  readonly record: HeldRecord
  readonly from: TakenFrom
  readonly count: number
}

/** A search for counts to take: what is left in the records, less what was taken already. */
export interface Search {
  readonly player: PlayerUuid
  readonly now: Timestamp
  readonly following: Following
  /** Whether counts may be taken that were paid for otherwise. */
  readonly fromPaid: boolean
  /** What is still there of each record. */
  readonly left: Map<string, number>
  readonly taken: Array<Taken>
}

/** Begins a search. */
export const beginSearch = (fields: Pick<Search, "player" | "now" | "following" | "fromPaid">): Search => ({
  ...fields,
  left: new Map(),
  taken: [],
})

/** Takes up to `count` from the record, which has not expired; answers how many. */
export const takeFrom = (search: Search, record: HeldRecord, from: TakenFrom, count: number): number => {
  const left = search.left.get(record.inventoryId) ?? record.count
  const taken = Math.min(left, count)
  search.left.set(record.inventoryId, left - taken)
  if (taken > 0) search.taken.push({ record, from, count: taken })
  return taken
}

/** How many the order of the time `at` gave that are still there. */
export const leftOf = (lots: ReadonlyArray<Lot>, at: Timestamp): number =>
  lots.reduce((sum, lot) => sum + (isOf(lot, at) ? lot.left : 0), 0)

/** Takes up to `count` from lots that the order of the time `at` did not give. */
const takeOthers = Effect.fnUntraced(function* (
  search: Search,
  record: HeldRecord,
  lots: ReadonlyArray<Lot>,
  at: Timestamp | undefined,
  count: number,
  isPaid: boolean,
) {
  let lacked = count
  for (const lot of lots) {
    if (lacked === 0) break
    if (lot.left === 0 || (at !== undefined && isOf(lot, at))) continue
    if ((yield* search.following.isPaid(lot)) !== isPaid) continue
    lacked -= takeFrom(search, record, isPaid ? "paid" : "equal", Math.min(lot.left, lacked))
  }
  return count - lacked
})

/** Which records are taken from where counts are lacking. */
export interface Wanted {
  readonly itemId: number
  /** undefined: of every bucket. */
  readonly bucket: HeldRecord["bucket"] | undefined
  /** Of this record alone; undefined: of every record of the item. */
  readonly inventoryId: string | undefined
  /** The order whose lots are not to be counted again; undefined: all lots count. */
  readonly at: Timestamp | undefined
}

/** Makes the function that takes equal counts, those that were not paid for first. It answers how many are lacking. */
export const makeTakeEqual = Effect.gen(function* () {
  const inventory = yield* InventoryStore

  const recordsOf = Effect.fnUntraced(function* (search: Search, { bucket, inventoryId, itemId }: Wanted) {
    const all = yield* Effect.provideService(wholeItems(search.player, [itemId], search.now), InventoryStore, inventory)
    const equal = all.filter(
      (one) =>
        one.count > 0 &&
        (bucket === undefined || one.bucket === bucket) &&
        (inventoryId === undefined || one.inventoryId === inventoryId),
    )
    return equal.slice(0, EQUAL_RECORDS_MAX)
  })

  const takeEqual = Effect.fnUntraced(function* (search: Search, wanted: Wanted, count: number) {
    if (count === 0) return 0
    const records: Array<{ readonly record: HeldRecord; readonly lots: ReadonlyArray<Lot> }> = []
    for (const record of yield* recordsOf(search, wanted)) {
      records.push({ record, lots: yield* search.following.lots(record.inventoryId) })
    }
    let lacked = count
    for (const isPaid of search.fromPaid ? [false, true] : [false]) {
      for (const { lots, record } of records) {
        lacked -= yield* takeOthers(search, record, lots, wanted.at, lacked, isPaid)
      }
    }
    return lacked
  })
  return { takeEqual, recordsOf }
})

/** The last orders that took from what the order of the time `at` gave (undefined: from any of the lots). */
export const usesOf = (following: Following, lots: ReadonlyArray<Lot>, at: Timestamp | undefined) => {
  const uses = lots.filter((lot) => at === undefined || isOf(lot, at)).flatMap((lot) => lot.uses)
  const others = uses.filter(({ created }) => created !== at)
  const newest = others.sort((left, right) => right.created - left.created).slice(0, USES_MAX)
  return Effect.forEach(newest, (use): Effect.Effect<TracedUse> => following.traced(use))
}

/**
 * Where the count of a record came from, and where it went, read off the rows of its ledger. A count is made of lots:
 * what one entry added at once. Who takes from a record takes of its oldest lot first; an order that refunds another
 * one takes of the lots of that one first, and what it gives back is again what that one had taken.
 */
import type { LedgerLine } from "../../../inventory/LedgerStore.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"

/** What took from a lot. */
export interface LotUse {
  /** The order that took it, or with which the session of a transient record ended. */
  readonly orderId: string
  /** undefined: the inventory session of the record ended. */
  readonly entryId: string | undefined
  readonly created: Timestamp
  readonly count: number
}

/** What an entry added to a record. */
export interface Lot {
  readonly inventoryId: string
  /** undefined: so long ago that nothing is known of it but its count. */
  readonly orderId: string | undefined
  readonly entryId: string | undefined
  readonly created: Timestamp
  /** When an order gave it back that had been taken; undefined: it was added anew. */
  readonly givenBackAt: Timestamp | undefined
  readonly count: number
  /** How many of them are still there. */
  readonly left: number
  readonly uses: ReadonlyArray<LotUse>
}

interface OpenLot extends Lot {
  left: number
  readonly uses: Array<LotUse>
}

/**
 * When the order was made that this order refunds; undefined: it refunds none. The time stands for the orders that it
 * made too: no other order of the player has it.
 */
export type RefundedAt = (orderId: string) => Timestamp | undefined

const lotOf = ({ created, entryId, inventoryId, orderId }: LedgerLine, count: number): OpenLot => ({
  inventoryId,
  orderId,
  entryId,
  created,
  givenBackAt: undefined,
  count,
  left: count,
  uses: [],
})

/** Takes from lots, the first of them first; answers how many they lack. */
const take = (lots: ReadonlyArray<OpenLot>, line: LedgerLine, count: number, from = 0): number => {
  let lacked = count
  for (let at = from; at < lots.length; at++) {
    const lot = lots[at]
    const taken = Math.min(lot?.left ?? 0, lacked)
    if (lot === undefined || taken === 0) continue
    const { created, entryId, orderId } = line
    lot.left -= taken
    lot.uses.push({ orderId, entryId, created, count: taken })
    lacked -= taken
    if (lacked === 0) break
  }
  return lacked
}

/** Whether the order of this time, or one that it made, gave the lot, anew or back. */
export const isOf = ({ created, givenBackAt, orderId }: Lot, at: Timestamp): boolean =>
  orderId !== undefined && (givenBackAt ?? created) === at

/** Adds what the refund gives back: the lots that the refunded order had taken, the last one first. */
const giveBack = (lots: Array<OpenLot>, line: LedgerLine, refunded: Timestamp): void => {
  let left = line.delta
  for (const lot of lots.toReversed()) {
    const taken = lot.uses.reduce((sum, use) => sum + (use.created === refunded ? use.count : 0), 0)
    const back = Math.min(taken, left)
    if (back === 0) continue
    lots.push({ ...lot, givenBackAt: line.created, count: back, left: back, uses: [] })
    left -= back
    if (left === 0) return
  }
  lots.push(lotOf(line, left))
}

/**
 * The lots of a record, oldest first. `lines`: its rows by rising revision; where the first ones are left out, what the
 * record held before is one lot without an order.
 */
export const lotsOf = (lines: ReadonlyArray<LedgerLine>, refundedAt: RefundedAt): ReadonlyArray<Lot> => {
  const lots: Array<OpenLot> = []
  const [first] = lines
  const before = first === undefined ? 0 : first.countAfter - first.delta
  if (first !== undefined && before > 0) {
    lots.push({ ...lotOf(first, before), orderId: undefined, entryId: undefined })
  }
  // No lot before this one has anything left. So a long ledger is gone through once.
  let filled = 0
  for (const line of lines) {
    const refunded = refundedAt(line.orderId)
    if (line.delta > 0) {
      if (refunded === undefined) lots.push(lotOf(line, line.delta))
      else giveBack(lots, line, refunded)
    } else if (line.delta < 0) {
      const ofRefunded = refunded === undefined ? [] : lots.filter((lot) => isOf(lot, refunded))
      const lacked = take(ofRefunded, line, -line.delta)
      if (lacked > 0) take(lots, line, lacked, filled)
      while (filled < lots.length && lots[filled]?.left === 0) filled++
    }
  }
  return lots
}

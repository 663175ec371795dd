/**
 * What shows a finding about what players can gain: orders that anyone can submit, or the odds of a draw (decisions,
 * section 10). `order/rules/interpret/rehearse.ts` runs such orders in memory.
 */

import type { Timestamp } from "../../kernel/time/Timestamp.ts"
import type { NamesBeside } from "../namesBeside.ts"
import type { LinkedCatalog } from "./linked.ts"

/** An entry of an order, as a client writes it. */
export interface WitnessEntry {
  readonly type: "fill_loot" | "purchase_loot" | "purchase_dynamic_bundle"
  readonly loot_id: number
  readonly quantity: number
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  readonly purchase_price?: {
    readonly price_coupon_item_id?: number
    readonly currencies: ReadonlyArray<{ readonly price_item_id: number; readonly price: number }>
  }
}

/** The body of an order of a client. */
export interface ClientOrder {
  readonly source: "CLIENT"
  readonly entries: ReadonlyArray<WitnessEntry>
}

/** The order that beginning an inventory session makes. The server fills in an entry for each entitlement. */
export interface SessionOrder {
  readonly source: "ENTITLEMENTS"
  readonly entries: readonly []
}

/** What a client does: it submits an order, or begins an inventory session. */
export type WitnessOrder = ClientOrder | SessionOrder

/** How many of each item a player owns, by item id. */
export type Counts = Readonly<Record<number, number>>

/**
 * A round of orders. After each round the player has as much of each item as before, and more of one. With `instead`
 * the round may be possible only once: it leaves the player with more than the orders of `instead` do.
 */
export interface OrdersWitness extends NamesBeside {
  readonly kind: "orders"
  /** What the player holds at the beginning, as far as it is known. Absent: nothing. */
  readonly holds?: Counts
  readonly orders: ReadonlyArray<WitnessOrder>
  readonly instead?: ReadonlyArray<WitnessOrder>
}

/** Loot that a vendor gives with probability 0, and the loot among which the vendor draws. */
export interface OddsWitness extends NamesBeside {
  readonly kind: "odds"
  readonly vendor_id: number
  readonly loot_id: number
  readonly odds: "0"
  readonly because: string
  /** At most {@link CANDIDATES_MAX} of the candidates, with their weights; none for a recipe. */
  readonly candidates: ReadonlyArray<{ readonly loot_id: number; readonly weight: number }>
}

/** Whether orders fail or gain nothing in the interpreter, whatever the platform and the time from `now` on. */
export type Refutes = (catalog: LinkedCatalog, witness: OrdersWitness, now: Timestamp) => boolean

/** Who judges what shows the findings, and from when on. */
export interface Judge {
  readonly now: Timestamp
  readonly refutes: Refutes
}

/** What shows a finding. */
export type Witness = OrdersWitness | OddsWitness

/** Most candidates that a witness lists. */
export const CANDIDATES_MAX = 20

/** Most entries of an order over HTTP, and most entries of a witness. A longer round is not written down. */
const ORDER_ENTRIES_MAX = 100
const ENTRIES_MAX = 1000

/** Something that a client does, and how often. Without an entry it begins a session. */
export interface WitnessStep {
  readonly entry: WitnessEntry | undefined
  readonly times: number
}

/** The order that begins a session. */
const SESSION: SessionOrder = { source: "ENTITLEMENTS", entries: [] }

/** The orders of these steps, in their sequence; undefined: they would be too long. */
export const ordersOf = (steps: ReadonlyArray<WitnessStep>): ReadonlyArray<WitnessOrder> | undefined => {
  if (steps.reduce((sum, { times }) => sum + times, 0) > ENTRIES_MAX) return undefined
  const orders: Array<WitnessOrder> = []
  let entries: Array<WitnessEntry> = []
  for (const { entry, times } of steps) {
    for (let time = 0; time < times; time++) {
      if (entry === undefined) orders.push(SESSION)
      else if (entries.length > 0 && entries.length < ORDER_ENTRIES_MAX) entries.push(entry)
      else orders.push({ source: "CLIENT", entries: (entries = [entry]) })
      if (entry === undefined) entries = []
    }
  }
  return orders
}

/** The round of these steps, for a player who holds this; undefined: it would be too long. */
export const roundOf = (steps: ReadonlyArray<WitnessStep>, holds: Counts = {}): OrdersWitness | undefined => {
  const orders = ordersOf(steps)
  if (orders === undefined) return undefined
  return { kind: "orders", ...(Object.keys(holds).length === 0 ? undefined : { holds }), orders }
}

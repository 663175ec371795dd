/**
 * What shows a finding about what players can gain: orders that anyone can submit, or the odds of a draw (decisions,
 * section 10). `order/rules/interpret/rehearse.ts` runs such orders in memory.
 */

/** An entry of an order, as a client writes it. */
export interface WitnessEntry {
  readonly type: "fill_loot" | "purchase_loot"
  readonly loot_id: number
  readonly quantity: number
  readonly purchase_price?: {
    readonly currencies: ReadonlyArray<{ readonly price_item_id: number; readonly price: number }>
  }
}

/** The body of an order. */
export interface WitnessOrder {
  readonly source: "CLIENT"
  readonly entries: ReadonlyArray<WitnessEntry>
}

/** A round of orders, after which a player has as much of each item as before, and more of one. */
export interface OrdersWitness {
  readonly kind: "orders"
  readonly orders: ReadonlyArray<WitnessOrder>
}

/** Loot that a vendor gives with probability 0, and the loot among which the vendor draws. */
export interface OddsWitness {
  readonly kind: "odds"
  readonly vendor_id: number
  readonly loot_id: number
  readonly odds: "0"
  readonly because: string
  /** At most {@link CANDIDATES_MAX} of the candidates, with their weights; none for a recipe. */
  readonly candidates: ReadonlyArray<{ readonly loot_id: number; readonly weight: number }>
}

/** What shows a finding. */
export type Witness = OrdersWitness | OddsWitness

/** Most candidates that a witness lists. */
export const CANDIDATES_MAX = 20

/** Most entries of an order over HTTP, and most entries of a witness. A longer round is not written down. */
const ORDER_ENTRIES_MAX = 100
const ENTRIES_MAX = 1000

/** The round of these entries, each as often as it says; undefined: it would be too long. */
export const roundOf = (
  steps: ReadonlyArray<{ readonly entry: WitnessEntry; readonly times: number }>,
): OrdersWitness | undefined => {
  if (steps.reduce((sum, { times }) => sum + times, 0) > ENTRIES_MAX) return undefined
  const entries = steps.flatMap(({ entry, times }) => Array.from({ length: times }, () => entry))
  const orders: Array<WitnessOrder> = []
  for (let at = 0; at < entries.length; at += ORDER_ENTRIES_MAX) {
    orders.push({ source: "CLIENT", entries: entries.slice(at, at + ORDER_ENTRIES_MAX) })
  }
  return { kind: "orders", orders }
}

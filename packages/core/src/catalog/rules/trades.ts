/**
 * Certain trades of a client: each purchase and each claimable conversion, as the items that it takes and the items
 * that it gives. When an outcome depends on chance or on the player's inventory, only its certain part counts.
 */
import { isEverAvailable } from "./availability.ts"
import type { LinkedCatalog, LinkedLoot } from "./linked.ts"
import type { WitnessEntry } from "./witness.ts"

/** The change of the count of each item, by item id. */
type Changes = ReadonlyMap<number, number>

/** A trade that a client can repeat as often as it can pay. */
export interface Trade {
  readonly loot: LinkedLoot
  /** The entry of an order that makes the trade. */
  readonly entry: WitnessEntry
  /** The net change of each item; zeros are left out. */
  readonly changes: Changes
  /** Whether the trade takes anything, also when it gives the same back. */
  readonly spends: boolean
}

/** The certain changes of fulfilling loot; undefined: it may fail, or no change is certain. */
type Outcome = { readonly changes: Changes; readonly spends: boolean } | undefined

const NOTHING: Outcome = { changes: new Map(), spends: false }

/** Most loot that is examined for a trade. Larger bundles have no certain changes. */
const LOOT_MAX = 1000
/** Most loot that is examined for all trades, and most trades. Real catalogs stay below, and the time is bounded. */
const LOOT_IN_ALL_MAX = 2_000_000
const TRADES_MAX = 200_000

/** The catalog, how much loot may still be examined for this trade and in all, and the trades found so far. */
interface Search {
  readonly catalog: LinkedCatalog
  readonly found: Array<Trade>
  left: number
  leftInAll: number
}

const sum = (outcomes: ReadonlyArray<Outcome>): Outcome => {
  const changes = new Map<number, number>()
  let spends = false
  for (const outcome of outcomes) {
    if (outcome === undefined) return undefined
    spends ||= outcome.spends
    for (const [item, change] of outcome.changes) changes.set(item, (changes.get(item) ?? 0) + change)
  }
  return { changes, spends }
}

const ofItem = (loot: LinkedLoot, item: number, quantity: number): Outcome => {
  if (quantity === 0) return NOTHING
  switch (loot.inventory_operation) {
    case "add":
      return loot.inventory_selector_type === "own" ? { changes: new Map([[item, quantity]]), spends: false } : NOTHING
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return { changes: new Map([[item, -quantity]]), spends: true }
    default:
      return undefined
  }
}

const ofLoot = (loot: LinkedLoot, multiplier: number, search: Search): Outcome => {
  if (search.left-- <= 0 || search.leftInAll-- <= 0) return undefined
  if (!isEverAvailable(loot)) return NOTHING
  if (loot.multiplier !== undefined || loot.xp_quantity_transform_type !== "none") return undefined
  const wanted = loot.quantity_type === "relative" ? loot.quantity * multiplier : loot.quantity
  const quantity = loot.hard_quantity_maximum === 0 ? wanted : Math.min(wanted, loot.hard_quantity_maximum)
  const vendor = loot.subVendor
  if (vendor === undefined) return loot.item_id === undefined ? NOTHING : ofItem(loot, loot.item_id, quantity)
  const parts =
    vendor.type === "recipe" ? vendor.loot : vendor.loot.filter((one) => isEverAvailable(one) && one.drop_weight > 0)
  const inner = parts.map((one) => ofLoot(one, vendor.type === "recipe" ? quantity : 1, search))
  if (vendor.type === "recipe") return sum(inner)
  if (inner.length === 1 && quantity === 1 && parts[0]?.required === undefined) return inner[0]
  return inner.every((outcome) => outcome !== undefined && !outcome.spends) ? NOTHING : undefined
}

const add = (loot: LinkedLoot, entry: WitnessEntry, outcome: Outcome, { found }: Search): void => {
  if (outcome === undefined || found.length >= TRADES_MAX) return
  const changes = new Map([...outcome.changes].filter(([, change]) => change !== 0))
  if (changes.size > 0) found.push({ loot, entry, changes, spends: outcome.spends })
}

/** The certain changes of fulfilling the loot `quantity` times, computed anew. */
const outcomeOf = (loot: LinkedLoot, quantity: number, search: Search): Outcome => {
  search.left = LOOT_MAX
  return ofLoot(loot, quantity, search)
}

const addPurchases = (loot: LinkedLoot, search: Search): void => {
  for (const { quantity, currencies } of loot.pricePoint?.current_breakpoints ?? []) {
    const given = outcomeOf(loot, quantity, search)
    if (given === undefined) continue
    for (const { price_item_id, price } of currencies) {
      const paid: Outcome = { changes: new Map([[price_item_id, -price * quantity]]), spends: price > 0 }
      const purchase_price = { currencies: [{ price_item_id, price }] }
      const entry = { type: "purchase_loot", loot_id: loot.loot_id, quantity, purchase_price } as const
      add(loot, entry, sum([paid, given]), search)
    }
  }
}

const isSpent = ({ found, leftInAll }: Search): boolean => found.length >= TRADES_MAX || leftInAll <= 0

/** Every certain trade of clients, purchases first. */
export const findTrades = (catalog: LinkedCatalog): ReadonlyArray<Trade> => {
  const search: Search = { catalog, found: [], left: LOOT_MAX, leftInAll: LOOT_IN_ALL_MAX }
  const active = [...catalog.loot.values()].filter(isEverAvailable)
  for (const loot of active) {
    if (isSpent(search)) break
    addPurchases(loot, search)
  }
  for (const loot of active) {
    if (isSpent(search)) break
    if (!loot.is_claimable_by_client) continue
    const entry = { type: "fill_loot", loot_id: loot.loot_id, quantity: 1 } as const
    add(loot, entry, outcomeOf(loot, 1, search), search)
  }
  return search.found
}

/**
 * What a client can trade for what, for certain: each purchase and each claimable conversion as the items it takes and
 * the items it gives. Where an outcome hangs on chance or on what the player owns, only what is certain counts.
 */
import type { CompiledCatalog, CompiledLoot } from "./compiled.ts"

/** Item id to the change of its count. */
type Changes = ReadonlyMap<number, number>

/** Something a client can do as often as it can pay for it. */
export interface Trade {
  readonly loot: CompiledLoot
  /** Net of what it takes and gives, per item; zeros left out. */
  readonly changes: Changes
  /** Whether anything is taken at all, be it given back or not. */
  readonly spends: boolean
}

/** The certain changes of fulfilling loot, or undefined when it may fail or nothing certain can be said. */
type Outcome = { readonly changes: Changes; readonly spends: boolean } | undefined

const NOTHING: Outcome = { changes: new Map(), spends: false }

/** Loot that is looked into for one trade; nothing certain is said about larger bundles. */
const LOOT_MAX = 1000

/** The catalog, and how much loot may still be looked into for the trade at hand. */
interface Search {
  readonly catalog: CompiledCatalog
  left: number
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

const ofItem = (loot: CompiledLoot, item: number, quantity: number): Outcome => {
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

const ofLoot = (loot: CompiledLoot, multiplier: number, search: Search): Outcome => {
  if (search.left-- <= 0) return undefined
  if (!loot.active) return NOTHING
  if (loot.quantity_mult_inventory_item_id !== undefined || loot.xp_quantity_transform_type !== "none") return undefined
  const wanted = loot.quantity_type === "relative" ? loot.quantity * multiplier : loot.quantity
  const quantity = loot.hard_quantity_maximum === 0 ? wanted : Math.min(wanted, loot.hard_quantity_maximum)
  const vendor = loot.sub_vendor_id === undefined ? undefined : search.catalog.vendors.get(loot.sub_vendor_id)
  if (vendor === undefined) return loot.item_id === undefined ? NOTHING : ofItem(loot, loot.item_id, quantity)
  const parts = vendor.type === "recipe" ? vendor.loot : vendor.loot.filter((one) => one.active && one.drop_weight > 0)
  const inner = parts.map((one) => ofLoot(one, vendor.type === "recipe" ? quantity : 1, search))
  if (vendor.type === "recipe") return sum(inner)
  if (inner.length === 1 && quantity === 1 && parts[0]?.required_item_id === undefined) return inner[0]
  return inner.every((outcome) => outcome !== undefined && !outcome.spends) ? NOTHING : undefined
}

const trade = (loot: CompiledLoot, outcome: Outcome): ReadonlyArray<Trade> => {
  if (outcome === undefined) return []
  const changes = new Map([...outcome.changes].filter(([, change]) => change !== 0))
  return changes.size === 0 ? [] : [{ loot, changes, spends: outcome.spends }]
}

const purchases = (loot: CompiledLoot, catalog: CompiledCatalog): ReadonlyArray<Trade> => {
  const guid = loot.current_price_point_guid
  const point = guid === undefined ? undefined : catalog.pricePoints.get(guid)
  return (point?.current_breakpoints ?? []).flatMap(({ quantity, currencies }) => {
    const given = ofLoot(loot, quantity, { catalog, left: LOOT_MAX })
    return currencies.flatMap(({ price_item_id, price }) => {
      const paid: Outcome = { changes: new Map([[price_item_id, -price * quantity]]), spends: price > 0 }
      return trade(loot, sum([paid, given]))
    })
  })
}

const claims = (loot: CompiledLoot, catalog: CompiledCatalog): ReadonlyArray<Trade> =>
  loot.is_claimable_by_client ? trade(loot, ofLoot(loot, 1, { catalog, left: LOOT_MAX })) : []

/** Every certain trade that clients can make. */
export const findTrades = (catalog: CompiledCatalog): ReadonlyArray<Trade> => {
  const active = [...catalog.loot.values()].filter((loot) => loot.active)
  return active.flatMap((loot) => purchases(loot, catalog)).concat(active.flatMap((loot) => claims(loot, catalog)))
}

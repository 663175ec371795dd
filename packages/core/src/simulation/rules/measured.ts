/** What is measured where a policy does not say: the items that prices are in, and the items that its actions buy. */
import { type LinkedCatalog, lookup } from "../../catalog/rules/linked.ts"
import { MEASURED_MAX } from "../schema.ts"
import type { Cohort, ItemCount } from "./policy.ts"

const entriesOf = (cohorts: ReadonlyArray<Cohort>) =>
  cohorts.flatMap(({ actions }) => actions.flatMap(({ order }) => order.entries))

/** The items that the purchases are paid with; without a purchase, those of the prices of the catalog. */
export const measuredCurrencies = (catalog: LinkedCatalog, cohorts: ReadonlyArray<Cohort>): ReadonlyArray<number> => {
  const paid = entriesOf(cohorts).flatMap(({ purchase_price }) => purchase_price?.currencies ?? [])
  const priced = Array.from(catalog.pricePoints.values(), ({ current_breakpoints }) =>
    current_breakpoints.flatMap(({ currencies }) => currencies),
  ).flat()
  const found = new Set([...paid, ...priced].map(({ price_item_id }) => price_item_id))
  return Array.from(found).slice(0, MEASURED_MAX)
}

/** One of each item that a purchase gives itself, or that is chosen of a bundle. */
export const measuredGoals = (catalog: LinkedCatalog, cohorts: ReadonlyArray<Cohort>): ReadonlyArray<ItemCount> => {
  const bought = entriesOf(cohorts).flatMap(({ dynamic_bundle_loot_ids: chosen, loot_id, type }) => {
    const loot = chosen ?? (type === "purchase_loot" ? [loot_id] : [])
    return loot.flatMap((id) => lookup(catalog.loot, id)?.item?.item_id ?? [])
  })
  return Array.from(new Set(bought), (itemId) => ({ itemId, count: 1 })).slice(0, MEASURED_MAX)
}

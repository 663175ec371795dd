/**
 * What changed between two catalogs, in the words of the domain: entries with their fields, prices, chances of draws,
 * vendors with another etag, and items that can no longer be obtained.
 */
import { formatTimestamp, type Timestamp } from "../../kernel/time/Timestamp.ts"
import { isEverAvailable, withTimesAsText } from "./availability.ts"
import { findDeadLoot } from "./drops.ts"
import { link, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import { reducedPrice } from "./linkedCoupon.ts"
import type { LinkedBreakpoint } from "./linkedTables.ts"
import { itemDefaults, lootDefaults, vendorDefaults } from "../schema.ts"
import type { PublishedCatalog, PublishedLoot } from "./published.ts"

/** The parts of a catalog. */
export type CatalogPart =
  | "catalog"
  | "item"
  | "vendor"
  | "loot"
  | "price_point"
  | "xp_table"
  | "time_frame"
  | "inventory_bucket_use_rule_set"
  | "item_portal_use_ruleset"
  | "promotion"

/** A field with another value; `before` or `after` absent: the field was not there. */
export interface FieldDifference {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** An entry that is new, gone or changed. `fields` is empty for new and removed entries. */
export interface EntryDifference {
  readonly part: CatalogPart
  readonly id: string
  readonly change: "added" | "removed" | "changed"
  readonly fields: ReadonlyArray<FieldDifference>
}

/**
 * Another price of a unit of the loot, from `quantity` units on; absent: no such tier or currency. `coupon_item_id`:
 * the price with this coupon, without reductions for owned parts.
 */
export interface PriceDifference {
  readonly loot_id: number
  readonly price: "current" | "pre_sale"
  readonly quantity: number
  readonly price_item_id: number
  readonly coupon_item_id?: number
  readonly before?: number
  readonly after?: number
}

/**
 * Another chance of the loot in a draw of its vendor, among all loot with a weight: a fraction in lowest terms. For a
 * player for whom some loot is no candidate, the others are more likely.
 */
export interface ChanceDifference {
  readonly vendor_id: number
  readonly loot_id: number
  readonly before: string
  readonly after: string
}

/** The differences of two catalogs. */
export interface CatalogDifferences {
  readonly entries: ReadonlyArray<EntryDifference>
  readonly prices: ReadonlyArray<PriceDifference>
  readonly chances: ReadonlyArray<ChanceDifference>
  /** Vendors of both catalogs whose etags differ. Clients fetch them again. */
  readonly vendors_with_new_etag: ReadonlyArray<number>
  /** Items that loot could give before, and cannot now. An item that is gone is among them. */
  readonly items_no_longer_obtainable: ReadonlyArray<number>
  readonly items_newly_obtainable: ReadonlyArray<number>
}

type Fields = Readonly<Record<string, unknown>>
type Entries = Readonly<Record<string, Fields>>

const isEqual = (left: unknown, right: unknown): boolean => {
  if (left === right) return true
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every((name) => isEqual((left as Fields)[name], (right as Fields)[name]))
}

/** Members that say nothing of their own: etags, and loot, which is compared by itself. */
const DERIVED = new Set(["cache_info", "loot"])

const fieldDifferences = (before: Fields, after: Fields): ReadonlyArray<FieldDifference> => {
  const names = Array.from(new Set([...Object.keys(before), ...Object.keys(after)])).sort()
  const changed = names.filter((name) => !DERIVED.has(name) && !isEqual(before[name], after[name]))
  // A reference is given as id and as uuid: where the id changed, the uuid says the same again.
  const isRepeated = (name: string) => name.endsWith("_uuid") && changed.includes(name.replace(/_uuid$/, "_id"))
  return changed
    .filter((name) => !isRepeated(name))
    .map((field) => ({
      field,
      ...(before[field] === undefined ? undefined : { before: before[field] }),
      ...(after[field] === undefined ? undefined : { after: after[field] }),
    }))
}

const byId = (left: string, right: string): number =>
  Number(left) - Number(right) || (left < right ? -1 : left > right ? 1 : 0)

const entryDifferences = (part: CatalogPart, before: Entries, after: Entries): ReadonlyArray<EntryDifference> => {
  const ids = Array.from(new Set([...Object.keys(before), ...Object.keys(after)])).sort(byId)
  return ids.flatMap((id): ReadonlyArray<EntryDifference> => {
    const [old, now] = [before[id], after[id]]
    if (old === undefined) return [{ part, id, change: "added", fields: [] }]
    if (now === undefined) return [{ part, id, change: "removed", fields: [] }]
    const fields = fieldDifferences(old, now)
    return fields.length === 0 ? [] : [{ part, id, change: "changed", fields }]
  })
}

const withDefaults = (entries: Readonly<Record<string, object>>, defaults: Fields): Entries =>
  Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, { ...defaults, ...entry }]))

const lootOf = ({ vendors }: PublishedCatalog): Entries =>
  withDefaults(
    Object.fromEntries(
      Object.values(vendors).flatMap(({ loot }) =>
        Object.entries<PublishedLoot>(loot).map(([id, one]) => [id, withTimesAsText(one)]),
      ),
    ),
    lootDefaults,
  )

/** Times of a window, as texts. People read them, and a JSON of differences is for people. */
const withWindow = (entry: { readonly start?: Timestamp; readonly end?: Timestamp }): object => ({
  ...entry,
  ...(entry.start === undefined ? undefined : { start: formatTimestamp(entry.start) }),
  ...(entry.end === undefined ? undefined : { end: formatTimestamp(entry.end) }),
})

const eachWithWindow = (entries: Readonly<Record<string, Parameters<typeof withWindow>[0]>>): Entries =>
  withDefaults(Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, withWindow(entry)])), {})

/** The document's own fields. Each key of `custom_data` is a field. */
const documentOf = ({ custom_data: own = {} }: PublishedCatalog): Entries => ({
  document: Object.fromEntries(Object.entries(own).map(([key, value]) => [`custom_data.${key}`, value])),
})

const partsOf = (catalog: PublishedCatalog): Readonly<Record<CatalogPart, Entries>> => ({
  catalog: documentOf(catalog),
  item: withDefaults(catalog.items, itemDefaults),
  vendor: withDefaults(catalog.vendors, vendorDefaults),
  loot: lootOf(catalog),
  price_point: withDefaults(catalog.price_points, {}),
  xp_table: withDefaults(catalog.xp_tables, {}),
  time_frame: eachWithWindow(catalog.time_frames),
  inventory_bucket_use_rule_set: withDefaults(catalog.inventory_bucket_use_rule_sets, {}),
  item_portal_use_ruleset: withDefaults(catalog.item_portal_use_rulesets, {}),
  promotion: eachWithWindow(catalog.promotions),
})

/** The prices of a list of tiers, by tier, currency and coupon. */
type Prices = ReadonlyMap<string, number>

const keyOf = (quantity: number, priceItemId: number, couponItemId?: number): string =>
  `${quantity}:${priceItemId}:${couponItemId ?? ""}`

const pricesOf = (tiers: ReadonlyArray<LinkedBreakpoint>): Prices =>
  new Map(
    tiers.flatMap(({ currencies, quantity }) =>
      currencies.map(({ price, price_item_id }) => [keyOf(quantity, price_item_id), price] as const),
    ),
  )

/** The coupons that can be used, by the loot that they lower a price of. */
const couponsOf = ({ items }: LinkedCatalog): ReadonlyMap<number, ReadonlyArray<LinkedItem>> => {
  const found = new Map<number, Array<LinkedItem>>()
  for (const item of items.values()) {
    if (!item.active) continue
    for (const id of item.coupon?.lootIds ?? []) found.set(id, [...(found.get(id) ?? []), item])
  }
  return found
}

/** What a unit costs with each coupon. A coupon that is used up buys one unit, at the tier of one. */
const couponPricesOf = (tiers: ReadonlyArray<LinkedBreakpoint>, coupons: ReadonlyArray<LinkedItem>): Prices =>
  new Map(
    coupons.flatMap(({ coupon, item_id }) =>
      tiers.flatMap(({ currencies, quantity }) =>
        coupon === undefined || (coupon.isConsumed && quantity !== 1)
          ? []
          : currencies
              .filter(({ price_item_id }) => price_item_id === coupon.currencyItemId)
              .map((price) => [keyOf(quantity, price.price_item_id, item_id), reducedPrice(price, 0, coupon)] as const),
      ),
    ),
  )

const differingPrices = (
  loot_id: number,
  price: PriceDifference["price"],
  before: Prices,
  after: Prices,
): ReadonlyArray<PriceDifference> =>
  Array.from(new Set([...before.keys(), ...after.keys()])).flatMap((key) => {
    const [from, to] = [before.get(key), after.get(key)]
    if (from === to) return []
    const [quantity = "", item = "", coupon = ""] = key.split(":")
    return {
      loot_id,
      price,
      quantity: Number(quantity),
      price_item_id: Number(item),
      ...(coupon === "" ? undefined : { coupon_item_id: Number(coupon) }),
      ...(from === undefined ? undefined : { before: from }),
      ...(to === undefined ? undefined : { after: to }),
    }
  })

const tiersOf = ({ preSalePricePoint, pricePoint }: LinkedLoot, price: PriceDifference["price"]) =>
  (price === "current" ? pricePoint?.current_breakpoints : preSalePricePoint?.pre_sale_breakpoints) ?? []

const priceDifferences = (before: LinkedCatalog, after: LinkedCatalog): ReadonlyArray<PriceDifference> => {
  const [couponsBefore, couponsAfter] = [couponsOf(before), couponsOf(after)]
  return Array.from(after.loot.values()).flatMap((now) => {
    const { loot_id: id } = now
    const old = before.loot.get(id)
    if (old === undefined) return []
    const withCoupons = (loot: LinkedLoot, coupons: typeof couponsBefore) =>
      couponPricesOf(tiersOf(loot, "current"), coupons.get(id) ?? [])
    return [
      ...(["current", "pre_sale"] as const).flatMap((price) =>
        differingPrices(id, price, pricesOf(tiersOf(old, price)), pricesOf(tiersOf(now, price))),
      ),
      ...differingPrices(id, "current", withCoupons(old, couponsBefore), withCoupons(now, couponsAfter)),
    ]
  })
}

const divisor = (left: bigint, right: bigint): bigint => (right === 0n ? left : divisor(right, left % right))

const fraction = (weight: number, total: bigint): string => {
  if (weight === 0 || total === 0n) return "0"
  const common = divisor(BigInt(weight), total)
  const [above, below] = [BigInt(weight) / common, total / common]
  return below === 1n ? String(above) : `${above}/${below}`
}

/** The chance of each loot of a randomly sampled vendor, when all loot with a weight can be drawn. */
const chancesOf = ({ candidates }: LinkedVendor): ReadonlyMap<number, string> => {
  const total = candidates.reduce((sum, { drop_weight }) => sum + BigInt(drop_weight), 0n)
  return new Map(candidates.map(({ drop_weight, loot_id }) => [loot_id, fraction(drop_weight, total)]))
}

const chanceDifferences = (before: LinkedCatalog, after: LinkedCatalog): ReadonlyArray<ChanceDifference> =>
  Array.from(after.vendors.values()).flatMap((now) => {
    const old = before.vendors.get(now.vendor_id)
    if (old?.type !== "randomly_sampled" || now.type !== "randomly_sampled") return []
    const [earlier, later] = [chancesOf(old), chancesOf(now)]
    return Array.from(new Set([...earlier.keys(), ...later.keys()])).flatMap((loot_id) => {
      const [from, to] = [earlier.get(loot_id) ?? "0", later.get(loot_id) ?? "0"]
      return from === to ? [] : [{ vendor_id: now.vendor_id, loot_id, before: from, after: to }]
    })
  })

const gives = ({ inventory_operation: operation }: LinkedLoot): boolean => operation === "add" || operation === "set"

/** The items that some loot can give, or that every player always owns. */
const obtainable = (catalog: LinkedCatalog): ReadonlySet<number> => {
  const dead = new Set(findDeadLoot(catalog).flatMap(({ path }) => (path[2] === "loot" ? [Number(path[3])] : [])))
  const items = new Set(catalog.alwaysOwnedItems)
  for (const loot of catalog.loot.values()) {
    if (!isEverAvailable(loot) || loot.subVendor !== undefined || loot.item === undefined) continue
    if (gives(loot) && loot.quantity > 0 && !dead.has(loot.loot_id)) items.add(loot.item.item_id)
  }
  return items
}

const missingIn = (here: ReadonlySet<number>, there: ReadonlySet<number>): ReadonlyArray<number> =>
  Array.from(here)
    .filter((id) => !there.has(id))
    .sort((left, right) => left - right)

/** The differences of two checked catalogs with their etags. Equal catalogs have none. */
export const differencesOf = (before: PublishedCatalog, after: PublishedCatalog): CatalogDifferences => {
  const [old, now] = [link(0, before), link(0, after)]
  const [had, has] = [obtainable(old), obtainable(now)]
  const [oldParts, newParts] = [partsOf(before), partsOf(after)]
  const parts = Object.keys(newParts) as ReadonlyArray<CatalogPart>
  return {
    entries: parts.flatMap((part) => entryDifferences(part, oldParts[part], newParts[part])),
    prices: priceDifferences(old, now),
    chances: chanceDifferences(old, now),
    vendors_with_new_etag: Array.from(now.vendors.values())
      .filter(({ etag, vendor_id }) => (old.vendors.get(vendor_id)?.etag ?? etag) !== etag)
      .map(({ vendor_id }) => vendor_id),
    items_no_longer_obtainable: missingIn(had, has),
    items_newly_obtainable: missingIn(has, had),
  }
}

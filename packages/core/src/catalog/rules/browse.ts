/**
 * A catalog as those who look things up see it: every entry with its name, and who leads to it. names.ts says
 * what a name is.
 */
import { foldedName } from "../../kernel/input/foldedName.ts"
import { lootName, nameOf } from "./names.ts"
import type { PublishedCatalog, PublishedItem, PublishedLoot } from "./published.ts"

/** The kinds of entries that can be looked up. */
export const ENTRY_KINDS = ["item", "vendor", "loot", "price_point", "promotion"] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** How one entry leads to another. */
export const LEADS = [
  "gives",
  "takes",
  "checks",
  "requires",
  "multiplies_by",
  "fulfils",
  "holds",
  "costs",
  "cost_before_the_sale",
  "is_paid_in",
  "entitles_to",
  "rewards_levels_by",
  "discounts",
  "refers_to",
  "is_a_code_for",
] as const
export type LeadKind = (typeof LEADS)[number]

/** An entry by kind and id. Ids are texts: price points and promotions have no numbers. */
export interface EntryKey {
  readonly kind: EntryKind
  readonly id: string
}

/** An entry that leads to another, and how. */
export interface Lead extends EntryKey {
  readonly by: LeadKind
}

/** An entry that can be found, with the text that it is found by. */
export interface FoundEntry extends EntryKey {
  readonly name: string | undefined
  /** The name of loot with that of its vendor, `shop/sword`; of others their name. */
  readonly whole: string | undefined
  readonly foundBy: string
}

/** Everything about a catalog that looking up needs, made once for a version. */
export interface CatalogIndex {
  readonly published: PublishedCatalog
  /** The loot of all vendors, by id. */
  readonly loot: ReadonlyMap<string, PublishedLoot>
  /** By kind, in the order of ids. */
  readonly entries: Readonly<Record<EntryKind, ReadonlyArray<FoundEntry>>>
  /** The names by {@link keyOf}. */
  readonly names: ReadonlyMap<string, string>
  /** Who leads to an entry, by {@link keyOf}. */
  readonly leads: ReadonlyMap<string, ReadonlyArray<Lead>>
}

/** The key of an entry in maps. */
export const keyOf = (kind: EntryKind, id: string | number): string => `${kind} ${id}`

type Reference = readonly [kind: EntryKind, id: string | number | undefined, by: LeadKind]

const operationLead = (loot: PublishedLoot): LeadKind => {
  const operation = loot.inventory_operation ?? "add"
  if (operation === "add" || operation === "set") return "gives"
  return operation.startsWith("check") && !operation.endsWith("subtract") ? "checks" : "takes"
}

const referencesOfLoot = (loot: PublishedLoot): ReadonlyArray<Reference> => [
  ["item", loot.item_id, operationLead(loot)],
  ["item", loot.required_item_id, "requires"],
  ["item", loot.quantity_mult_inventory_item_id, "multiplies_by"],
  ["vendor", loot.sub_vendor_id, "fulfils"],
  ["price_point", loot.current_price_point_guid, "costs"],
  ["price_point", loot.pre_sale_price_point_guid, "cost_before_the_sale"],
]

const referencesOfItem = (item: PublishedItem): ReadonlyArray<Reference> => [
  ["loot", item.entitled_loot_id, "entitles_to"],
  ["vendor", item.level_vendor_id, "rewards_levels_by"],
  ["item", item.ref_item_id, "refers_to"],
  ["item", item.coupon_discount_currency_item_id, "discounts"],
  ...(item.coupon_discount_loot ?? []).map((id): Reference => ["loot", id, "discounts"]),
]

/** What each entry refers to. */
function* references(catalog: PublishedCatalog): Generator<readonly [from: EntryKey, to: Reference]> {
  for (const [id, item] of Object.entries(catalog.items)) {
    for (const to of referencesOfItem(item)) yield [{ kind: "item", id }, to]
  }
  for (const [id, vendor] of Object.entries(catalog.vendors)) {
    for (const [lootId, loot] of Object.entries(vendor.loot)) {
      yield [{ kind: "vendor", id }, ["loot", lootId, "holds"]]
      for (const to of referencesOfLoot(loot)) yield [{ kind: "loot", id: lootId }, to]
    }
  }
  for (const [id, { current_breakpoints: tiers = [] }] of Object.entries(catalog.price_points)) {
    const currencies = new Set(tiers.flatMap((tier) => tier.currencies.map((currency) => currency.price_item_id)))
    for (const item of currencies) yield [{ kind: "price_point", id }, ["item", item, "is_paid_in"]]
  }
  for (const [id, { loot_id: lootId }] of Object.entries(catalog.promotions)) {
    yield [{ kind: "promotion", id }, ["loot", lootId, "is_a_code_for"]]
  }
}

const leadsIn = (catalog: PublishedCatalog): ReadonlyMap<string, ReadonlyArray<Lead>> => {
  const leads = new Map<string, Array<Lead>>()
  for (const [from, [kind, id, by]] of references(catalog)) {
    if (id === undefined) continue
    const key = keyOf(kind, id)
    const others = leads.get(key)
    if (others === undefined) leads.set(key, [{ ...from, by }])
    else others.push({ ...from, by })
  }
  return leads
}

/** Ids in the order in which lists show them: numbers by value, then texts. */
const byId = (left: string, right: string): number =>
  Number(left) - Number(right) || (left < right ? -1 : left > right ? 1 : 0)

/** Makes the index of a catalog. */
export const indexOf = (published: PublishedCatalog): CatalogIndex => {
  const loot = new Map(Object.values(published.vendors).flatMap((vendor) => Object.entries(vendor.loot)))
  const named: Readonly<Record<EntryKind, Readonly<Record<string, Parameters<typeof nameOf>[0]>>>> = {
    item: published.items,
    vendor: published.vendors,
    loot: Object.fromEntries(loot),
    price_point: published.price_points,
    promotion: published.promotions,
  }
  const names = new Map<string, string>()
  const entriesOf = (kind: EntryKind): ReadonlyArray<FoundEntry> =>
    Object.entries(named[kind])
      .map(([id, entry]) => {
        const name = nameOf(entry)
        if (name !== undefined) names.set(keyOf(kind, id), name)
        const vendor = kind === "loot" ? loot.get(id)?.vendor_id : undefined
        const whole = lootName(nameOf(published.vendors[String(vendor)] ?? {}), name)
        return { kind, id, name, whole, foundBy: foldedName(`${id} ${whole ?? ""}`) }
      })
      .sort((left, right) => byId(left.id, right.id))
  return {
    published,
    loot,
    entries: {
      item: entriesOf("item"),
      vendor: entriesOf("vendor"),
      loot: entriesOf("loot"),
      price_point: entriesOf("price_point"),
      promotion: entriesOf("promotion"),
    },
    names,
    leads: leadsIn(published),
  }
}

/** How an entry is called by others: loot with the name of its vendor, `shop/sword`. */
export const calledIn = (
  { loot, names }: CatalogIndex,
  kind: EntryKind,
  id: number | string | undefined,
): string | undefined => {
  if (id === undefined) return undefined
  const name = names.get(keyOf(kind, id))
  if (kind !== "loot") return name
  const vendor = loot.get(String(id))?.vendor_id
  return lootName(vendor === undefined ? undefined : names.get(keyOf("vendor", vendor)), name)
}

/** A page of entries of a kind, in the order of ids, and the id after which the next one begins. */
export const pageOf = (
  { entries }: CatalogIndex,
  kind: EntryKind,
  wanted: { readonly find: string | undefined; readonly after: string | undefined; readonly limit: number },
): { readonly entries: ReadonlyArray<FoundEntry>; readonly next: string | undefined } => {
  const { after, find, limit } = wanted
  const text = find === undefined ? undefined : foldedName(find)
  const found = entries[kind].filter(
    ({ foundBy, id }) => (after === undefined || byId(id, after) > 0) && (text === undefined || foundBy.includes(text)),
  )
  const page = found.slice(0, limit)
  return { entries: page, next: found.length > limit ? page.at(-1)?.id : undefined }
}

/**
 * The entries that a word names: by id, or by name without accents and case, loot also as `vendor/loot`. An id comes
 * before a name.
 */
export const entriesNamed = (
  { entries }: CatalogIndex,
  word: string,
  kind: EntryKind | undefined,
): ReadonlyArray<FoundEntry> => {
  const among = (kind === undefined ? ENTRY_KINDS : [kind]).flatMap((one) => entries[one])
  const byTheirId = among.filter(({ id }) => id === word)
  if (byTheirId.length > 0) return byTheirId
  const name = foldedName(word)
  return among.filter((entry) => [entry.name, entry.whole].some((own) => own !== undefined && foldedName(own) === name))
}

/** What versions of a catalog, its entries, prices and promotions look like. */
import type { CatalogEntry, PromotionView } from "./browseView.ts"
import type { NamesBeside } from "./namesBeside.ts"
import type { PricePointCollection, ServedPricePoint } from "./pricePointSchema.ts"
import type { CatalogVersion } from "./schema.ts"
import { type Column, type Fact, facts, list } from "../operation/show/Shown.ts"
import { withName } from "./rules/names.ts"

type Version = typeof CatalogVersion.Encoded
type Entry = typeof CatalogEntry.Encoded
type Point = typeof ServedPricePoint.Encoded
interface Promotions {
  readonly promotions: ReadonlyArray<typeof PromotionView.Encoded>
}

const number: Fact<Version> = { name: "version", kind: "count", of: ({ version }) => version }
const created: Fact<Version> = { name: "created", kind: "moment", of: (version) => version.created }
const etag: Fact<Version> = { name: "etag", kind: "id", of: (version) => version.etag }

/** The versions. */
export const versionList = list({
  rows: ({ versions }: { readonly versions: ReadonlyArray<Version> }) => versions,
  columns: [
    number,
    { name: "current", kind: "label", of: ({ current }) => (current ? "yes" : ""), absent: "" },
    created,
    etag,
  ],
  empty: "No catalog has been published yet. Publish one with garrison catalog publish.",
})

const membersOf = (value: unknown, name: string): ReadonlyArray<readonly [key: string, entry: unknown]> => {
  const members: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
  return typeof members === "object" && members !== null ? Object.entries(members) : []
}

/** How many items, vendors and loot an authored document has. */
export const catalogCounts = (document: unknown) => {
  const vendors = membersOf(document, "vendors")
  return {
    items: membersOf(document, "items").length,
    vendors: vendors.length,
    loot: vendors.flatMap(([, vendor]) => membersOf(vendor, "loot")).length,
  }
}

const countsText = (document: unknown): string => {
  const { items, loot, vendors } = catalogCounts(document)
  return `${items} item${items === 1 ? "" : "s"}, ${vendors} vendor${vendors === 1 ? "" : "s"}, ${loot} loot`
}

/** One version, with how much it holds. */
export const versionFacts = facts<Version & { readonly document: unknown }>([
  number,
  { name: "current", kind: "flag", of: ({ current }) => current },
  created,
  etag,
  { name: "holds", kind: "text", of: ({ document }) => countsText(document) },
])

/** A version that was published, or would be. */
export const publishedFacts = (isRehearsed: boolean) =>
  facts<Version & { readonly unchanged: boolean }>([
    {
      name: "state",
      kind: "text",
      of: ({ unchanged }) =>
        unchanged ? "unchanged: this was the current version already" : isRehearsed ? "not published" : "published",
    },
    number,
    etag,
    created,
  ])

/** What a unit costs, by tier and currency. */
export const pricesText = ({ prices = [] }: Pick<Entry, "prices">): string | undefined =>
  prices.length === 0
    ? undefined
    : prices
        .map(({ price, price_item_id: id, price_item_name: name, quantity }) => {
          const tier = quantity === 1 ? "" : ` from ${quantity} on`
          return `${price} of ${withName(id, name)}${tier}`
        })
        .join(", ")

/** What loot does when it is fulfilled. */
export const whatLootDoes = (entry: Entry): string => {
  if (entry.sub_vendor_id !== undefined) return `fulfils vendor ${withName(entry.sub_vendor_id, entry.sub_vendor_name)}`
  if (entry.item_id === undefined) return "nothing"
  return `${entry.operation} ${entry.quantity} of ${withName(entry.item_id, entry.item_name)}`
}

const id: Column<Entry> = { name: "id", kind: "id", of: (entry) => entry.id }
const name: Column<Entry> = { name: "name", kind: "text", of: (entry) => entry.name }
const type: Column<Entry> = { name: "type", kind: "label", of: (entry) => entry.type }
const active: Column<Entry> = { name: "active", kind: "flag", of: (entry) => entry.active !== false }
const leads: Column<Entry> = { name: "led to by", kind: "count", of: (entry) => entry.led_to_by }
const prices: Column<Entry> = { name: "price of one", kind: "text", of: pricesText }
const size: Column<Entry> = { name: "loot", kind: "count", of: (entry) => entry.size ?? 0 }
const does: Column<Entry> = { name: "what it does", kind: "text", of: whatLootDoes }
const vendor: Column<Entry> = {
  name: "vendor",
  kind: "text",
  of: (entry) => withName(entry.vendor_id ?? "-", entry.vendor_name),
}
const gives: Column<Entry> = {
  name: "gives",
  kind: "label",
  of: (entry) => `${entry.quantity} of loot ${withName(entry.loot_id ?? "-", entry.loot_name)}`,
}

const columns: Readonly<Record<Entry["kind"], ReadonlyArray<Column<Entry>>>> = {
  item: [id, type, active, leads, name],
  vendor: [id, type, size, leads, name],
  loot: [id, vendor, leads, name, does, prices],
  price_point: [id, leads, prices],
  promotion: [id, gives],
}

/** The entries of a kind. */
export const entryList = (kind: Entry["kind"]) =>
  list({
    rows: ({ entries }: { readonly entries: ReadonlyArray<Entry> }) => entries,
    columns: columns[kind],
    empty: "Nothing like that is in this catalog.",
  })

/** The promotion codes, with their uses. */
export const promotionList = list({
  rows: ({ loot_names: names = {}, promotions }: Promotions & NamesBeside) =>
    promotions.map((promotion) => ({ ...promotion, loot_name: names[promotion.loot_id] })),
  columns: [
    { name: "code", kind: "label", of: ({ code }) => code },
    { name: "loot", kind: "text", of: ({ loot_id, loot_name }) => withName(loot_id, loot_name) },
    { name: "quantity", kind: "count", of: ({ quantity }) => quantity },
    {
      name: "uses",
      kind: "label",
      of: ({ uses, uses_maximum: most }) => (uses === undefined ? "unlimited" : `${uses} of ${most}`),
    },
    { name: "from", kind: "moment", of: ({ start }) => start },
    { name: "until", kind: "moment", of: ({ end }) => end },
    { name: "platforms", kind: "words", of: ({ platforms }) => platforms, absent: "all" },
  ],
  empty: "The current catalog has no promotion codes.",
})

/** A tier of a price point, or a price point that has none. */
interface Tier {
  readonly price_point_guid: string
  /** Absent: it is not for sale. */
  readonly quantity?: number
  readonly price?: string
  readonly is_exact: boolean
  readonly loot: string
}

const lootText = ({ loot }: Point, isBefore: boolean, names: NonNullable<NamesBeside["loot_names"]>): string =>
  loot
    .filter(({ use }) => !isBefore || use === "current")
    .map(({ active: isActive, loot_id: lootId, use }) => {
      const state = use === "pre_sale" ? " (as the price before)" : isActive ? "" : " (inactive)"
      return `${withName(lootId, names[lootId])}${state}`
    })
    .join(", ")

const tiersOf = (point: Point, { item_names: items = {}, loot_names: loot = {} }: NamesBeside): ReadonlyArray<Tier> => {
  const own = { price_point_guid: point.price_point_guid, is_exact: point.strict_flag }
  const tiers = (isBefore: boolean) =>
    point[isBefore ? "pre_sale_breakpoints" : "current_breakpoints"].map(({ currencies, quantity }) => {
      const amounts = currencies.map(
        ({ price, price_item_id }) => `${price} of ${withName(price_item_id, items[price_item_id])}`,
      )
      const price = `${amounts.join(" or ")}${isBefore ? " before the sale" : ""}`
      return { ...own, quantity, price, loot: lootText(point, isBefore, loot) }
    })
  const all = [...tiers(false), ...tiers(true)]
  return all.length === 0 ? [{ ...own, loot: lootText(point, false, loot) }] : all
}

/** The price points that loot names, or one, a row for each tier. */
export const pricePointList = list({
  rows: (told: (typeof PricePointCollection.Encoded | Point) & NamesBeside) =>
    ("price_points" in told ? Object.values(told.price_points) : [told]).flatMap((point) => tiersOf(point, told)),
  columns: [
    { name: "price point", kind: "id", of: ({ price_point_guid }) => price_point_guid },
    {
      name: "quantity",
      kind: "label",
      of: ({ is_exact, quantity }) =>
        quantity === undefined ? undefined : is_exact ? `exactly ${quantity}` : `${quantity} on`,
    },
    { name: "price of one", kind: "label", of: ({ price }) => price, absent: "not for sale" },
    { name: "loot", kind: "text", of: ({ loot }) => loot, absent: "" },
  ],
  empty: "No loot of the current catalog has a price.",
})

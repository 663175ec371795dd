/** Two catalogs compared, with the names of what differs: for those who are about to publish the second. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CatalogIndex, type EntryKind, indexOf, calledIn } from "../catalog/rules/browse.ts"
import { type CatalogPart, differencesOf } from "../catalog/rules/differences.ts"
import { link } from "../catalog/rules/linked.ts"
import type { PublishedCatalog } from "../catalog/rules/published.ts"
import { described, Enumeration, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { oddsDifferences, type OddsDifferences } from "./oddsDifferences.ts"
import { OddsNumber } from "./schema.ts"

const PARTS = [
  "catalog",
  "item",
  "vendor",
  "loot",
  "price_point",
  "xp_table",
  "time_frame",
  "inventory_bucket_use_rule_set",
  "item_portal_use_ruleset",
  "promotion",
] as const satisfies ReadonlyArray<CatalogPart>

const Name = described(Schema.optional(Text), "Its name, if the catalog has one.")

const EntryChange = Schema.Struct({
  part: described(Enumeration(PARTS), "What it is."),
  id: described(Text, "Its id; `document` for the fields of the document itself."),
  name: Name,
  change: described(Enumeration(["added", "removed", "changed"]), "What happened to it."),
  fields: described(
    ListOf(
      Schema.Struct({
        field: described(Text, "The field."),
        before: described(Schema.optionalKey(Schema.Unknown), "Its former value; absent: it had none."),
        after: described(Schema.optionalKey(Schema.Unknown), "Its value now; absent: it has none."),
      }),
    ),
    "The fields of a changed entry that differ.",
  ),
}).annotate({ identifier: "CatalogChange" })

const PriceChange = Schema.Struct({
  loot_id: described(Integer, "The loot."),
  loot_name: Name,
  price: described(Enumeration(["current", "pre_sale"]), "Which of its prices."),
  quantity: described(Integer, "From how many units on."),
  price_item_id: described(Integer, "The item that it is paid in."),
  price_item_name: Name,
  coupon_item_id: described(Schema.optionalKey(Integer), "With this coupon, without reductions. Absent: without one."),
  coupon_item_name: Name,
  before: described(Schema.optionalKey(Integer), "What a unit cost; absent: it was not for sale so."),
  after: described(Schema.optionalKey(Integer), "What a unit costs now; absent: it is not for sale so."),
}).annotate({ identifier: "CatalogPriceChange" })

const ChanceChange = Schema.Struct({
  vendor_id: described(Integer, "The vendor that is drawn from."),
  vendor_name: Name,
  loot_id: described(Integer, "The loot that is drawn."),
  loot_name: Name,
  before: described(Text, "Its former chance, a fraction in lowest terms."),
  after: described(Text, "Its chance now."),
}).annotate({ identifier: "CatalogChanceChange" })

const OddsPair = Schema.Struct({
  before: described(OddsNumber, "In the earlier catalog."),
  after: described(OddsNumber, "In the later catalog."),
})

const OddsChange = Schema.Struct({
  loot_id: described(Integer, "The loot."),
  loot_name: Name,
  item_id: described(Integer, "The item whose count changes."),
  item_name: Name,
  expected: described(OddsPair, "By how much the count changes on average."),
  at_least_one: described(OddsPair, "The probability to have more of the item than before."),
}).annotate({ identifier: "CatalogOddsChange" })

/** What differs between two catalogs. */
export const CatalogComparison = Schema.Struct({
  entries: described(ListOf(EntryChange), "Entries that are new, gone or changed."),
  prices: described(ListOf(PriceChange), "Prices of a unit that differ."),
  chances: described(ListOf(ChanceChange), "Chances of a draw that differ, when all loot of the vendor can be drawn."),
  vendors_with_new_etag: described(ListOf(Integer), "Vendors that clients fetch again."),
  items_no_longer_obtainable: described(ListOf(Integer), "Items that no loot gives any more."),
  items_newly_obtainable: described(ListOf(Integer), "Items that loot gives now."),
  item_names: described(Schema.Record(Schema.String, Text), "The names of the items of these two lists, by id."),
  odds: described(ListOf(OddsChange), "Loot whose results differ, ordered once by a player who owns nothing."),
  odds_not_compared: described(Integer, "Loot that may have other odds, and was not compared."),
}).annotate({ identifier: "CatalogComparison" })
export type CatalogComparison = typeof CatalogComparison.Type

const noOdds: OddsDifferences = { differences: [], not_compared: 0 }

/** A quantity of a range, as the vendor of the form is called. */
const RANGE = /~\d+\.\.\d+$/

/**
 * What loot is called that a form made, which shows no name: its place in the form and what it gives, such as
 * `chests/chest~one_of/coins`; a part of the form that is a vendor by the name of that.
 */
const formNameIn = (index: CatalogIndex, id: number | string): string | undefined => {
  const loot = index.loot.get(String(id))
  const vendor = calledIn(index, "vendor", loot?.vendor_id)
  if (loot === undefined || vendor?.includes("~") !== true) return undefined
  if (loot.sub_vendor_id !== undefined) return calledIn(index, "vendor", loot.sub_vendor_id)
  if (RANGE.test(vendor)) return `${vendor}/${loot.quantity ?? 1}`
  return `${vendor}/${loot.item_id === undefined ? "nothing" : (calledIn(index, "item", loot.item_id) ?? loot.item_id)}`
}

const nameIn = (index: CatalogIndex, kind: EntryKind, id: number | string): string | undefined =>
  calledIn(index, kind, id) ?? (kind === "loot" ? formNameIn(index, id) : undefined)

/** Later names first, so that what is in both has the name that it gets. */
const namesIn = (before: CatalogIndex, after: CatalogIndex) => (kind: EntryKind, id: number | string) =>
  nameIn(after, kind, id) ?? nameIn(before, kind, id)

const KINDS_OF_PARTS: Partial<Readonly<Record<CatalogPart, EntryKind>>> = {
  item: "item",
  vendor: "vendor",
  loot: "loot",
  price_point: "price_point",
  promotion: "promotion",
}

/** What differs between two checked catalogs. Odds are compared on request, because that may take seconds. */
export const compareCatalogs = Effect.fnUntraced(function* (
  before: PublishedCatalog,
  after: PublishedCatalog,
  wantsOdds: boolean,
) {
  const { chances, entries, prices, ...lists } = differencesOf(before, after)
  const nameOf = namesIn(indexOf(before), indexOf(after))
  const state = { now: yield* Clock.currentTimeMillis, records: [], platform: undefined }
  const odds = wantsOdds ? yield* oddsDifferences(link(0, before), link(0, after), state) : noOdds
  const entryName = (part: CatalogPart, id: string) => {
    const kind = KINDS_OF_PARTS[part]
    return kind === undefined ? undefined : nameOf(kind, id)
  }
  return {
    entries: entries.map((entry) => ({ ...entry, name: entryName(entry.part, entry.id) })),
    prices: prices.map((price) => ({
      ...price,
      loot_name: nameOf("loot", price.loot_id),
      price_item_name: nameOf("item", price.price_item_id),
      coupon_item_name: price.coupon_item_id === undefined ? undefined : nameOf("item", price.coupon_item_id),
    })),
    chances: chances.map((chance) => ({
      ...chance,
      vendor_name: nameOf("vendor", chance.vendor_id),
      loot_name: nameOf("loot", chance.loot_id),
    })),
    ...lists,
    item_names: Object.fromEntries(
      [...lists.items_no_longer_obtainable, ...lists.items_newly_obtainable].flatMap((id) => {
        const name = nameOf("item", id)
        return name === undefined ? [] : [[String(id), name]]
      }),
    ),
    odds: odds.differences.map((difference) => ({
      ...difference,
      loot_name: nameOf("loot", difference.loot_id),
      item_name: nameOf("item", difference.item_id),
    })),
    odds_not_compared: odds.not_compared,
  } satisfies CatalogComparison
})

/** Entries of a catalog as operators look them up. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, Integer, ListOf, Text } from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { calledIn, type CatalogIndex, ENTRY_KINDS, type FoundEntry, keyOf, type Lead, LEADS } from "./rules/browse.ts"
import type { Breakpoint } from "./document.ts"

const PriceView = Schema.Struct({
  quantity: described(Integer, "From how many units on a unit costs this."),
  price_item_id: described(Integer, "The item that it is paid in."),
  price_item_name: described(Schema.optional(Text), "Its name."),
  price: described(Integer, "How many of that item a unit costs."),
}).annotate({ identifier: "CatalogPrice" })

const entryFields = {
  kind: described(Enumeration(ENTRY_KINDS), "What it is."),
  id: described(Text, "Its id: a number, the name of a price point, or the code of a promotion."),
  name: described(Schema.optional(Text), "Its name, if the catalog has one in `custom_data.name`."),
  type: described(Schema.optional(Text), "The type of an item or vendor."),
  vendor_id: described(Schema.optional(Integer), "The vendor that has the loot."),
  vendor_name: described(Schema.optional(Text), "Its name."),
  item_id: described(Schema.optional(Integer), "The item that the loot changes."),
  item_name: described(Schema.optional(Text), "Its name."),
  sub_vendor_id: described(Schema.optional(Integer), "The vendor that the loot fulfils."),
  sub_vendor_name: described(Schema.optional(Text), "Its name."),
  loot_id: described(Schema.optional(Integer), "The loot that the promotion gives."),
  loot_name: described(Schema.optional(Text), "Its name."),
  operation: described(Schema.optional(Text), "What the loot does with its item."),
  quantity: described(Schema.optional(Integer), "How many of it."),
  drop_weight: described(Schema.optional(Integer), "The weight of the loot in a draw of its vendor."),
  active: described(Schema.optional(Flag), "Whether the item is switched on."),
  size: described(Schema.optional(Integer), "How much loot the vendor has."),
  prices: described(Schema.optional(ListOf(PriceView)), "What a unit costs, by tier and currency."),
  led_to_by: described(Integer, "How many entries lead to it."),
} as const

/** An entry of a catalog in a list. */
export const CatalogEntry = Schema.Struct(entryFields).annotate({ identifier: "CatalogEntry" })
export type CatalogEntry = typeof CatalogEntry.Type

/** A promotion code of the current catalog. */
export const PromotionView = Schema.Struct({
  code: described(Text, "The code that a player enters."),
  loot_id: described(Integer, "The loot that it gives."),
  quantity: described(Integer, "How often it gives it."),
  uses: described(
    Schema.optional(Integer),
    "How often it was used; absent: its uses are not limited, and not counted.",
  ),
  uses_maximum: described(Schema.optional(Integer), "How often it may be used by all players together."),
  start: described(Schema.optional(Timestamp), "From when it is good."),
  end: described(Schema.optional(Timestamp), "Until when it is good."),
  platforms: described(Schema.optional(ListOf(Platform)), "Where it is good; absent: everywhere."),
}).annotate({ identifier: "Promotion" })

/** An entry that leads to the one that is shown. */
const LeadView = Schema.Struct({
  kind: described(Enumeration(ENTRY_KINDS), "What leads here."),
  id: described(Text, "Its id."),
  name: described(Schema.optional(Text), "Its name."),
  by: described(Enumeration(LEADS), "How it leads here."),
  vendor_id: described(Schema.optional(Integer), "The vendor of the loot that leads here."),
  vendor_name: described(Schema.optional(Text), "Its name."),
}).annotate({ identifier: "CatalogLead" })

/** Rows of a list within an entry that is shown whole. */
const ROWS_MAX = 500

/** The fields of an entry that is shown whole. */
export const shownFields = {
  ...entryFields,
  authored: described(Schema.Unknown, "Its fields as they are published, without its loot."),
  loot: described(ListOf(CatalogEntry), `The loot of a vendor, the first ${ROWS_MAX}; empty for anything else.`),
  leads: described(ListOf(LeadView), `Who leads here, the first ${ROWS_MAX} of \`led_to_by\`.`),
} as const

const pricesOf = (index: CatalogIndex, tiers: ReadonlyArray<Breakpoint> | undefined): CatalogEntry["prices"] =>
  tiers?.flatMap(({ currencies, quantity }) =>
    currencies.map(({ price, price_item_id }) => ({
      quantity,
      price_item_id,
      price_item_name: calledIn(index, "item", price_item_id),
      price,
    })),
  )

const ofLoot = (index: CatalogIndex, id: string): Partial<CatalogEntry> => {
  const loot = index.loot.get(id)
  if (loot === undefined) return {}
  const point = loot.current_price_point_guid
  return {
    vendor_id: loot.vendor_id,
    vendor_name: calledIn(index, "vendor", loot.vendor_id),
    item_id: loot.item_id,
    item_name: calledIn(index, "item", loot.item_id),
    sub_vendor_id: loot.sub_vendor_id,
    sub_vendor_name: calledIn(index, "vendor", loot.sub_vendor_id),
    operation: loot.inventory_operation ?? "add",
    quantity: loot.quantity ?? 1,
    drop_weight: loot.drop_weight ?? 1,
    prices: point === undefined ? undefined : pricesOf(index, index.published.price_points[point]?.current_breakpoints),
  }
}

const detailOf = (index: CatalogIndex, { id, kind }: FoundEntry): Partial<CatalogEntry> => {
  const { items, price_points: points, promotions, vendors } = index.published
  switch (kind) {
    case "item":
      return { type: items[id]?.type ?? "unit", active: (items[id]?.availability_flags ?? 0) % 2 === 0 }
    case "vendor":
      return { type: vendors[id]?.type ?? "recipe", size: Object.keys(vendors[id]?.loot ?? {}).length }
    case "loot":
      return ofLoot(index, id)
    case "price_point":
      return { prices: pricesOf(index, points[id]?.current_breakpoints) }
    case "promotion":
      return {
        loot_id: promotions[id]?.loot_id,
        loot_name: calledIn(index, "loot", promotions[id]?.loot_id),
        quantity: promotions[id]?.quantity ?? 1,
      }
  }
}

/** An entry in a list. */
export const entryView = (index: CatalogIndex, entry: FoundEntry): CatalogEntry => ({
  kind: entry.kind,
  id: entry.id,
  name: entry.name,
  ...detailOf(index, entry),
  led_to_by: index.leads.get(keyOf(entry.kind, entry.id))?.length ?? 0,
})

const leadView = (index: CatalogIndex, { by, id, kind }: Lead): typeof LeadView.Type => {
  const vendor = kind === "loot" ? index.loot.get(id)?.vendor_id : undefined
  return {
    kind,
    id,
    name: index.names.get(keyOf(kind, id)),
    by,
    vendor_id: vendor,
    vendor_name: calledIn(index, "vendor", vendor),
  }
}

const authoredOf = (index: CatalogIndex, { id, kind }: FoundEntry): unknown => {
  const { items, price_points: points, promotions, vendors } = index.published
  if (kind === "loot") return index.loot.get(id)
  if (kind !== "vendor") return { item: items, price_point: points, promotion: promotions }[kind][id]
  const { loot: _, ...vendor } = vendors[id] ?? { loot: {} }
  return vendor
}

/** An entry shown whole. */
export const shownEntry = (index: CatalogIndex, entry: FoundEntry) => {
  const loot = entry.kind === "vendor" ? Object.keys(index.published.vendors[entry.id]?.loot ?? {}) : []
  const leads = index.leads.get(keyOf(entry.kind, entry.id)) ?? []
  return {
    ...entryView(index, entry),
    authored: authoredOf(index, entry),
    loot: loot
      .slice(0, ROWS_MAX)
      .map((id) =>
        entryView(index, { kind: "loot", id, name: index.names.get(keyOf("loot", id)), whole: undefined, foundBy: "" }),
      ),
    leads: leads.slice(0, ROWS_MAX).map((lead) => leadView(index, lead)),
  }
}

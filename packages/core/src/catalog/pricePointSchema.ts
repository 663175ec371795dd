/** Price points on the wire: what loot costs, as game clients read it (decisions, section 10). */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, IntegerOf, ListOf, TextOf } from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import { ItemId, CacheInfo, Count, LootId, VendorId } from "./schema.ts"

/** The guid of a price point: the text that its author gave it. */
export const PricePointGuid = TextOf({ minimum: 1 })

const platformsOf = (what: string) =>
  described(Schema.optionalKey(ListOf(Platform)), `The platforms on which ${what}. Absent: every platform.`)

/** The price of a unit in a currency. */
const TierCurrency = Schema.Struct({
  price_item_id: described(ItemId, "The item that is paid with."),
  price: described(Count, "How many of it a unit costs: what the entry of a purchase states."),
  min_reduced_price: described(Count, "Coupons and owned parts lower the price no further than to this."),
  platforms: platformsOf("the item can be paid with"),
}).annotate({ identifier: "TierCurrency", description: "The price of a unit in a currency." })

/** The price of a unit from a quantity on. */
const Tier = Schema.Struct({
  quantity: described(IntegerOf({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), "The quantity from which it holds."),
  currencies: described(ListOf(TierCurrency), "The price of a unit in each currency. A purchase pays in one of them."),
}).annotate({ identifier: "Tier", description: "The price of a unit from a quantity on." })

/** Loot that names a price point. */
const PricedLoot = Schema.Struct({
  loot_id: described(LootId, "The loot."),
  vendor_id: described(VendorId, "Its vendor."),
  use: described(
    Enumeration(["current", "pre_sale"]),
    "`current`: a purchase of the loot pays this price. `pre_sale`: it is shown as the price before a sale.",
  ),
  active: described(Flag, "Whether the loot is for sale at some time. False: its author has turned it off."),
  for_sale_from: described(
    Schema.optionalKey(Timestamp),
    "When it begins to be for sale, ISO 8601 in UTC: with itself, or with the time frame of what it gives. Absent: it has " +
      "begun.",
  ),
  for_sale_until: described(
    Schema.optionalKey(Timestamp),
    "When it ends to be for sale, ISO 8601 in UTC, because a time frame of what it gives is over. Absent: it does not end.",
  ),
  for_sale_within: described(
    Schema.optionalKey(
      ListOf(
        Schema.Struct({
          start: described(Timestamp, "The start of its first window, ISO 8601 in UTC."),
          end: described(Timestamp, "The end of its first window."),
          hour_interval: described(IntegerOf({ minimum: 1 }), "After how many hours the window repeats."),
        }).annotate({ identifier: "SaleWindow", description: "A window of time that repeats." }),
      ),
    ),
    "The windows of time in which alone it is for sale: all of them must be open. Absent: there are no such windows.",
  ),
  platforms: platformsOf("the loot is given"),
}).annotate({ identifier: "PricedLoot", description: "Loot that names a price point." })

/** A price point, without what revalidates it. */
export const PricePointContent = Schema.Struct({
  price_point_guid: described(PricePointGuid, "Its guid, as `current_price_point_guid` of loot names it."),
  strict_flag: described(Flag, "Whether only the exact quantities of the tiers are sold."),
  cap_flag: described(Flag, "Whether no more than the highest tier is sold."),
  current_breakpoints: described(
    ListOf(Tier),
    "The tiers that purchases pay, by rising quantity: the highest that is not above the quantity holds. Empty: " +
      "nothing is for sale at this price.",
  ),
  pre_sale_breakpoints: described(ListOf(Tier), "The tiers of before a sale, for showing. No purchase pays them."),
  loot: described(ListOf(PricedLoot), "The loot that names this price point, by its id."),
})
export type PricePointContent = typeof PricePointContent.Encoded

/** A price point as it is served. */
export const ServedPricePoint = Schema.Struct({ ...PricePointContent.fields, cache_info: CacheInfo }).annotate({
  identifier: "PricePoint",
  description: "What loot costs: its tiers, the tiers of before a sale, and the loot.",
})

/** Every price point of the catalog, by guid. */
export const PricePointCollection = Schema.Struct({
  price_points: described(Schema.Record(Schema.String, ServedPricePoint), "Every price point of loot, by guid."),
  cache_info: CacheInfo,
}).annotate({ identifier: "PricePointCollection", description: "What the loot of the catalog costs." })

/**
 * The catalog on the wire: items, loot, vendors and the collection of all vendors (interface, section 2.9). They are
 * published from the authored document in document.ts.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  described,
  Decimal,
  Enumeration,
  Flag,
  Integer,
  IntegerOf,
  INTEGER_MAX,
  ListOf,
  refersTo,
  Text,
  TextMap,
  TextOf,
  Uuid,
} from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

/** Inventory buckets, in the order of the interface (section 2.8). */
export const INVENTORY_BUCKETS = [
  "free",
  "sweat",
  "none",
  "anon",
  "hotel",
  "golf",
  "echo",
  "delta_live",
  "alpha",
  "india",
  "foxtrot_switch",
  "bravo",
  "foxtrot",
  "charlie",
  "alpha_play",
  "foxtrot_ppid",
] as const

/** Where a player's inventory record was earned or bought. */
export const InventoryBucket = Enumeration(INVENTORY_BUCKETS)
export type InventoryBucket = typeof InventoryBucket.Type

/** How a vendor fulfils its loot: all loot in order, or a draw per unit of quantity. */
export const VendorType = Enumeration(["recipe", "randomly_sampled"])
export type VendorType = typeof VendorType.Type

/** The inventory record that a fulfilled item goes to (decisions, section 11). */
export const InventorySelectorType = Enumeration([
  "invalid",
  "own",
  "rent",
  "rent_timeframe_locked",
  "own_transient",
  "inherit_entitlement_inventory",
])
export type InventorySelectorType = typeof InventorySelectorType.Type

/** How fulfilling loot changes the count of its item (decisions, section 12). */
export const InventoryOperation = Enumeration([
  "invalid",
  "add",
  "subtract",
  "set",
  "check_greater_than_or_equal",
  "check_less_than",
  "check_greater_than",
  "check_greater_than_or_equal_and_subtract",
])
export type InventoryOperation = typeof InventoryOperation.Type

/** Whether the quantity of loot is multiplied by the ordered quantity. */
export const QuantityType = Enumeration(["relative", "absolute"])
export type QuantityType = typeof QuantityType.Type

/** How a number of levels becomes an amount of XP (decisions, section 12). */
export const XpQuantityTransformType = Enumeration([
  "none",
  "from_current_xp_to_target_additional_level_min_xp",
  "from_current_level_min_xp_to_target_additional_level_min_xp",
  "from_zero_to_target_exact_level_min_xp",
])
export type XpQuantityTransformType = typeof XpQuantityTransformType.Type

/** The kind of an item. */
export const ItemType = Enumeration(["unit", "recipe", "recipe_with_price_reduction", "entitlement", "dynamic_bundle"])
export type ItemType = typeof ItemType.Type

/** A number that authors give to an item, loot, vendor, XP table, time frame or portal rule set. */
export const AuthoredId = IntegerOf({ minimum: 0, maximum: INTEGER_MAX })

/** `item_id`: an item of the catalog. */
export const ItemId = refersTo("item", AuthoredId)

/** `loot_id`: loot of the catalog. */
export const LootId = refersTo("loot", AuthoredId)

/** `vendor_id`: a vendor of the catalog. */
export const VendorId = refersTo("vendor", AuthoredId)

/** A count of items: 0 … 2^53-1 (decisions, section 2). */
export const Count = IntegerOf({ minimum: 0, maximum: INTEGER_MAX })

/** The name of a price point. */
const PricePointGuid = TextOf({ minimum: 1 })

/** What revalidates a resource: the etag, and the etag with its quotes, as a header has it. */
export const CacheInfo = Schema.Struct({
  etag: described(TextOf({ minimum: 1 }), "Names this version of the content."),
  str_rep: described(Text, "The same with quotes, as the header ETag has it."),
}).annotate({ identifier: "CacheInfo", description: "What revalidates the content." })
export type CacheInfo = typeof CacheInfo.Type

const keysOf = <Fields extends object>(fields: Fields): ReadonlyArray<keyof Fields & string> =>
  Object.keys(fields) as Array<keyof Fields & string>

const cacheInfo = { cache_info: CacheInfo }

/** The fields of an item that authors write. {@link itemDefaults} has the values of fields that they leave out. */
export const itemFields = {
  custom_data: Schema.optionalKey(TextMap),
  item_uuid: Schema.optionalKey(Uuid),
  type: Schema.optionalKey(ItemType),
  legacy_type: Schema.optionalKey(Integer),
  legacy_subtype: Schema.optionalKey(Integer),
  ref_item_id: Schema.optionalKey(AuthoredId),
  /** Bit 0: inactive. Bit 1: every player always owns the item (decisions, section 11). */
  availability_flags: Schema.optionalKey(Count),
  entitled_loot_uuid: Schema.optionalKey(Uuid),
  entitled_loot_id: Schema.optionalKey(AuthoredId),
  level_xp_table_uuid: Schema.optionalKey(Uuid),
  level_xp_table_id: Schema.optionalKey(AuthoredId),
  level_vendor_uuid: Schema.optionalKey(Uuid),
  level_vendor_id: Schema.optionalKey(AuthoredId),
  /** An integer in the interface, in spite of its name. The value is sent as authored. */
  coupon_discount_currency_item_uuid: Schema.optionalKey(Integer),
  coupon_discount_currency_item_id: Schema.optionalKey(AuthoredId),
  coupon_discount_percentage: Schema.optionalKey(Decimal(1)),
  coupon_consume_on_use: Schema.optionalKey(Flag),
  item_portal_use_ruleset_id: Schema.optionalKey(AuthoredId),
  inventory_bucket_use_rule_set_id: Schema.optionalKey(Text),
  coupon_discount_loot: Schema.optionalKey(ListOf(AuthoredId).annotate({ default: [] })),
  coupon_discount_loot_uuid: Schema.optionalKey(ListOf(Text).annotate({ default: [] })),
}

/**
 * Default values of an item. Every item is served with these fields, because clients differ in how they read an absent
 * field (decisions, section 10).
 */
export const itemDefaults = {
  type: "unit",
  availability_flags: 0,
  coupon_consume_on_use: false,
  coupon_discount_loot: [],
  coupon_discount_loot_uuid: [],
} as const

/** An item definition, as it is served. */
const Item = Schema.Struct({
  ...Struct.mapPick(itemFields, ["item_uuid", ...keysOf(itemDefaults)], Schema.requiredKey),
  ...cacheInfo,
}).annotate({ identifier: "Item", description: "Something that players can own." })
export type Item = typeof Item.Type

/**
 * The fields of loot that authors write, without the ids of its place. {@link lootDefaults} has the values of fields
 * that they leave out.
 */
export const lootFields = {
  custom_data: Schema.optionalKey(TextMap),
  loot_uuid: Schema.optionalKey(Uuid),
  vendor_uuid: Schema.optionalKey(Uuid),
  item_id: Schema.optionalKey(AuthoredId),
  item_uuid: Schema.optionalKey(Uuid),
  sub_vendor_id: Schema.optionalKey(AuthoredId),
  sub_vendor_uuid: Schema.optionalKey(Uuid),
  quantity: Schema.optionalKey(Count),
  inventory_selector_type: Schema.optionalKey(InventorySelectorType),
  inventory_operation: Schema.optionalKey(InventoryOperation),
  active: Schema.optionalKey(Flag),
  sort_order: Schema.optionalKey(Integer),
  drop_weight: Schema.optionalKey(Count),
  fill_in_new_order: Schema.optionalKey(Flag),
  allow_partial_bundles: Schema.optionalKey(Flag.annotate({ default: true })),
  required_item_id: Schema.optionalKey(AuthoredId),
  required_item_uuid: Schema.optionalKey(Uuid),
  required_item_count: Schema.optionalKey(Count),
  stack_limit: Schema.optionalKey(Count),
  ui_hint: Schema.optionalKey(Integer),
  effective_from: Schema.optionalKey(Timestamp),
  quantity_type: Schema.optionalKey(QuantityType),
  quantity_mult_inventory_item_id: Schema.optionalKey(AuthoredId),
  quantity_mult_inventory_item_uuid: Schema.optionalKey(Uuid),
  is_claimable_by_client: Schema.optionalKey(Flag),
  time_frame_id: Schema.optionalKey(AuthoredId),
  use_inventory_bucket: Schema.optionalKey(InventoryBucket),
  xp_quantity_transform_type: Schema.optionalKey(XpQuantityTransformType),
  current_price_point_guid: Schema.optionalKey(PricePointGuid),
  pre_sale_price_point_guid: Schema.optionalKey(PricePointGuid),
  /** 0 disables the cap. */
  hard_quantity_maximum: Schema.optionalKey(Count),
}

/** Default values of loot. Every loot is served with these fields. */
export const lootDefaults = {
  quantity: 1,
  inventory_selector_type: "own",
  inventory_operation: "add",
  active: true,
  sort_order: 0,
  drop_weight: 1,
  fill_in_new_order: false,
  allow_partial_bundles: true,
  required_item_count: 1,
  quantity_type: "relative",
  is_claimable_by_client: false,
  xp_quantity_transform_type: "none",
  /** No cap. */
  hard_quantity_maximum: 0,
} as const

/** An entry of a vendor. Fulfilling it grants its item or fulfils its sub vendor. */
const Loot = Schema.Struct({
  ...Struct.mapPick(lootFields, ["loot_uuid", "vendor_uuid", ...keysOf(lootDefaults)], Schema.requiredKey),
  loot_id: described(AuthoredId, "Id of the loot."),
  vendor_id: described(AuthoredId, "Id of its vendor."),
  item: described(Schema.optionalKey(Item), "The item that it gives."),
  ...cacheInfo,
}).annotate({
  identifier: "Loot",
  description: "An entry of a vendor. Fulfilling it gives its item, or fulfils its sub vendor.",
})
export type Loot = typeof Loot.Type

/** The fields of a vendor that authors write, without its loot. */
export const vendorFields = {
  custom_data: Schema.optionalKey(TextMap),
  vendor_uuid: Schema.optionalKey(Uuid),
  type: Schema.optionalKey(VendorType),
  legacy_type: Schema.optionalKey(Integer),
  legacy_config_version: Schema.optionalKey(Integer),
}

/** Default values of a vendor. Every vendor is served with these fields. */
export const vendorDefaults = { type: "recipe" } as const

/** A vendor with its loot, by loot id. */
export const Vendor = Schema.Struct({
  ...Struct.mapPick(vendorFields, ["vendor_uuid", ...keysOf(vendorDefaults)], Schema.requiredKey),
  loot: described(Schema.Record(Schema.String, Loot), "Its loot, by loot id."),
  ...cacheInfo,
}).annotate({ identifier: "Vendor", description: "What gives loot: a shop, a chest, a drop table, a reward." })
export type Vendor = typeof Vendor.Type

/** The answer of the vendor list (interface, section 4.6): every vendor, by vendor id. */
export const VendorCollection = Schema.Struct({
  vendors: described(Schema.Record(Schema.String, Vendor), "Every vendor, by vendor id."),
  ...cacheInfo,
})
export type VendorCollection = typeof VendorCollection.Type

/** The etag of each vendor, by vendor id. A client compares them with those it holds (decisions, section 10). */
export const VendorEtags = Schema.Struct({
  vendors: described(Schema.Record(Schema.String, TextOf({ minimum: 1 })), "The etag of each vendor, by vendor id."),
}).annotate({ identifier: "VendorEtags", description: "The etags of all vendors." })
export type VendorEtags = typeof VendorEtags.Type

/**
 * A published version. `etag` is the etag of the vendor collection, which clients see. `document_etag` covers the whole
 * authored document, with prices and promotions. A publisher may send either of them as If-Match.
 */
export const CatalogVersion = Schema.Struct({
  version: described(IntegerOf({ minimum: 1 }), "Number of the version."),
  etag: described(TextOf({ minimum: 1 }), "Etag of the vendor collection, which clients see."),
  document_etag: described(TextOf({ minimum: 1 }), "Etag of the whole authored document."),

  created: described(Timestamp, "When the version was first published."),

  current: described(Flag, "Whether this version is served now."),
})
export type CatalogVersion = typeof CatalogVersion.Type

/**
 * The catalog document that authors write and operators publish (decisions, section 10), as JSON or YAML. As on the
 * wire, everything is a map keyed by its authored id: items, vendors, loot within vendors, XP tables and so on. An
 * entry may leave out its own id; if written, it must agree with the key. References may be written as id, as uuid, or
 * as both.
 */
import * as Schema from "effect/Schema"
import { complaint, Flag, IntegerOf, ListOf, Text, TextMap, Uuid } from "../kernel/input/Field.ts"
import { Platform } from "../kernel/Platform.ts"
import { TimestampOrUnix } from "../kernel/time/Timestamp.ts"
import { AuthoredId, Count, InventoryBucket, itemFields, lootFields, vendorFields } from "./schema.ts"

const mapOf = <S extends Schema.Constraint>(value: S) =>
  Schema.Record(Schema.String, value).annotate(complaint("dict_type", "must be an object"))

/** The name under which an entry was written, where it shows another: both are taken for it. No client gets it. */
const authoredName = { authored_name: Schema.optionalKey(Text) }

/** An item as authored. */
export const DocumentItem = Schema.Struct({
  item_id: Schema.optionalKey(AuthoredId),
  ...authoredName,
  ...itemFields,
})
export type DocumentItem = typeof DocumentItem.Type

/** Loot as authored. */
export const DocumentLoot = Schema.Struct({
  loot_id: Schema.optionalKey(AuthoredId),
  vendor_id: Schema.optionalKey(AuthoredId),
  ...authoredName,
  ...lootFields,
})
export type DocumentLoot = typeof DocumentLoot.Type

/** A vendor as authored, with its loot by loot id. Loot ids are unique over all vendors. */
export const DocumentVendor = Schema.Struct({
  vendor_id: Schema.optionalKey(AuthoredId),
  ...authoredName,
  ...vendorFields,
  loot: Schema.optionalKey(mapOf(DocumentLoot)),
})
export type DocumentVendor = typeof DocumentVendor.Type

/** The price of a unit in a currency. A coupon cannot lower it below `min_reduced_price` (absent: 0). */
export const BreakpointCurrency = Schema.Struct({
  price_item_id: AuthoredId,
  price: Count,
  min_reduced_price: Schema.optionalKey(Count),
})
export type BreakpointCurrency = typeof BreakpointCurrency.Type

/** The price per unit from `quantity` units on, in each currency of the loot. */
export const Breakpoint = Schema.Struct({
  quantity: IntegerOf({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currencies: ListOf(BreakpointCurrency),
})
export type Breakpoint = typeof Breakpoint.Type

/**
 * A price point. The tier is the highest breakpoint not above the ordered quantity. `strict_flag`: the quantity must
 * equal the quantity of a breakpoint. `cap_flag`: the quantity must not exceed the highest breakpoint. Both absent:
 * false.
 */
export const PricePoint = Schema.Struct({
  strict_flag: Schema.optionalKey(Flag),
  cap_flag: Schema.optionalKey(Flag),
  current_breakpoints: Schema.optionalKey(ListOf(Breakpoint)),
  pre_sale_breakpoints: Schema.optionalKey(ListOf(Breakpoint)),
  custom_data: Schema.optionalKey(TextMap),
})
export type PricePoint = typeof PricePoint.Type

/** An XP table: the minimum XP of each level, by level. Levels and XP rise strictly. */
export const XpTable = Schema.Struct({
  xp_table_id: Schema.optionalKey(AuthoredId),
  xp_table_uuid: Schema.optionalKey(Uuid),
  levels: mapOf(Count),
  custom_data: Schema.optionalKey(TextMap),
})
export type XpTable = typeof XpTable.Type

/** A window of time. With `hour_interval`, the window repeats every `hour_interval` hours. `active` absent: true. */
export const TimeFrame = Schema.Struct({
  time_frame_id: Schema.optionalKey(AuthoredId),
  active: Schema.optionalKey(Flag),
  start: TimestampOrUnix,
  end: TimestampOrUnix,
  hour_interval: Schema.optionalKey(IntegerOf({ minimum: 1, maximum: 24 * 366 * 100 })),
  custom_data: Schema.optionalKey(TextMap),
})
export type TimeFrame = typeof TimeFrame.Type

/**
 * By the bucket of the session: the buckets whose inventory counts and may be spent. A session whose bucket is not
 * listed may use no bucket.
 */
export const BucketUseRuleSet = Schema.Struct({
  buckets: mapOf(ListOf(InventoryBucket)),
  custom_data: Schema.optionalKey(TextMap),
})
export type BucketUseRuleSet = typeof BucketUseRuleSet.Type

/** The platforms on which an item may be granted and used. */
export const ItemPortalUseRuleset = Schema.Struct({
  platforms: ListOf(Platform),
  custom_data: Schema.optionalKey(TextMap),
})
export type ItemPortalUseRuleset = typeof ItemPortalUseRuleset.Type

/**
 * The gift of a promotion code, once per player: `quantity` (absent: 1) of the loot. It may be claimed from `start`
 * until before `end`, on `platforms` (absent: on all), `uses_maximum` times over all players (absent: without limit).
 */
export const Promotion = Schema.Struct({
  loot_id: Schema.optionalKey(AuthoredId),
  loot_uuid: Schema.optionalKey(Uuid),
  quantity: Schema.optionalKey(IntegerOf({ minimum: 1, maximum: 1_000_000 })),
  start: Schema.optionalKey(TimestampOrUnix),
  end: Schema.optionalKey(TimestampOrUnix),
  uses_maximum: Schema.optionalKey(Count),
  platforms: Schema.optionalKey(ListOf(Platform)),
  custom_data: Schema.optionalKey(TextMap),
})
export type Promotion = typeof Promotion.Type

/** A whole catalog as authored. */
export const CatalogDocument = Schema.Struct({
  items: Schema.optionalKey(mapOf(DocumentItem)),
  vendors: Schema.optionalKey(mapOf(DocumentVendor)),
  price_points: Schema.optionalKey(mapOf(PricePoint)),
  xp_tables: Schema.optionalKey(mapOf(XpTable)),
  time_frames: Schema.optionalKey(mapOf(TimeFrame)),
  inventory_bucket_use_rule_sets: Schema.optionalKey(mapOf(BucketUseRuleSet)),
  item_portal_use_rulesets: Schema.optionalKey(mapOf(ItemPortalUseRuleset)),
  promotions: Schema.optionalKey(mapOf(Promotion)),
  custom_data: Schema.optionalKey(TextMap),
})
export type CatalogDocument = typeof CatalogDocument.Type

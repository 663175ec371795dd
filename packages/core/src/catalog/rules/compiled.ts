/**
 * The compiled catalog: what the fulfilment interpreter and the order rules read. Every default is filled in, every
 * reference is an id, loot stands in fulfilment order (decisions, section 12). Made by compile.ts.
 */
import type { Platform } from "../../kernel/Platform.ts"
import type { Timestamp } from "../../kernel/Timestamp.ts"
import type {
  InventoryBucket,
  InventoryOperation,
  InventorySelectorType,
  ItemType,
  QuantityType,
  VendorType,
  XpQuantityTransformType,
} from "../schema.ts"

/** An item. `active` and `always_owned` are bits 0 (unset) and 1 (set) of `availability_flags`. */
export interface CompiledItem {
  readonly item_id: number
  readonly item_uuid: string
  readonly custom_data: Readonly<Record<string, string>>
  readonly type: ItemType
  readonly active: boolean
  readonly always_owned: boolean
  readonly entitled_loot_id: number | undefined
  readonly level_xp_table_id: number | undefined
  readonly level_vendor_id: number | undefined
  readonly coupon_discount_currency_item_id: number | undefined
  readonly coupon_discount_percentage: number | undefined
  readonly coupon_consume_on_use: boolean
  readonly coupon_discount_loot: ReadonlyArray<number>
  readonly item_portal_use_ruleset_id: number | undefined
  readonly inventory_bucket_use_rule_set_id: string | undefined
}

/** Loot. At most one of `sub_vendor_id` and `item_id` acts: the sub vendor where both are given; neither: nothing. */
export interface CompiledLoot {
  readonly loot_id: number
  readonly loot_uuid: string
  readonly vendor_id: number
  readonly item_id: number | undefined
  readonly sub_vendor_id: number | undefined
  readonly quantity: number
  readonly quantity_type: QuantityType
  readonly quantity_mult_inventory_item_id: number | undefined
  /** 0: no cap. */
  readonly hard_quantity_maximum: number
  readonly inventory_selector_type: InventorySelectorType
  readonly inventory_operation: InventoryOperation
  readonly active: boolean
  readonly sort_order: number
  readonly drop_weight: number
  readonly fill_in_new_order: boolean
  readonly allow_partial_bundles: boolean
  readonly required_item_id: number | undefined
  readonly required_item_count: number
  readonly stack_limit: number | undefined
  readonly effective_from: Timestamp | undefined
  readonly is_claimable_by_client: boolean
  readonly time_frame_id: number | undefined
  readonly use_inventory_bucket: InventoryBucket | undefined
  readonly xp_quantity_transform_type: XpQuantityTransformType
  readonly current_price_point_guid: string | undefined
  readonly pre_sale_price_point_guid: string | undefined
}

/** A vendor with all of its loot, inactive ones too, in fulfilment order. */
export interface CompiledVendor {
  readonly vendor_id: number
  readonly vendor_uuid: string
  readonly type: VendorType
  /** By `sort_order`, then operation rank, then `loot_id`. */
  readonly loot: ReadonlyArray<CompiledLoot>
  /** The same by `sort_order`: what a level vendor gives at each level. */
  readonly lootBySortOrder: ReadonlyMap<number, ReadonlyArray<CompiledLoot>>
  readonly etag: string
  readonly legacy_config_version: number | undefined
}

/** An XP table: `levels` rise strictly in level and in XP. */
export interface CompiledXpTable {
  readonly xp_table_id: number
  readonly levels: ReadonlyArray<{ readonly level: number; readonly xp: number }>
}

/** A time frame; its window repeats every `hour_interval` hours when that is set. */
export interface CompiledTimeFrame {
  readonly time_frame_id: number
  readonly active: boolean
  readonly start: Timestamp
  readonly end: Timestamp
  readonly hour_interval: number | undefined
}

/** One tier of a price point. */
export interface CompiledBreakpoint {
  readonly quantity: number
  readonly currencies: ReadonlyArray<{
    readonly price_item_id: number
    readonly price: number
    readonly min_reduced_price: number
  }>
}

/** A price point; breakpoints rise in quantity. */
export interface CompiledPricePoint {
  readonly strict_flag: boolean
  readonly cap_flag: boolean
  readonly current_breakpoints: ReadonlyArray<CompiledBreakpoint>
  readonly pre_sale_breakpoints: ReadonlyArray<CompiledBreakpoint>
}

/** What a promotion code gives, when, where and how often. */
export interface CompiledPromotion {
  readonly code: string
  readonly loot_id: number
  readonly quantity: number
  readonly start: Timestamp | undefined
  readonly end: Timestamp | undefined
  readonly uses_maximum: number | undefined
  /** undefined: on every platform. */
  readonly platforms: ReadonlySet<Platform> | undefined
}

/** One version of the catalog, ready to be fulfilled from. */
export interface CompiledCatalog {
  readonly version: number
  /** Etag of the vendor collection. */
  readonly etag: string
  readonly items: ReadonlyMap<number, CompiledItem>
  /** Those that every player owns, always: their ids, rising. */
  readonly alwaysOwnedItems: ReadonlyArray<number>
  readonly loot: ReadonlyMap<number, CompiledLoot>
  readonly vendors: ReadonlyMap<number, CompiledVendor>
  readonly xpTables: ReadonlyMap<number, CompiledXpTable>
  readonly timeFrames: ReadonlyMap<number, CompiledTimeFrame>
  /** By rule set id, then by session bucket: the buckets that count. */
  readonly bucketUseRuleSets: ReadonlyMap<string, ReadonlyMap<InventoryBucket, ReadonlyArray<InventoryBucket>>>
  /** By rule set id: the platforms an item may be granted and used on. */
  readonly itemPortalUseRulesets: ReadonlyMap<number, ReadonlySet<Platform>>
  readonly pricePoints: ReadonlyMap<string, CompiledPricePoint>
  readonly promotions: ReadonlyMap<string, CompiledPromotion>
}

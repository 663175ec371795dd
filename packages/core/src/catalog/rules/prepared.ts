/**
 * A catalog made ready to publish: the authored document with every uuid derived, every reference given both as id and
 * as uuid, and the etags computed. Plain JSON, timestamps as milliseconds, so that a stored version is loaded without
 * checking or decoding it again.
 */
import type {
  BucketUseRuleSet,
  CatalogDocument,
  DocumentItem,
  DocumentLoot,
  DocumentVendor,
  ItemPortalUseRuleset,
  PricePoint,
  Promotion,
  TimeFrame,
  XpTable,
} from "../document.ts"
import type { CacheInfo } from "../schema.ts"

type ById<Entry> = Readonly<Record<string, Entry>>

/** An item with its ids and uuids. */
export type NormalItem = DocumentItem & { readonly item_id: number; readonly item_uuid: string }

/** Loot with its ids and uuids. */
export type NormalLoot = DocumentLoot & {
  readonly loot_id: number
  readonly loot_uuid: string
  readonly vendor_id: number
  readonly vendor_uuid: string
}

/** A vendor with its ids and uuids, and those of its loot. */
export type NormalVendor = Omit<DocumentVendor, "loot"> & {
  readonly vendor_id: number
  readonly vendor_uuid: string
  readonly loot: ById<NormalLoot>
  readonly cache_info?: CacheInfo
}

/** An XP table with its ids. */
export type NormalXpTable = XpTable & { readonly xp_table_id: number; readonly xp_table_uuid: string }

/** A promotion that names its loot by id. */
export type NormalPromotion = Promotion & { readonly loot_id: number }

/** A checked document, every reference resolved, before etags. */
export interface NormalCatalog {
  readonly items: ById<NormalItem>
  readonly vendors: ById<NormalVendor>
  readonly price_points: ById<PricePoint>
  readonly xp_tables: ById<NormalXpTable>
  readonly time_frames: ById<TimeFrame>
  readonly inventory_bucket_use_rule_sets: ById<BucketUseRuleSet>
  readonly item_portal_use_rulesets: ById<ItemPortalUseRuleset>
  readonly promotions: ById<NormalPromotion>
  readonly custom_data?: CatalogDocument["custom_data"]
  readonly cache_info?: CacheInfo
}

interface Tagged {
  readonly cache_info: CacheInfo
}

/** An item, its etag computed. */
export type PreparedItem = NormalItem & Tagged

/** Loot, its etag computed over that of its item. */
export type PreparedLoot = NormalLoot & Tagged

/** A vendor, its etag computed over those of its loot. */
export type PreparedVendor = Omit<NormalVendor, "loot"> & Tagged & { readonly loot: ById<PreparedLoot> }

/** A normal catalog with the etags of its items, loot, vendors and collection. */
export interface PreparedCatalog extends Omit<NormalCatalog, "items" | "vendors" | "cache_info"> {
  readonly items: ById<PreparedItem>
  readonly vendors: ById<PreparedVendor>
  /** Of the vendor collection. */
  readonly cache_info: CacheInfo
}

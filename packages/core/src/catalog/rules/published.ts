/**
 * The normal form of a catalog, the second of its three shapes. Authors write a document (../document.ts). Publishing
 * gives it the normal form: every uuid is derived, and every reference is given both as id and as uuid. Vendors and
 * collection have their etags. The normal form is plain JSON with timestamps as milliseconds, so that a stored version
 * is loaded without being checked or decoded again. Orders are fulfilled from the third shape, the linked catalog
 * (linked.ts).
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
export type PublishedItem = DocumentItem & { readonly item_id: number; readonly item_uuid: string }

/** Loot with its ids and uuids. */
export type PublishedLoot = DocumentLoot & {
  readonly loot_id: number
  readonly loot_uuid: string
  readonly vendor_id: number
  readonly vendor_uuid: string
}

/** A vendor with its ids and uuids, and the ids and uuids of its loot. */
export type PublishedVendor = Omit<DocumentVendor, "loot"> & {
  readonly vendor_id: number
  readonly vendor_uuid: string
  readonly loot: ById<PublishedLoot>
  /** Absent: the catalog is still being checked. */
  readonly cache_info?: CacheInfo
}

/** An XP table with its ids. */
export type PublishedXpTable = XpTable & { readonly xp_table_id: number; readonly xp_table_uuid: string }

/** A promotion that names its loot by id. */
export type PublishedPromotion = Promotion & { readonly loot_id: number }

/** A checked document in normal form. */
export interface PublishedCatalog {
  readonly items: ById<PublishedItem>
  readonly vendors: ById<PublishedVendor>
  readonly price_points: ById<PricePoint>
  readonly xp_tables: ById<PublishedXpTable>
  readonly time_frames: ById<TimeFrame>
  readonly inventory_bucket_use_rule_sets: ById<BucketUseRuleSet>
  readonly item_portal_use_rulesets: ById<ItemPortalUseRuleset>
  readonly promotions: ById<PublishedPromotion>
  readonly custom_data?: CatalogDocument["custom_data"]
  /** Etag of the vendor collection. Absent: the catalog is still being checked. */
  readonly cache_info?: CacheInfo
}

/** The etags of a catalog. Loot ids are unique over all vendors. */
export interface CatalogEtags {
  readonly items: ById<string>
  readonly loot: ById<string>
  readonly vendors: ById<string>
  /** Etag of the vendor collection. */
  readonly collection: string
}

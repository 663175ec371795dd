/** Short catalogs for tests, linked as published catalogs are. */
import { link, type LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import type { PublishedCatalog } from "@garrison/core/catalog/rules/published"
import type { CatalogDocument, DocumentItem, DocumentLoot } from "@garrison/core/catalog/document"

/** Items by id, vendors by id with their loot by loot id, and the rest of a document. */
export type Draft = Omit<CatalogDocument, "items" | "vendors"> & {
  readonly items?: Readonly<Record<number, DocumentItem>>
  readonly vendors?: Readonly<
    Record<
      number,
      {
        readonly type?: "recipe" | "randomly_sampled"
        readonly legacy_config_version?: number
        readonly custom_data?: Readonly<Record<string, string>>
        readonly loot: Readonly<Record<number, DocumentLoot>>
      }
    >
  >
}

const uuid = (area: number, id: number): string =>
  `${String(area).padStart(8, "0")}-0000-4000-8000-${id.toString(16).padStart(12, "0")}`

const cacheInfo = (name: string) => ({ cache_info: { etag: name, str_rep: `"${name}"` } })

const mapped = <A, B>(
  entries: Readonly<Record<number | string, A>> | undefined,
  make: (id: number, entry: A) => B,
): Record<string, B> => {
  const made: Record<string, B> = {}
  for (const [key, entry] of Object.entries(entries ?? {})) made[key] = make(Number(key), entry)
  return made
}

/** Publishes a draft without checking it, because tests also need catalogs that the checker would refuse. */
export const published = (draft: Draft): PublishedCatalog => ({
  items: mapped(draft.items, (id, item) => ({
    ...item,
    item_id: id,
    item_uuid: uuid(1, id),
  })),
  vendors: mapped(draft.vendors, (id, vendor) => ({
    ...vendor,
    type: vendor.type ?? "recipe",
    vendor_id: id,
    vendor_uuid: uuid(2, id),
    loot: mapped(vendor.loot, (lootId, loot) => ({
      ...loot,
      loot_id: lootId,
      loot_uuid: uuid(3, lootId),
      vendor_id: id,
      vendor_uuid: uuid(2, id),
    })),
    ...cacheInfo(`vendor-${id}`),
  })),
  price_points: draft.price_points ?? {},
  xp_tables: mapped(draft.xp_tables, (id, table) => ({ ...table, xp_table_id: id, xp_table_uuid: uuid(4, id) })),
  time_frames: draft.time_frames ?? {},
  inventory_bucket_use_rule_sets: draft.inventory_bucket_use_rule_sets ?? {},
  item_portal_use_rulesets: draft.item_portal_use_rulesets ?? {},
  promotions: mapped(draft.promotions, (_, promotion) => ({ ...promotion, loot_id: promotion.loot_id ?? -1 })),
  ...cacheInfo("collection"),
})

/** The linked catalog of a draft, as version `version`. */
export const catalogOf = (draft: Draft, version = 1): LinkedCatalog => link(version, published(draft))

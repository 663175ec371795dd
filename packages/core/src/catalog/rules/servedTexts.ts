/** The etags of a catalog, level by level, and the texts from which the catalog is served (decisions, section 10). */
import { Utf8Writer } from "../../kernel/wire/Utf8.ts"
import type { Digesting } from "./digests.ts"
import { cacheInfoOf, type Child, collectionHead, collectionText, itemTexts, lootTexts, vendorTexts } from "./etag.ts"
import { lookup } from "./linked.ts"
import type { CatalogEtags, PublishedCatalog, PublishedVendor } from "./published.ts"

/** The etags of a catalog, its normal form with these etags, and the vendor collection as sent, in UTF-8. */
export interface Tagged {
  readonly etags: CatalogEtags
  readonly published: PublishedCatalog
  readonly body: Uint8Array
}

/** A text as long as an etag: a SHA-256 in base64url. */
const ETAG_STAND_IN = "-".repeat(43)

const itemsOf = function* (
  catalog: PublishedCatalog,
  etags: Record<string, string>,
): Digesting<ReadonlyMap<number, Child>> {
  const items = new Map<number, Child>()
  for (const [key, item] of Object.entries(catalog.items)) {
    const { canonical, wire } = itemTexts(item)
    const etag = yield { of: "etag", text: canonical }
    etags[key] = etag
    items.set(Number(key), { etag, wire: wire(etag) })
  }
  return items
}

/**
 * The etags of a catalog, and its vendor collection as sent. A parent's etag covers the etags of its children. Vendors
 * are written one by one, so that the texts of all of them are never held as well.
 */
const bodyOf = function* (
  catalog: PublishedCatalog,
): Digesting<{ readonly etags: CatalogEtags; readonly body: Uint8Array }> {
  const etags = { items: {}, loot: {}, vendors: {} } as Record<"items" | "loot" | "vendors", Record<string, string>>
  const items = yield* itemsOf(catalog, etags.items)
  const body = new Utf8Writer()
  // The etag of the collection is known at the end, and stands at the beginning.
  body.write(collectionHead(ETAG_STAND_IN))
  let separator = ""
  for (const key of Object.keys(catalog.vendors).sort()) {
    const vendor = catalog.vendors[key]
    if (vendor === undefined) continue
    const children: Array<readonly [string, Child]> = []
    for (const [lootKey, one] of Object.entries(vendor.loot)) {
      const { canonical, wire } = lootTexts(one, lookup(items, one.item_id))
      const etag = yield { of: "etag", text: canonical }
      etags.loot[lootKey] = etag
      children.push([lootKey, { etag, wire: wire(etag) }])
    }
    const { canonical, wire } = vendorTexts(vendor, children)
    const etag = yield { of: "etag", text: canonical }
    etags.vendors[key] = etag
    body.write(`${separator}${JSON.stringify(key)}:`)
    body.write(wire(etag))
    separator = ","
  }
  const collection = yield { of: "etag", text: collectionText(etags.vendors) }
  body.write("}}")
  body.overwrite(0, collectionHead(collection))
  return { etags: { ...etags, collection }, body: body.bytes() }
}

const tagged = (catalog: PublishedCatalog, etags: CatalogEtags): PublishedCatalog => {
  const vendors: Record<string, PublishedVendor> = {}
  for (const [key, vendor] of Object.entries(catalog.vendors)) {
    vendors[key] = { ...vendor, cache_info: cacheInfoOf(etags.vendors[key] ?? "") }
  }
  return { ...catalog, vendors, cache_info: cacheInfoOf(etags.collection) }
}

/** The products of a sound catalog. */
export function* tagging(catalog: PublishedCatalog): Digesting<Tagged> {
  const { body, etags } = yield* bodyOf(catalog)
  return { etags, published: tagged(catalog, etags), body }
}

/**
 * The canonical texts of which etags are digests, and the wire body made of the same texts (decisions, section 10). A
 * parent's text contains the etags of its children, not their texts. So changed loot changes its vendor and the
 * collection, and nothing else. A text contains the default value of every field that the author left out.
 * ../publishable.ts computes the digests, level by level.
 */
import { quoteEtag } from "../../kernel/Etag.ts"
import { canonicalJson } from "../../kernel/Json.ts"
import { formatTimestamp } from "../../kernel/Timestamp.ts"
import type { WireJson } from "../../kernel/WireJson.ts"
import {
  type CacheInfo,
  itemDefaults,
  itemFields,
  lootDefaults,
  lootFields,
  vendorDefaults,
  vendorFields,
} from "../schema.ts"
import type { CatalogEtags, PublishedCatalog, PublishedItem, PublishedLoot, PublishedVendor } from "./published.ts"

/** The members of a resource in canonical order, each with the text of its default value. */
type Shape = ReadonlyArray<readonly [name: string, label: string, absent: string | undefined]>

const inOrder = (left: string, right: string): number => (left < right ? -1 : 1)

const shapeOf = (names: ReadonlyArray<string>, defaults: Readonly<Record<string, unknown>>): Shape =>
  names.toSorted(inOrder).map((name) => {
    const absent = defaults[name]
    return [name, `${JSON.stringify(name)}:`, absent === undefined ? undefined : canonicalJson(absent)]
  })

const itemShape = shapeOf([...Object.keys(itemFields), "cache_info"], itemDefaults)
const lootShape = shapeOf([...Object.keys(lootFields), "loot_id", "vendor_id", "item", "cache_info"], lootDefaults)
const vendorShape = shapeOf([...Object.keys(vendorFields), "loot", "cache_info"], vendorDefaults)
const collectionShape = shapeOf(["vendors", "cache_info"], {})

/** Members whose texts exist already. They replace the resource's own members. */
type Made = Readonly<Record<string, string | undefined>>

/**
 * The canonical text of a resource: its own members, the members with existing texts, and the defaults of the others.
 */
const textOf = (shape: Shape, fields: object, made: Made): string => {
  const own = fields as Readonly<Record<string, unknown>>
  const members: Array<string> = []
  for (const [name, label, absent] of shape) {
    const value = own[name]
    const text = name in made ? made[name] : value === undefined ? absent : canonicalJson(value)
    if (text !== undefined) members.push(label + text)
  }
  return `{${members.join(",")}}`
}

const mapText = (members: ReadonlyArray<readonly [key: string, text: string]>): string =>
  `{${members
    .toSorted(([left], [right]) => inOrder(left, right))
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`

/** `cache_info` of a resource with this etag: the etag, and the etag in quotes. */
export const cacheInfoOf = (etag: string): CacheInfo => ({ etag, str_rep: quoteEtag(etag) })

const untagged: Made = { cache_info: undefined }
const tagged = (etag = ""): Made => ({ cache_info: canonicalJson(cacheInfoOf(etag)) })

const effectiveFrom = ({ effective_from }: PublishedLoot): Made =>
  effective_from === undefined ? {} : { effective_from: JSON.stringify(formatTimestamp(effective_from)) }

/** The text of an item. */
export const itemText = (item: PublishedItem): string => textOf(itemShape, item, untagged)

/** The text of loot. `items` are the etags of items. */
export const lootText = (loot: PublishedLoot, items: CatalogEtags["items"]): string => {
  const itemEtag = loot.item_id === undefined ? undefined : items[String(loot.item_id)]
  const item = itemEtag === undefined ? undefined : JSON.stringify(itemEtag)
  return textOf(lootShape, loot, { ...untagged, ...effectiveFrom(loot), item })
}

const etagMap = (ids: ReadonlyArray<string>, etags: Readonly<Record<string, string>>): string =>
  mapText(ids.map((id) => [id, JSON.stringify(etags[id])]))

/** The text of a vendor. `loot` are the etags of its loot. */
export const vendorText = (vendor: PublishedVendor, loot: CatalogEtags["loot"]): string =>
  textOf(vendorShape, vendor, { ...untagged, loot: etagMap(Object.keys(vendor.loot), loot) })

/** The text of the collection of vendors. `vendors` are their etags. */
export const collectionText = (vendors: CatalogEtags["vendors"]): string =>
  textOf(collectionShape, {}, { vendors: etagMap(Object.keys(vendors), vendors) })

/** The vendor collection as it is sent. Catalogs that differ only in the order of keys have the same bytes. */
export const wireBody = (catalog: PublishedCatalog, etags: CatalogEtags): WireJson => {
  const items = new Map(
    Object.entries(catalog.items).map(([key, item]) => [
      Number(key),
      textOf(itemShape, item, tagged(etags.items[key])),
    ]),
  )
  const loot = (key: string, one: PublishedLoot): string => {
    const item = one.item_id === undefined ? undefined : items.get(one.item_id)
    return textOf(lootShape, one, { ...tagged(etags.loot[key]), ...effectiveFrom(one), item })
  }
  const vendor = (key: string, one: PublishedVendor): string => {
    const children = mapText(Object.entries(one.loot).map(([lootKey, child]) => [lootKey, loot(lootKey, child)]))
    return textOf(vendorShape, one, { ...tagged(etags.vendors[key]), loot: children })
  }
  const vendors = mapText(Object.entries(catalog.vendors).map(([key, one]) => [key, vendor(key, one)]))
  return textOf(collectionShape, {}, { ...tagged(etags.collection), vendors })
}

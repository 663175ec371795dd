/**
 * The canonical texts that etags are digests of, and the wire body made of the same texts (decisions, section 10). A
 * parent's text has the etags of its children in their place, so that one changed loot changes its vendor and the
 * collection and nothing else. The digests themselves are computed by ../prepare.ts, level by level.
 */
import { quoteEtag } from "../../kernel/Etag.ts"
import { canonicalJson } from "../../kernel/Json.ts"
import { formatTimestamp } from "../../kernel/Timestamp.ts"
import type { WireJson } from "../../kernel/WireJson.ts"
import type { CacheInfo } from "../schema.ts"
import type { NormalItem, NormalLoot, NormalVendor, PreparedCatalog, PreparedVendor } from "./prepared.ts"

/** The members of a JSON object, each value as its canonical text. */
type Members = ReadonlyArray<readonly [key: string, text: string]>

const objectOf = (members: Members): string =>
  `{${[...members]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`

const membersOf = (fields: object, leftOut: ReadonlySet<string>): Members =>
  Object.entries(fields)
    .filter(([key, value]) => value !== undefined && !leftOut.has(key))
    .map(([key, value]): readonly [string, string] => [key, canonicalJson(value)])

/** `cache_info` of a resource with this etag: the etag, and the same quoted. */
export const cacheInfoOf = (etag: string): CacheInfo => ({ etag, str_rep: quoteEtag(etag) })

const tagged = (members: Members, etag: string): string =>
  objectOf([...members, ["cache_info", canonicalJson(cacheInfoOf(etag))]])

const notOnItems = new Set(["item_id", "cache_info"])
const itemMembers = (item: NormalItem): Members => membersOf(item, notOnItems)

const notOnLoot = new Set(["cache_info", "effective_from"])
const lootMembers = (loot: NormalLoot): Members => {
  const members = membersOf(loot, notOnLoot)
  if (loot.effective_from === undefined) return members
  return [...members, ["effective_from", JSON.stringify(formatTimestamp(loot.effective_from))]]
}

const notOnVendors = new Set(["vendor_id", "loot", "cache_info"])
const vendorMembers = (vendor: Omit<NormalVendor, "loot">): Members => membersOf(vendor, notOnVendors)

/** The text of an item. */
export const itemText = (item: NormalItem): string => objectOf(itemMembers(item))

/** The text of loot whose item has the etag `itemEtag`. */
export const lootText = (loot: NormalLoot, itemEtag: string | undefined): string =>
  objectOf([...lootMembers(loot), ...inlineItem(itemEtag)])

const inlineItem = (itemEtag: string | undefined): Members =>
  itemEtag === undefined ? [] : [["item", JSON.stringify(itemEtag)]]

const etagMap = (children: Readonly<Record<string, { readonly cache_info: CacheInfo }>>): string =>
  objectOf(Object.entries(children).map(([key, child]) => [key, JSON.stringify(child.cache_info.etag)]))

/** The text of a vendor whose loot has its etags. */
export const vendorText = (vendor: Omit<PreparedVendor, "cache_info">): string =>
  objectOf([...vendorMembers(vendor), ["loot", etagMap(vendor.loot)]])

/** The text of the collection of vendors that have their etags. */
export const collectionText = (vendors: Readonly<Record<string, PreparedVendor>>): string =>
  objectOf([["vendors", etagMap(vendors)]])

/** The vendor collection as the wire has it. Catalogs that differ only in the order of keys have the same bytes. */
export const wireBody = (catalog: PreparedCatalog): WireJson => {
  const items = new Map(
    Object.entries(catalog.items).map(([key, item]) => [Number(key), tagged(itemMembers(item), item.cache_info.etag)]),
  )
  const loot = (one: PreparedVendor["loot"][string]): string => {
    const item = one.item_id === undefined ? undefined : items.get(one.item_id)
    const members = lootMembers(one)
    return tagged(item === undefined ? members : [...members, ["item", item]], one.cache_info.etag)
  }
  const vendor = (one: PreparedVendor): string => {
    const children = objectOf(Object.entries(one.loot).map(([key, child]) => [key, loot(child)]))
    return tagged([...vendorMembers(one), ["loot", children]], one.cache_info.etag)
  }
  const vendors = objectOf(Object.entries(catalog.vendors).map(([key, one]) => [key, vendor(one)]))
  return tagged([["vendors", vendors]], catalog.cache_info.etag)
}

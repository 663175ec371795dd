/**
 * The canonical texts of which etags are digests, and the wire body made of the same texts (decisions, section 10). A
 * parent's text contains the etags of its children, not their texts. So changed loot changes its vendor and the
 * collection, and nothing else. A text contains the default value of every field that the author left out.
 * servedTexts.ts asks for the digests, level by level.
 */
import { quoteEtag } from "../../kernel/Etag.ts"
import { canonicalJson } from "../../kernel/Json.ts"
import { formatTimestamp } from "../../kernel/Timestamp.ts"
import {
  type CacheInfo,
  itemDefaults,
  itemFields,
  lootDefaults,
  lootFields,
  vendorDefaults,
  vendorFields,
} from "../schema.ts"
import type { CatalogEtags, PublishedItem, PublishedLoot, PublishedVendor } from "./published.ts"

/** The members of a resource in canonical order: their places, labels, and the whole text of each default value. */
interface Shape {
  readonly places: ReadonlyMap<string, number>
  readonly labels: ReadonlyArray<string>
  readonly defaults: ReadonlyArray<string | undefined>
}

const inOrder = (left: string, right: string): number => (left < right ? -1 : 1)

const shapeOf = (names: ReadonlyArray<string>, defaults: Readonly<Record<string, unknown>>): Shape => {
  const sorted = names.toSorted(inOrder)
  const labels = sorted.map((name) => `${JSON.stringify(name)}:`)
  return {
    places: new Map(sorted.map((name, place) => [name, place])),
    labels,
    defaults: sorted.map((name, place) => {
      const absent = defaults[name]
      return absent === undefined ? undefined : `${labels[place]}${canonicalJson(absent)}`
    }),
  }
}

const itemShape = shapeOf([...Object.keys(itemFields), "cache_info"], itemDefaults)
const lootShape = shapeOf([...Object.keys(lootFields), "loot_id", "vendor_id", "item", "cache_info"], lootDefaults)
const vendorShape = shapeOf([...Object.keys(vendorFields), "loot", "cache_info"], vendorDefaults)

/** The texts of a resource's members, each in its place; undefined: the resource has no such member. */
type Members = Array<string | undefined>

/** The resource's own members, and the defaults of the others. */
const membersOf = ({ defaults, labels, places }: Shape, fields: object): Members => {
  const own = fields as Readonly<Record<string, unknown>>
  const members = defaults.slice()
  for (const name of Object.keys(own)) {
    const place = places.get(name)
    const value = own[name]
    if (place !== undefined && value !== undefined) members[place] = `${labels[place]}${canonicalJson(value)}`
  }
  return members
}

/** Replaces a member by an existing text; undefined: removes it. */
const put = ({ labels, places }: Shape, members: Members, name: string, text: string | undefined): void => {
  const place = places.get(name)
  if (place !== undefined) members[place] = text === undefined ? undefined : `${labels[place]}${text}`
}

const textOf = (members: Members): string => `{${members.filter((member) => member !== undefined).join(",")}}`

const mapText = (members: ReadonlyArray<readonly [key: string, text: string]>): string =>
  `{${members
    .toSorted(([left], [right]) => inOrder(left, right))
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`

/** `cache_info` of a resource with this etag: the etag, and the etag in quotes. */
export const cacheInfoOf = (etag: string): CacheInfo => ({ etag, str_rep: quoteEtag(etag) })

/** The texts of a resource. Both have the same members, except for its children and its own etag. */
export interface ResourceTexts {
  /** The text of which the etag is the digest. It has the etags of the children. */
  readonly canonical: string
  /** The text as sent, of a resource with this etag. It has the texts of the children. */
  readonly wire: (etag: string) => string
}

/** A child of a resource: its etag, and its text as sent. */
export interface Child {
  readonly etag: string
  readonly wire: string
}

/** Children by id. */
export type Children = ReadonlyArray<readonly [id: string, child: Child]>

const textsOf = (
  shape: Shape,
  members: Members,
  children: string | undefined,
  etags: string | undefined,
  wires: () => string | undefined,
): ResourceTexts => {
  put(shape, members, "cache_info", undefined)
  if (children !== undefined) put(shape, members, children, etags)
  const canonical = textOf(members)
  const wire = (etag: string): string => {
    put(shape, members, "cache_info", canonicalJson(cacheInfoOf(etag)))
    if (children !== undefined) put(shape, members, children, wires())
    return textOf(members)
  }
  return { canonical, wire }
}

const etagMap = (children: Children): string => mapText(children.map(([id, { etag }]) => [id, JSON.stringify(etag)]))
const wireMap = (children: Children): string => mapText(children.map(([id, { wire }]) => [id, wire]))

/** The texts of an item. */
export const itemTexts = (item: PublishedItem): ResourceTexts =>
  textsOf(itemShape, membersOf(itemShape, item), undefined, undefined, () => undefined)

/** The texts of loot; `item` undefined: it names no item of the catalog. */
export const lootTexts = (loot: PublishedLoot, item: Child | undefined): ResourceTexts => {
  const members = membersOf(lootShape, loot)
  if (loot.effective_from !== undefined) {
    put(lootShape, members, "effective_from", JSON.stringify(formatTimestamp(loot.effective_from)))
  }
  return textsOf(lootShape, members, "item", item && JSON.stringify(item.etag), () => item?.wire)
}

/** The texts of a vendor. */
export const vendorTexts = (vendor: PublishedVendor, loot: Children): ResourceTexts =>
  textsOf(vendorShape, membersOf(vendorShape, vendor), "loot", etagMap(loot), () => wireMap(loot))

/** The text of the collection of vendors with these etags. Its digest is the etag of the collection. */
export const collectionText = (vendors: CatalogEtags["vendors"]): string => {
  const etags = Object.entries(vendors).map(([id, etag]) => [id, JSON.stringify(etag)] as const)
  return textOf([`"vendors":${mapText(etags)}`])
}

/**
 * The beginning of the collection as it is sent, with its own etag. The vendors follow, in the order of their ids as
 * texts, and two braces. Catalogs that differ only in the order of keys have the same bytes.
 */
export const collectionHead = (etag: string): string => `{"cache_info":${canonicalJson(cacheInfoOf(etag))},"vendors":{`

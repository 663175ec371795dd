/**
 * The canonical texts of which etags are digests, and the wire body made of the same texts (decisions, section 10). A
 * parent's text contains the etags of its children, not their texts. So changed loot changes its vendor and the
 * collection, and nothing else. A text contains the default value of every field that the author left out.
 * servedTexts.ts asks for the digests, level by level.
 */
import { quoteEtag } from "../../kernel/wire/Etag.ts"
import { canonicalJson } from "../../kernel/wire/Json.ts"
import {
  type CacheInfo,
  itemDefaults,
  itemFields,
  lootDefaults,
  lootFields,
  vendorDefaults,
  vendorFields,
} from "../schema.ts"
import { withTimesAsText } from "./availability.ts"
import type { CatalogEtags, PublishedItem, PublishedLoot, PublishedVendor } from "./published.ts"

/**
 * The members of a resource in canonical order: their places, labels, and the whole text of each default value. The
 * texts of `cache_info` and of the children are made apart.
 */
interface Shape {
  readonly places: ReadonlyMap<string, number>
  readonly labels: ReadonlyArray<string>
  readonly defaults: ReadonlyArray<string | undefined>
  readonly cacheInfo: number
  /** The place of the children; after all others if the resource has none. */
  readonly children: number
}

const inOrder = (left: string, right: string): number => (left < right ? -1 : 1)

const shapeOf = (
  names: ReadonlyArray<string>,
  defaults: Readonly<Record<string, unknown>>,
  children?: "item" | "loot",
): Shape => {
  const all = [...names, "cache_info", ...(children === undefined ? [] : [children])]
  const sorted = all.toSorted(inOrder)
  const labels = sorted.map((name) => `${JSON.stringify(name)}:`)
  return {
    places: new Map(sorted.map((name, place) => [name, place])),
    labels,
    defaults: sorted.map((name, place) => {
      const absent = defaults[name]
      return absent === undefined ? undefined : `${labels[place]}${canonicalJson(absent)}`
    }),
    cacheInfo: sorted.indexOf("cache_info"),
    children: children === undefined ? sorted.length : sorted.indexOf(children),
  }
}

const itemShape = shapeOf(Object.keys(itemFields), itemDefaults)
const lootShape = shapeOf([...Object.keys(lootFields), "loot_id", "vendor_id"], lootDefaults, "item")
const vendorShape = shapeOf(Object.keys(vendorFields), vendorDefaults, "loot")

/** The texts of a resource's members, each in its place; undefined: the resource has no such member. */
type Members = Array<string | undefined>

/** The resource's own members, and the defaults of the others. */
const membersOf = ({ cacheInfo, children, defaults, labels, places }: Shape, fields: object): Members => {
  const own = fields as Readonly<Record<string, unknown>>
  const members = defaults.slice()
  for (const name of Object.keys(own)) {
    const place = places.get(name)
    const value = own[name]
    if (place === undefined || place === cacheInfo || place === children || value === undefined) continue
    members[place] = `${labels[place]}${canonicalJson(value)}`
  }
  return members
}

/** The texts that are there, as the members of an object. */
const listed = (texts: ReadonlyArray<string | undefined>): string =>
  texts.filter((text) => text !== undefined && text !== "").join(",")

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
  { cacheInfo, children, labels }: Shape,
  members: Members,
  etags: string | undefined,
  wires: () => string | undefined,
): ResourceTexts => {
  const before = listed(members.slice(0, cacheInfo))
  const between = listed(members.slice(cacheInfo + 1, children))
  const after = listed(members.slice(children + 1))
  const labelled = (text: string | undefined) => text && `${labels[children]}${text}`
  return {
    canonical: `{${listed([before, between, labelled(etags), after])}}`,
    wire: (etag) => {
      const own = `${labels[cacheInfo]}${canonicalJson(cacheInfoOf(etag))}`
      return `{${listed([before, own, between, labelled(wires()), after])}}`
    },
  }
}

const etagMap = (children: Children): string => mapText(children.map(([id, { etag }]) => [id, JSON.stringify(etag)]))
const wireMap = (children: Children): string => mapText(children.map(([id, { wire }]) => [id, wire]))

const nothing = () => undefined

/** The texts of an item. */
export const itemTexts = (item: PublishedItem): ResourceTexts =>
  textsOf(itemShape, membersOf(itemShape, item), undefined, nothing)

/** The texts of loot; `item` undefined: it names no item of the catalog. */
export const lootTexts = (loot: PublishedLoot, item: Child | undefined): ResourceTexts => {
  const sent = withTimesAsText(loot)
  return textsOf(lootShape, membersOf(lootShape, sent), item && JSON.stringify(item.etag), () => item?.wire)
}

/** The texts of a vendor. */
export const vendorTexts = (vendor: PublishedVendor, loot: Children): ResourceTexts =>
  textsOf(vendorShape, membersOf(vendorShape, vendor), etagMap(loot), () => wireMap(loot))

/** The text of the collection of vendors with these etags. Its digest is the etag of the collection. */
export const collectionText = (vendors: CatalogEtags["vendors"]): string => {
  const etags = Object.entries(vendors).map(([id, etag]) => [id, JSON.stringify(etag)] as const)
  return `{"vendors":${mapText(etags)}}`
}

/**
 * The beginning of the collection as it is sent, with its own etag. The vendors follow, in the order of their ids as
 * texts, and two braces. Catalogs that differ only in the order of keys have the same bytes.
 */
export const collectionHead = (etag: string): string => `{"cache_info":${canonicalJson(cacheInfoOf(etag))},"vendors":{`

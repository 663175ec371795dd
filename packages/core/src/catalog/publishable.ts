/**
 * Turns an authored document into a catalog that can be published: decodes, checks, derives uuids, computes etags.
 * Needs only cryptography, so that a document can be checked without a database.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Base64Url from "effect/encoding/Base64Url"
import { canonicalJson } from "../kernel/Json.ts"
import { utf8 } from "../kernel/Utf8.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { CatalogDocument } from "./document.ts"
import { checkDocument } from "./rules/check.ts"
import { cacheInfoOf, type Child, collectionText, itemTexts, lootTexts, vendorTexts, wireBody } from "./rules/etag.ts"
import { type CheckReport, report } from "./rules/findings.ts"
import { lookup } from "./rules/linked.ts"
import type { CatalogEtags, PublishedCatalog, PublishedVendor } from "./rules/published.ts"
import { readDocument } from "./rules/read.ts"
import { namesWithoutUuid, uuidMaterial, uuidOfSha1 } from "./rules/uuids.ts"

const etagOf = (digest: Digest.Digest["Service"], text: string): Effect.Effect<string> =>
  Effect.map(digest.digest(Digest.sha256, utf8(text)), Base64Url.encode)

const deriveUuids = Effect.fnUntraced(function* (document: CatalogDocument) {
  const digest = yield* Digest.Digest
  const uuids = new Map<string, string>()
  for (const name of namesWithoutUuid(document)) {
    uuids.set(name, uuidOfSha1(yield* digest.digest(Digest.sha1, uuidMaterial(name))))
  }
  return uuids
})

/**
 * The etags of a catalog and its text as sent, level by level. A parent's etag covers the etags of its children
 * (decisions, section 10).
 */
const textsOf = Effect.fnUntraced(function* (catalog: PublishedCatalog) {
  const digest = yield* Digest.Digest
  const etags = { items: {}, loot: {}, vendors: {} } as Record<"items" | "loot" | "vendors", Record<string, string>>
  const items = new Map<number, Child>()
  for (const [key, item] of Object.entries(catalog.items)) {
    const { canonical, wire } = itemTexts(item)
    const etag = yield* etagOf(digest, canonical)
    etags.items[key] = etag
    items.set(Number(key), { etag, wire: wire(etag) })
  }
  const vendors: Array<readonly [string, Child]> = []
  for (const [key, vendor] of Object.entries(catalog.vendors)) {
    const children: Array<readonly [string, Child]> = []
    for (const [lootKey, one] of Object.entries(vendor.loot)) {
      const { canonical, wire } = lootTexts(one, lookup(items, one.item_id))
      const etag = yield* etagOf(digest, canonical)
      etags.loot[lootKey] = etag
      children.push([lootKey, { etag, wire: wire(etag) }])
    }
    const { canonical, wire } = vendorTexts(vendor, children)
    const etag = yield* etagOf(digest, canonical)
    etags.vendors[key] = etag
    vendors.push([key, { etag, wire: wire(etag) }])
  }
  const collection = yield* etagOf(digest, collectionText(etags.vendors))
  return { etags: { ...etags, collection } satisfies CatalogEtags, body: wireBody(vendors, collection) }
})

const tagged = (catalog: PublishedCatalog, etags: CatalogEtags): PublishedCatalog => {
  const vendors: Record<string, PublishedVendor> = {}
  for (const [key, vendor] of Object.entries(catalog.vendors)) {
    vendors[key] = { ...vendor, cache_info: cacheInfoOf(etags.vendors[key] ?? "") }
  }
  return { ...catalog, vendors, cache_info: cacheInfoOf(etags.collection) }
}

/** The products of a sound catalog: its etags, its normal form with the etags, and the collection as sent. */
export const publishedFrom = Effect.fnUntraced(function* (catalog: PublishedCatalog) {
  const { body, etags } = yield* textsOf(catalog)
  return { etags, published: tagged(catalog, etags), body }
})

const countsOf = (document: CatalogDocument | undefined): CheckReport["counts"] => {
  const vendors = Object.values(document?.vendors ?? {})
  return {
    items: Object.keys(document?.items ?? {}).length,
    vendors: vendors.length,
    loot: vendors.reduce((sum, vendor) => sum + Object.keys(vendor.loot ?? {}).length, 0),
  }
}

/**
 * Reads and checks a parsed document. Answers with the report, and with the sound catalog when the checker
 * found no error.
 */
const examine = Effect.fnUntraced(function* (input: unknown) {
  const { document, broken, findings } = readDocument(input)
  if (document === undefined) return { report: report(findings, countsOf(undefined)), catalog: undefined }
  const now = yield* Clock.currentTimeMillis
  const checked = checkDocument(document, yield* deriveUuids(document), broken, now)
  const whole = report([...findings, ...checked.findings], countsOf(document))
  return { report: whole, catalog: whole.accepted ? checked.catalog : undefined }
})

/** Everything that the checker finds in a parsed document. */
export const checkCatalog = (input: unknown): Effect.Effect<CheckReport, never, Digest.Digest> =>
  Effect.map(examine(input), (examined) => examined.report)

/** A catalog ready to be stored and served. */
export interface Publishable {
  readonly etags: CatalogEtags
  /** The stored text from which the catalog is linked. */
  readonly published: PublishedCatalog
  readonly documentEtag: string
  /** The authored document, canonical. */
  readonly document: string
  readonly body: WireJson
}

/** A checked document, ready to publish; `publishable` undefined: the checker refused the document. */
export interface CheckedDocument {
  readonly report: CheckReport
  readonly publishable: Publishable | undefined
}

/** Checks a parsed document and makes it ready to publish. The work is computation only and needs no storage. */
export const checkForPublication = Effect.fn("Catalogs.checkForPublication")(function* (input: unknown) {
  const examined = yield* examine(input)
  if (examined.catalog === undefined) {
    return { report: examined.report, publishable: undefined } satisfies CheckedDocument
  }
  const digest = yield* Digest.Digest
  const made = yield* publishedFrom(examined.catalog)
  const document = canonicalJson(input)
  const documentEtag = yield* etagOf(digest, document)
  const publishable: Publishable = { ...made, documentEtag, document }
  return { report: examined.report, publishable } satisfies CheckedDocument
})

/**
 * From an authored document to a catalog that can be published: decoded, checked, uuids derived, etags computed. Needs
 * cryptography alone, so that a document can be checked where there is no database.
 */
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Base64Url from "effect/encoding/Base64Url"
import { canonicalJson } from "../kernel/Json.ts"
import { utf8 } from "../kernel/Utf8.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import type { CatalogDocument } from "./document.ts"
import { checkDocument } from "./rules/check.ts"
import { cacheInfoOf, collectionText, itemText, lootText, vendorText, wireBody } from "./rules/etag.ts"
import { type CheckReport, report } from "./rules/findings.ts"
import type {
  NormalCatalog,
  NormalVendor,
  PreparedCatalog,
  PreparedItem,
  PreparedLoot,
  PreparedVendor,
} from "./rules/prepared.ts"
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

const withItemEtags = Effect.fnUntraced(function* (items: NormalCatalog["items"]) {
  const digest = yield* Digest.Digest
  const tagged: Record<string, PreparedItem> = {}
  for (const [key, item] of Object.entries(items)) {
    tagged[key] = { ...item, cache_info: cacheInfoOf(yield* etagOf(digest, itemText(item))) }
  }
  return tagged
})

const withVendorEtags = Effect.fnUntraced(function* (
  vendors: NormalCatalog["vendors"],
  items: PreparedCatalog["items"],
) {
  const digest = yield* Digest.Digest
  const tagged: Record<string, PreparedVendor> = {}
  for (const [key, vendor] of Object.entries(vendors)) {
    const loot: Record<string, PreparedLoot> = {}
    for (const [lootKey, one] of Object.entries(vendor.loot)) {
      const item = one.item_id === undefined ? undefined : items[String(one.item_id)]
      const etag = yield* etagOf(digest, lootText(one, item?.cache_info.etag))
      loot[lootKey] = { ...one, cache_info: cacheInfoOf(etag) }
    }
    const whole = { ...vendor, loot }
    tagged[key] = { ...whole, cache_info: cacheInfoOf(yield* etagOf(digest, vendorText(whole))) }
  }
  return tagged
})

/** The catalog with the etags of its items, loot, vendors and collection (decisions, section 10). */
const withEtags = Effect.fnUntraced(function* (catalog: NormalCatalog) {
  const digest = yield* Digest.Digest
  const items = yield* withItemEtags(catalog.items)
  const vendors = yield* withVendorEtags(catalog.vendors, items)
  const etag = yield* etagOf(digest, collectionText(vendors))
  const prepared: PreparedCatalog = { ...catalog, items, vendors, cache_info: cacheInfoOf(etag) }
  return prepared
})

const compilableOf = (catalog: NormalCatalog, { vendors, cache_info }: PreparedCatalog): NormalCatalog => {
  const tagged: Record<string, NormalVendor> = {}
  for (const [key, vendor] of Object.entries(catalog.vendors)) {
    const tag = vendors[key]?.cache_info
    tagged[key] = tag === undefined ? vendor : { ...vendor, cache_info: tag }
  }
  return { ...catalog, vendors: tagged, cache_info }
}

/** What is made of a sound catalog: etags, what is stored to be compiled from, and the collection as sent. */
export const deriveServed = Effect.fnUntraced(function* (catalog: NormalCatalog) {
  const prepared = yield* withEtags(catalog)
  return { prepared, compilable: compilableOf(catalog, prepared), body: wireBody(prepared) }
})

const countsOf = (document: CatalogDocument | undefined): CheckReport["counts"] => {
  const vendors = Object.values(document?.vendors ?? {})
  return {
    items: Object.keys(document?.items ?? {}).length,
    vendors: vendors.length,
    loot: vendors.reduce((sum, vendor) => sum + Object.keys(vendor.loot ?? {}).length, 0),
  }
}

/** Reads and checks a parsed document: the report, and the sound catalog when nothing was refused. */
const examine = Effect.fnUntraced(function* (input: unknown) {
  const { document, gaps, findings } = readDocument(input)
  if (document === undefined) return { report: report(findings, countsOf(undefined)), catalog: undefined }
  const checked = checkDocument(document, yield* deriveUuids(document), gaps)
  const whole = report([...findings, ...checked.findings], countsOf(document))
  return { report: whole, catalog: whole.accepted ? checked.catalog : undefined }
})

/** Everything that the checker finds in a parsed document. */
export const checkCatalog = (input: unknown): Effect.Effect<CheckReport, never, Digest.Digest> =>
  Effect.map(examine(input), (examined) => examined.report)

/** A catalog ready to be stored and served. */
export interface Publishable {
  readonly prepared: PreparedCatalog
  /** The same with only the etags that compiling looks at: what is stored to be compiled from. */
  readonly compilable: NormalCatalog
  readonly documentEtag: string
  /** The authored document, canonical. */
  readonly document: string
  readonly body: WireJson
}

/** A checked document made ready to publish; `publishable` is undefined when something was refused. */
export interface PreparedDocument {
  readonly report: CheckReport
  readonly publishable: Publishable | undefined
}

/** Checks a parsed document and makes it ready to publish. Takes as long as computing does, and needs no storage. */
export const prepareCatalog = Effect.fn("Catalogs.prepare")(function* (input: unknown) {
  const examined = yield* examine(input)
  if (examined.catalog === undefined) {
    return { report: examined.report, publishable: undefined } satisfies PreparedDocument
  }
  const digest = yield* Digest.Digest
  const served = yield* deriveServed(examined.catalog)
  const document = canonicalJson(input)
  const documentEtag = yield* etagOf(digest, document)
  const publishable: Publishable = { ...served, documentEtag, document }
  return { report: examined.report, publishable } satisfies PreparedDocument
})

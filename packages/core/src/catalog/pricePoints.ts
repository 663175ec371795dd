/** The texts from which the price points of a catalog are served, each with its etag (decisions, section 10). */
import * as Effect from "effect/Effect"
import * as Digest from "effect/crypto/Digest"
import * as Base64Url from "effect/encoding/Base64Url"
import { canonicalJson } from "../kernel/wire/Json.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import { inParts } from "../kernel/work/Work.ts"
import { cacheInfoOf } from "./rules/etag.ts"
import type { LinkedCatalog } from "./rules/linked.ts"
import { pricePointsOf } from "./rules/pricePoints.ts"

/** A text as it is sent, in UTF-8, and its etag. */
export interface TaggedText {
  readonly etag: string
  readonly body: Uint8Array
}

/** Every price point, and the collection of all. */
export interface PricePointTexts {
  readonly all: TaggedText
  readonly byGuid: ReadonlyMap<string, TaggedText>
}

/** Digests between which other work has its turn. */
const DIGESTS_PER_PART = 200

/**
 * The texts of the price points that players see. As of vendors: an etag is the SHA-256 of the canonical JSON without
 * `cache_info`, where the etags of its price points stand in the collection for them.
 */
export const pricePointTexts = Effect.fnUntraced(function* (catalog: LinkedCatalog) {
  const digest = yield* Digest.Digest
  const etagOf = (text: string) =>
    Effect.map(Effect.orDie(digest.digest(Digest.sha256, utf8(text))), (hash) => Base64Url.encode(hash))
  const byGuid = new Map<string, TaggedText>()
  const [etags, texts]: [Array<string>, Array<string>] = [[], []]
  for (const content of yield* inParts(pricePointsOf(catalog), 1)) {
    const etag = yield* etagOf(canonicalJson(content))
    const text = canonicalJson({ ...content, cache_info: cacheInfoOf(etag) })
    const key = JSON.stringify(content.price_point_guid)
    byGuid.set(content.price_point_guid, { etag, body: utf8(text) })
    etags.push(`${key}:${JSON.stringify(etag)}`)
    texts.push(`${key}:${text}`)
    if (byGuid.size % DIGESTS_PER_PART === 0) yield* Effect.yieldNow
  }
  const etag = yield* etagOf(`{"price_points":{${etags.join()}}}`)
  const body = utf8(`{"cache_info":${canonicalJson(cacheInfoOf(etag))},"price_points":{${texts.join()}}}`)
  return { all: { etag, body }, byGuid } satisfies PricePointTexts
})

/**
 * The text of each vendor within the text of the collection. A client whose collection is stale fetches the vendors
 * that changed, in exactly the bytes that they have in the collection (decisions, section 10).
 */
import { SharedWork, type Work } from "@garrison/core/kernel/work/Work"
import * as Effect from "effect/Effect"

/** Where the text of a vendor begins and ends, in bytes. */
interface Span {
  readonly start: number
  readonly end: number
}

type Spans = ReadonlyMap<number, Span>

/** So many bytes are searched within a millisecond or two. */
const BYTES_PER_PART = 1024 * 1024

/**
 * Finds the vendors in the text that `core/src/catalog/rules/servedTexts.ts` made of a collection. In that text the
 * vendors stand in the order of their ids as texts, and each begins with its `cache_info`. Loot begins with another
 * member, and a quote within a text has a backslash before it. So the key of a vendor with `cache_info` behind it is
 * found nowhere else.
 */
function* finding(body: Buffer, vendorIds: Iterable<number>): Work<Spans> {
  const keys = Array.from(vendorIds, String).sort()
  yield
  const spans = new Map<number, Span>()
  const opening = '"vendors":{'
  let at = body.indexOf(opening) + opening.length
  let paused = at
  for (const [index, key] of keys.entries()) {
    const start = at + JSON.stringify(key).length + 1
    const next = keys[index + 1]
    // A comma before the next key, or the braces of `vendors` and of the collection.
    const end = next === undefined ? body.length - 2 : body.indexOf(`,"${next}":{"cache_info":`, start)
    spans.set(Number(key), { start, end })
    at = end + 1
    if (at - paused < BYTES_PER_PART) continue
    paused = at
    yield
  }
  return spans
}

/** The texts of the vendors of a collection. The vendors are found when the first is asked for. */
export class VendorTexts {
  readonly #body: Uint8Array
  readonly #spans: SharedWork<Spans>

  constructor(body: Uint8Array, vendorIds: Iterable<number>) {
    this.#body = body
    const { buffer, byteLength, byteOffset } = body
    this.#spans = new SharedWork(() => finding(Buffer.from(buffer, byteOffset, byteLength), vendorIds))
  }

  /** The text of a vendor of the collection: a part of its bytes, not a copy. */
  of(vendorId: number): Effect.Effect<Uint8Array> {
    return Effect.map(this.#spans.inParts, (spans) => {
      const span = spans.get(vendorId)
      if (span === undefined) throw new Error(`the collection has no vendor ${vendorId}`)
      return this.#body.subarray(span.start, span.end)
    })
  }
}

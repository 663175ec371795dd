/**
 * The text of each vendor within the text of the collection. A client whose collection is stale fetches the vendors
 * that changed, in exactly the bytes that they have in the collection (decisions, section 10).
 */
import type { WireJson } from "../../kernel/WireJson.ts"

/** Where the text of a vendor begins and ends. */
interface Span {
  readonly start: number
  readonly end: number
}

const byText = (left: string, right: string): number => (left < right ? -1 : 1)

/**
 * Finds the vendors in the text that `wireBody` (etag.ts) made of a collection. In that text the vendors stand in the
 * order of their ids as texts, and each begins with its `cache_info`. Loot begins with another member, and a quote
 * within a text has a backslash before it. So the key of a vendor with `cache_info` behind it is found nowhere else.
 */
export class VendorTexts {
  readonly #body: WireJson
  readonly #spans = new Map<number, Span>()

  constructor(body: WireJson, vendorIds: Iterable<number>) {
    this.#body = body
    const keys = Array.from(vendorIds, String).sort(byText)
    const opening = '"vendors":{'
    let at = body.indexOf(opening) + opening.length
    keys.forEach((key, index) => {
      const start = at + JSON.stringify(key).length + 1
      const next = keys[index + 1]
      // A comma before the next key, or the braces of `vendors` and of the collection.
      const end = next === undefined ? body.length - 2 : body.indexOf(`,"${next}":{"cache_info":`, start)
      this.#spans.set(Number(key), { start, end })
      at = end + 1
    })
  }

  /** The text of a vendor of the collection. */
  of(vendorId: number): WireJson {
    const span = this.#spans.get(vendorId)
    if (span === undefined) throw new Error(`the collection has no vendor ${vendorId}`)
    return this.#body.slice(span.start, span.end)
  }
}

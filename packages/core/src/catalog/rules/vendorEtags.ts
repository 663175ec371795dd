/**
 * The etags of all vendors as they are sent: the text of which the etag of the collection is the digest (etag.ts), made
 * in parts, because a large catalog has very many vendors.
 */
import { utf8 } from "../../kernel/wire/Utf8.ts"
import type { Work } from "../../kernel/work/Work.ts"

/** Vendors that are written within a few milliseconds. */
const VENDORS_PER_PART = 5000

/** Writes the etags of vendors, and pauses between parts. */
export function* vendorEtagsText(vendors: ReadonlyMap<number, { readonly etag: string }>): Work<Uint8Array> {
  const keys = Array.from(vendors.keys(), String).sort()
  const parts: Array<string> = []
  for (let at = 0; at < keys.length; at += VENDORS_PER_PART) {
    yield
    const part = keys.slice(at, at + VENDORS_PER_PART)
    parts.push(part.map((key) => `"${key}":${JSON.stringify(vendors.get(Number(key))?.etag)}`).join())
  }
  yield
  return utf8(`{"vendors":{${parts.join()}}}`)
}

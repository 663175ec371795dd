/**
 * The stored text of a catalog in normal form. It is lines, and each line is JSON of a part of the catalog: the tables
 * first, then items and vendors, few at a time. So a process that serves players reads a large catalog line by line,
 * and does other work between two lines.
 */
import { fromUtf8, Utf8Writer } from "../../kernel/wire/Utf8.ts"
import type { Work } from "../../kernel/work/Work.ts"
import type { PublishedCatalog, PublishedItem, PublishedLoot, PublishedVendor } from "./published.ts"

/** Items or loot of a line. A line of so many is read in a few milliseconds. */
const ENTRIES_PER_LINE = 500

/** The entries of a record, so many at a time. */
const portions = function* <Entry>(entries: Readonly<Record<string, Entry>>): Iterable<Record<string, Entry>> {
  let portion: Record<string, Entry> = {}
  let size = 0
  for (const [key, entry] of Object.entries(entries)) {
    portion[key] = entry
    if (++size < ENTRIES_PER_LINE) continue
    yield portion
    portion = {}
    size = 0
  }
  if (size > 0) yield portion
}

/** Vendors with their loot. A vendor with more loot than a line may hold is in several lines, each with other loot. */
const vendorLines = function* (vendors: PublishedCatalog["vendors"]): Iterable<string> {
  let line: Record<string, PublishedVendor> = {}
  let size = 0
  for (const [key, vendor] of Object.entries(vendors)) {
    const [first = {}, ...others] = portions(vendor.loot)
    for (const loot of [first, ...others]) {
      const entries = 1 + Object.keys(loot).length
      if (size > 0 && size + entries > ENTRIES_PER_LINE) {
        yield JSON.stringify({ vendors: line })
        line = {}
        size = 0
      }
      line[key] = { ...vendor, loot }
      size += entries
    }
  }
  if (size > 0) yield JSON.stringify({ vendors: line })
}

/** The text of a catalog, in UTF-8. */
export const publishedText = ({ items, vendors, ...tables }: PublishedCatalog): Uint8Array => {
  const text = new Utf8Writer()
  text.write(JSON.stringify(tables))
  for (const portion of portions(items)) text.write(`\n${JSON.stringify({ items: portion })}`)
  for (const line of vendorLines(vendors)) text.write(`\n${line}`)
  return text.bytes()
}

const NEWLINE = 10

/**
 * Reads the text from its bytes in UTF-8, and pauses after each line. A text of one line that holds a whole catalog is
 * read as well.
 */
export function* readPublished(text: Uint8Array): Work<PublishedCatalog> {
  const items: Record<string, PublishedItem> = {}
  const vendors: Record<string, PublishedVendor & { readonly loot: Record<string, PublishedLoot> }> = {}
  let tables: Partial<PublishedCatalog> = {}
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf(NEWLINE, start)
    const end = newline === -1 ? text.length : newline
    const part = JSON.parse(fromUtf8(text.subarray(start, end))) as Partial<PublishedCatalog>
    if (start === 0) tables = part
    Object.assign(items, part.items)
    for (const [key, vendor] of Object.entries(part.vendors ?? {})) {
      const known = vendors[key]
      if (known === undefined) vendors[key] = vendor
      else Object.assign(known.loot, vendor.loot)
    }
    start = end + 1
    yield
  }
  return { ...(tables as PublishedCatalog), items, vendors }
}

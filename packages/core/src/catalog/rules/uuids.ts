/**
 * Derived uuids for entries without a uuid of their author: the UUIDv5 (RFC 9562, section 5.5) of kind and id in a
 * namespace of Garrison. So the same id has the same uuid in every version and every deployment (decisions, section
 * 10).
 */
import type { CatalogDocument } from "../document.ts"
import type { Digesting } from "./digests.ts"

/** Kinds of entries that have a uuid. */
export type UuidKind = "item" | "loot" | "vendor" | "xp_table"

/** The derived uuids of the entries of each kind that have none of their author, by key. */
export type DerivedUuids = Readonly<Record<UuidKind, ReadonlyMap<string, string>>>

/** Namespace of all derived uuids: the UUIDv5 of `garrison:catalog` in the URL namespace of RFC 9562. Never changes. */
const NAMESPACE = [0x4a, 0x34, 0x8d, 0x7d, 0x14, 0xfb, 0x53, 0x87, 0x95, 0xb8, 0x0c, 0xe2, 0x83, 0x2f, 0xf6, 0x5a]

/** The bytes whose SHA-1 becomes the uuid of `name` (ASCII). */
const uuidMaterial = (name: string): Uint8Array => {
  const bytes = new Uint8Array(NAMESPACE.length + name.length)
  bytes.set(NAMESPACE)
  for (let at = 0; at < name.length; at++) bytes[NAMESPACE.length + at] = name.charCodeAt(at)
  return bytes
}

/** The digit that says which variant of uuids a uuid is, for each digit in its place. */
const VARIANT_DIGITS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("0123456789abcdef", (digit, value) => [digit, (8 + (value % 4)).toString(16)]),
)

/** The UUIDv5 made from the first 32 hexadecimal digits of a SHA-1. */
const uuidOfSha1 = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-` +
  `${VARIANT_DIGITS[hex.charAt(16)]}${hex.slice(17, 20)}-${hex.slice(20, 32)}`

/** The derived uuids of the entries of a kind; `uuidOf` is the uuid that the author gave. */
function* derivingFor<Entry>(
  kind: UuidKind,
  entries: Readonly<Record<string, Entry>>,
  uuidOf: (entry: Entry) => string | undefined,
  uuids: Map<string, string>,
): Digesting<void> {
  for (const [id, entry] of Object.entries(entries)) {
    if (uuidOf(entry) === undefined)
      uuids.set(id, uuidOfSha1(yield { of: "uuid", bytes: uuidMaterial(`${kind}:${id}`) }))
  }
}

/** The derived uuids of a document. */
export function* derivingUuids(document: CatalogDocument): Digesting<DerivedUuids> {
  const uuids = { item: new Map(), loot: new Map(), vendor: new Map(), xp_table: new Map() }
  yield* derivingFor("item", document.items ?? {}, (item) => item.item_uuid, uuids.item)
  yield* derivingFor("xp_table", document.xp_tables ?? {}, (table) => table.xp_table_uuid, uuids.xp_table)
  yield* derivingFor("vendor", document.vendors ?? {}, (vendor) => vendor.vendor_uuid, uuids.vendor)
  for (const vendor of Object.values(document.vendors ?? {})) {
    yield* derivingFor("loot", vendor.loot ?? {}, (loot) => loot.loot_uuid, uuids.loot)
  }
  return uuids
}

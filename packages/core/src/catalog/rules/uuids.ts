/**
 * Derived uuids for entries without a uuid of their author: the UUIDv5 (RFC 9562, section 5.5) of kind and id in a
 * namespace of Garrison. So the same id has the same uuid in every version and every deployment (decisions, section
 * 10).
 */
import type { CatalogDocument } from "../document.ts"
import type { Digesting } from "./digests.ts"

/** Kinds of entries that have a uuid. */
export type UuidKind = "item" | "loot" | "vendor" | "xp_table"

/** The derived uuid of each `kind:id` without a uuid of its author. */
export type DerivedUuids = ReadonlyMap<string, string>

/** Namespace of all derived uuids: the UUIDv5 of `garrison:catalog` in the URL namespace of RFC 9562. Never changes. */
const NAMESPACE = [0x4a, 0x34, 0x8d, 0x7d, 0x14, 0xfb, 0x53, 0x87, 0x95, 0xb8, 0x0c, 0xe2, 0x83, 0x2f, 0xf6, 0x5a]

/** The key of an entry in {@link DerivedUuids}, which is also the name from which its uuid is derived. */
export const uuidName = (kind: UuidKind, id: string | number): string => `${kind}:${id}`

/** The names of all entries of the document that have no uuid of their author. */
const namesWithoutUuid = (document: CatalogDocument): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const [id, item] of Object.entries(document.items ?? {})) {
    if (item.item_uuid === undefined) names.push(uuidName("item", id))
  }
  for (const [id, table] of Object.entries(document.xp_tables ?? {})) {
    if (table.xp_table_uuid === undefined) names.push(uuidName("xp_table", id))
  }
  for (const [id, vendor] of Object.entries(document.vendors ?? {})) {
    if (vendor.vendor_uuid === undefined) names.push(uuidName("vendor", id))
    for (const [lootId, loot] of Object.entries(vendor.loot ?? {})) {
      if (loot.loot_uuid === undefined) names.push(uuidName("loot", lootId))
    }
  }
  return names
}

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

/** The derived uuids of a document. */
export function* derivingUuids(document: CatalogDocument): Digesting<DerivedUuids> {
  const uuids = new Map<string, string>()
  for (const name of namesWithoutUuid(document)) {
    uuids.set(name, uuidOfSha1(yield { of: "uuid", bytes: uuidMaterial(name) }))
  }
  return uuids
}

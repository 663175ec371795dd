/**
 * References between the entries of a document. Authors write an id, a uuid, or both; what is written must exist, and
 * must agree.
 */
import type { CatalogDocument } from "../document.ts"
import { type Finding, type FindingPath, refusal } from "./findings.ts"
import { isId } from "./keys.ts"
import { type DerivedUuids, uuidName, type UuidKind } from "./uuids.ts"

/** An entry that something refers to. */
export interface Referent {
  readonly id: number
  readonly uuid: string
}

/** The entries of one kind, by id and by uuid. */
interface Referents {
  readonly byId: ReadonlyMap<number, Referent>
  readonly byUuid: ReadonlyMap<string, Referent>
}

/** Everything in a document that has a uuid. */
export type ReferenceIndex = Readonly<Record<UuidKind, Referents>>

/** One entry of a kind: where it stands, its id as written in the key, its uuid if the author gave one. */
interface Entry {
  readonly key: string
  readonly uuid: string | undefined
  readonly path: FindingPath
}

const index = (kind: UuidKind, entries: Iterable<Entry>, uuids: DerivedUuids, found: Array<Finding>): Referents => {
  const byId = new Map<number, Referent>()
  const byUuid = new Map<string, Referent>()
  for (const { key, uuid: written, path } of entries) {
    if (!isId(key) || byId.has(Number(key))) continue
    const uuid = written?.toLowerCase() ?? uuids.get(uuidName(kind, key)) ?? ""
    const referent = { id: Number(key), uuid }
    byId.set(referent.id, referent)
    const first = byUuid.get(uuid)
    if (first === undefined) byUuid.set(uuid, referent)
    else found.push(refusal("uuid_used_twice", [...path, `${kind}_uuid`], `${kind} ${first.id} has it already`))
  }
  return { byId, byUuid }
}

const itemEntries = (document: CatalogDocument): ReadonlyArray<Entry> =>
  Object.entries(document.items ?? {}).map(([key, item]) => ({ key, uuid: item.item_uuid, path: ["items", key] }))

const vendorEntries = (document: CatalogDocument): ReadonlyArray<Entry> =>
  Object.entries(document.vendors ?? {}).map(([key, vendor]) => ({
    key,
    uuid: vendor.vendor_uuid,
    path: ["vendors", key],
  }))

const lootEntries = (document: CatalogDocument): ReadonlyArray<Entry> =>
  Object.entries(document.vendors ?? {}).flatMap(([vendorKey, vendor]) =>
    Object.entries(vendor.loot ?? {}).map(([key, loot]) => ({
      key,
      uuid: loot.loot_uuid,
      path: ["vendors", vendorKey, "loot", key],
    })),
  )

const xpTableEntries = (document: CatalogDocument): ReadonlyArray<Entry> =>
  Object.entries(document.xp_tables ?? {}).map(([key, table]) => ({
    key,
    uuid: table.xp_table_uuid,
    path: ["xp_tables", key],
  }))

/** Indexes everything that can be referred to, and reports uuids that stand for two things. */
export const indexReferences = (
  document: CatalogDocument,
  uuids: DerivedUuids,
  found: Array<Finding>,
): ReferenceIndex => ({
  item: index("item", itemEntries(document), uuids, found),
  vendor: index("vendor", vendorEntries(document), uuids, found),
  loot: index("loot", lootEntries(document), uuids, found),
  xp_table: index("xp_table", xpTableEntries(document), uuids, found),
})

/** A reference as written: the field names, and what stands in them. */
export interface Written {
  readonly idField: string
  readonly id: number | undefined
  readonly uuidField: string
  readonly uuid: string | undefined
}

/** What a reference refers to; undefined, with a finding, when that does not exist. */
export const resolve = (
  referents: Referents,
  written: Written,
  path: FindingPath,
  found: Array<Finding>,
): Referent | undefined => {
  const { id, uuid } = written
  const byId = id === undefined ? undefined : referents.byId.get(id)
  if (id !== undefined && byId === undefined) found.push(refusal("reference_dangling", [...path, written.idField]))
  if (uuid === undefined) return byId
  const byUuid = referents.byUuid.get(uuid.toLowerCase())
  if (byUuid === undefined) found.push(refusal("reference_dangling", [...path, written.uuidField]))
  else if (byId !== undefined && byId !== byUuid) {
    found.push(refusal("reference_ambiguous", [...path, written.uuidField]))
  }
  return byId ?? byUuid
}

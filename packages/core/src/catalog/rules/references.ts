/**
 * References between the entries of a document. Authors write an id, a uuid, or both; what is written must exist, and
 * must agree.
 */
import type { CatalogDocument } from "../document.ts"
import { type Finding, type FindingPath, refusal } from "./findings.ts"
import { type BrokenPlaces, hidesLoot, isBroken } from "./brokenPlaces.ts"
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
  /** Those whose uuid is broken, so that it may be any. */
  readonly withoutUuid: ReadonlySet<Referent>
  /** Whether there are more whose ids cannot be told. */
  readonly incomplete: boolean
}

/** Everything in a document that has a uuid. */
export type ReferenceIndex = Readonly<Record<UuidKind, Referents>>

/** One entry of a kind: where it stands, its id as written in the key, its uuid if the author gave one. */
interface Entry {
  readonly key: string
  readonly uuid: string | undefined
  readonly path: FindingPath
}

/** What indexing takes beside the entries: the uuids derived, what is broken, and where findings go. */
export interface Indexing {
  readonly uuids: DerivedUuids
  readonly broken: BrokenPlaces
  readonly found: Array<Finding>
}

const index = (
  kind: UuidKind,
  entries: Iterable<Entry>,
  incomplete: boolean,
  { uuids, broken, found }: Indexing,
): Referents => {
  const byId = new Map<number, Referent>()
  const byUuid = new Map<string, Referent>()
  const withoutUuid = new Set<Referent>()
  for (const { key, uuid: written, path } of entries) {
    if (!isId(key) || byId.has(Number(key))) continue
    const uuid = written?.toLowerCase() ?? uuids.get(uuidName(kind, key)) ?? ""
    const referent = { id: Number(key), uuid }
    byId.set(referent.id, referent)
    if (written === undefined && isBroken(broken, [...path, `${kind}_uuid`])) {
      withoutUuid.add(referent)
      continue
    }
    const first = byUuid.get(uuid)
    if (first === undefined) byUuid.set(uuid, referent)
    else found.push(refusal("uuid_used_twice", [...path, `${kind}_uuid`], `${kind} ${first.id} has it already`))
  }
  return { byId, byUuid, withoutUuid, incomplete }
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
export const indexReferences = (document: CatalogDocument, indexing: Indexing): ReferenceIndex => {
  const { broken } = indexing
  return {
    item: index("item", itemEntries(document), isBroken(broken, ["items"]), indexing),
    vendor: index("vendor", vendorEntries(document), isBroken(broken, ["vendors"]), indexing),
    loot: index("loot", lootEntries(document), hidesLoot(broken), indexing),
    xp_table: index("xp_table", xpTableEntries(document), isBroken(broken, ["xp_tables"]), indexing),
  }
}

/** A reference as written: the field names, and what stands in them. */
export interface Written {
  readonly idField: string
  readonly id: number | undefined
  readonly uuidField: string
  readonly uuid: string | undefined
}

/** Whether nothing has this id, as far as ids can be told. */
export const isDangling = ({ byId, incomplete }: Referents, id: number): boolean => !incomplete && !byId.has(id)

/** What a reference refers to; undefined when that does not exist, with a finding unless it cannot be told. */
export const resolve = (
  referents: Referents,
  written: Written,
  path: FindingPath,
  found: Array<Finding>,
): Referent | undefined => {
  const { id, uuid } = written
  const { withoutUuid, incomplete } = referents
  if (id !== undefined && isDangling(referents, id)) {
    found.push(refusal("reference_dangling", [...path, written.idField]))
  }
  const byId = id === undefined ? undefined : referents.byId.get(id)
  if (uuid === undefined) return byId
  const byUuid = referents.byUuid.get(uuid.toLowerCase())
  if (byUuid === undefined) {
    if (!incomplete && withoutUuid.size === 0) found.push(refusal("reference_dangling", [...path, written.uuidField]))
  } else if (byId !== undefined && byId !== byUuid && !withoutUuid.has(byId)) {
    found.push(refusal("reference_ambiguous", [...path, written.uuidField]))
  }
  return byId ?? byUuid
}

/**
 * References between the entries of a document. Authors write an id, a uuid, or both. The named entry must exist, and
 * id and uuid must agree.
 */
import type { CatalogDocument } from "../document.ts"
import { type Finding, type FindingPath, finding } from "./findings.ts"
import { type BrokenPlaces, hidesLoot, isBroken, NOTHING_BROKEN } from "./brokenPlaces.ts"
import { isId } from "./keys.ts"
import type { DerivedUuids, UuidKind } from "./uuids.ts"

/** An entry that references can name. */
export interface Referent {
  readonly id: number
  readonly uuid: string
}

/** The entries of a kind, by id and by uuid. */
interface Referents {
  readonly byId: ReadonlyMap<number, Referent>
  readonly byUuid: ReadonlyMap<string, Referent>
  /** Entries whose uuid is broken. They may have any uuid. */
  readonly withoutUuid: ReadonlySet<Referent>
  /** Whether there are further entries whose ids are unknown. */
  readonly incomplete: boolean
}

/** All entries of a document that have a uuid. */
export type ReferenceIndex = Readonly<Record<UuidKind, Referents>>

/** An entry of a kind: its id as written in the key, its uuid if the author gave one, and the vendor of loot. */
interface Entry {
  readonly key: string
  readonly uuid: string | undefined
  readonly vendorKey?: string
}

const uuidPath = (kind: UuidKind, { key, vendorKey }: Entry): FindingPath => {
  const place = vendorKey === undefined ? [`${kind}s`, key] : ["vendors", vendorKey, "loot", key]
  return [...place, `${kind}_uuid`]
}

/** Further inputs of indexing: the derived uuids, the broken places, and the list of findings. */
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
  for (const entry of entries) {
    const { key, uuid: written } = entry
    const id = Number(key)
    if (!isId(key) || byId.has(id)) continue
    const uuid = written?.toLowerCase() ?? uuids[kind].get(key) ?? ""
    const referent = { id, uuid }
    byId.set(id, referent)
    if (written === undefined && broken !== NOTHING_BROKEN && isBroken(broken, uuidPath(kind, entry))) {
      withoutUuid.add(referent)
      continue
    }
    const first = byUuid.get(uuid)
    if (first === undefined) byUuid.set(uuid, referent)
    else found.push(finding("uuid_used_twice", uuidPath(kind, entry), `${kind} ${first.id} has it already`))
  }
  return { byId, byUuid, withoutUuid, incomplete }
}

function* itemEntries({ items = {} }: CatalogDocument): Iterable<Entry> {
  for (const [key, { item_uuid: uuid }] of Object.entries(items)) yield { key, uuid }
}

function* vendorEntries({ vendors = {} }: CatalogDocument): Iterable<Entry> {
  for (const [key, { vendor_uuid: uuid }] of Object.entries(vendors)) yield { key, uuid }
}

function* lootEntries({ vendors = {} }: CatalogDocument): Iterable<Entry> {
  for (const [vendorKey, { loot = {} }] of Object.entries(vendors)) {
    for (const [key, { loot_uuid: uuid }] of Object.entries(loot)) yield { key, uuid, vendorKey }
  }
}

function* xpTableEntries({ xp_tables: tables = {} }: CatalogDocument): Iterable<Entry> {
  for (const [key, { xp_table_uuid: uuid }] of Object.entries(tables)) yield { key, uuid }
}

/** Indexes everything that can be referred to. Reports a uuid that stands for two entries. */
export const indexReferences = (document: CatalogDocument, indexing: Indexing): ReferenceIndex => {
  const { broken } = indexing
  return {
    item: index("item", itemEntries(document), isBroken(broken, ["items"]), indexing),
    vendor: index("vendor", vendorEntries(document), isBroken(broken, ["vendors"]), indexing),
    loot: index("loot", lootEntries(document), hidesLoot(broken), indexing),
    xp_table: index("xp_table", xpTableEntries(document), isBroken(broken, ["xp_tables"]), indexing),
  }
}

/** A reference as written: the field names, and their values. */
export interface Written {
  readonly idField: string
  readonly id: number | undefined
  readonly uuidField: string
  readonly uuid: string | undefined
}

/** Ids shorter than this have too many neighbours to guess which of them was meant. */
const GUESSED_LENGTH_MIN = 3

/** The existing id that differs from an unknown one by a digit, or by two neighbours in the wrong sequence. */
const meantId = ({ byId }: Pick<Referents, "byId">, id: number): string | undefined => {
  const text = String(id)
  if (text.length < GUESSED_LENGTH_MIN) return undefined
  const isKnown = (other: string): boolean => isId(other) && byId.has(Number(other))
  for (let at = 0; at <= text.length; at++) {
    const [before, digit = "", next = "", after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)]
    const swapped = before + next + digit + after
    if (isKnown(swapped) && swapped !== text) return swapped
    if (at < text.length && isKnown(before + next + after)) return before + next + after
    for (let other = 0; other <= 9; other++) {
      const replaced = before + String(other) + next + after
      if (at < text.length && isKnown(replaced)) return replaced
      const inserted = before + String(other) + digit + next + after
      if (isKnown(inserted)) return inserted
    }
  }
  return undefined
}

/** The finding that no entry has the id at `path`, with the id that was probably meant. */
export const danglingId = (referents: Referents, id: number, path: FindingPath): Finding =>
  finding("reference_dangling", path, undefined, meantId(referents, id))

/** Whether no entry has this id, as far as the ids are known. */
export const isDangling = ({ byId, incomplete }: Referents, id: number): boolean => !incomplete && !byId.has(id)

/** The entry that a reference names; undefined: the entry does not exist. Reports that, unless ids are unknown. */
export const resolve = (
  referents: Referents,
  written: Written,
  path: FindingPath,
  found: Array<Finding>,
): Referent | undefined => {
  const { id, uuid } = written
  const { withoutUuid, incomplete } = referents
  if (id !== undefined && isDangling(referents, id)) {
    found.push(danglingId(referents, id, [...path, written.idField]))
  }
  const byId = id === undefined ? undefined : referents.byId.get(id)
  if (uuid === undefined) return byId
  const byUuid = referents.byUuid.get(uuid.toLowerCase())
  if (byUuid === undefined) {
    if (!incomplete && withoutUuid.size === 0) found.push(finding("reference_dangling", [...path, written.uuidField]))
  } else if (byId !== undefined && byId !== byUuid && !withoutUuid.has(byId)) {
    found.push(finding("reference_ambiguous", [...path, written.uuidField]))
  }
  return byId ?? byUuid
}

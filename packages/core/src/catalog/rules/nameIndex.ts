/**
 * Entries of a catalog by what people call them: the id, the name, and for loot the name with that of its vendor,
 * `shop/sword`. Accents and case do not count. Whatever takes a name from a person finds the id here.
 */
import { foldedName } from "../../kernel/input/foldedName.ts"
import { nearest } from "../../kernel/input/nearest.ts"
import type { LinkedCatalog } from "./linked.ts"
import { namesOf } from "./labels.ts"
import { nameOf, withName } from "./names.ts"

/** The kinds of entries that a person can name instead of writing their id. */
export type NamedKind = "item" | "loot" | "vendor"

/** The id that a text means; or that nothing is called so, or several are. */
export type FoundId =
  | { readonly id: number }
  | { readonly problem: "unknown"; readonly nearest: string | undefined }
  | { readonly problem: "ambiguous"; readonly ids: ReadonlyArray<number> }

/** An entry and a name that it has. */
export type NamePair = readonly [name: string, id: number]

const put = (map: Map<string, Set<number>>, key: string, id: number): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([id]))
  else known.add(id)
}

/** Ids by name. An id of its own comes before a name, and the exact name before one that differs in accents or case. */
export class NameIndex {
  readonly #ids: { readonly has: (id: number) => boolean }
  readonly #exact = new Map<string, Set<number>>()
  readonly #folded = new Map<string, Set<number>>()

  constructor(ids: { readonly has: (id: number) => boolean }, names: Iterable<NamePair>) {
    this.#ids = ids
    for (const [name, id] of names) {
      put(this.#exact, name, id)
      put(this.#folded, foldedName(name), id)
    }
  }

  /** The entry that a person means. */
  find(reference: number | string): FoundId {
    const text = String(reference)
    if (/^\d+$/.test(text) && this.#ids.has(Number(text))) return { id: Number(text) }
    const exact = this.#exact.get(text)
    const found = [...(exact?.size === 1 ? exact : (this.#folded.get(foldedName(text)) ?? []))]
    const [only, another] = found
    if (only === undefined) return { problem: "unknown", nearest: nearest(text, [...this.#exact.keys()]) }
    return another === undefined ? { id: only } : { problem: "ambiguous", ids: found }
  }
}

/** The names of an entry: the one that it shows, and the one under which it was written. */
const given = (...names: ReadonlyArray<string | undefined>): ReadonlyArray<string> =>
  names.filter((name) => name !== undefined)

function* itemNames({ items }: LinkedCatalog): Generator<NamePair> {
  for (const [id, item] of items) for (const name of given(nameOf(item), item.authored_name)) yield [name, id]
}

function* vendorNames({ vendors }: LinkedCatalog): Generator<NamePair> {
  for (const [id, vendor] of vendors) for (const name of given(vendor.name, vendor.authored_name)) yield [name, id]
}

function* lootNames({ loot }: LinkedCatalog): Generator<NamePair> {
  for (const [id, one] of loot) {
    const own = given(one.name, one.authored_name)
    for (const name of own) yield [name, id]
    for (const vendor of given(one.vendor.name, one.vendor.authored_name)) {
      for (const name of own.length === 0 ? [String(id)] : own) yield [`${vendor}/${name}`, id]
    }
  }
}

const pairsOf = { item: itemNames, loot: lootNames, vendor: vendorNames } as const

/** Every entry of a kind with each name by which it can be called. */
export const namePairs = (catalog: LinkedCatalog, kind: NamedKind): Iterable<NamePair> => pairsOf[kind](catalog)

const idsOf = (catalog: LinkedCatalog, kind: NamedKind) =>
  kind === "item" ? catalog.items : kind === "loot" ? catalog.loot : catalog.vendors

/** The indexes of a version, each made when the first name of its kind is looked up. */
const known = new WeakMap<LinkedCatalog, Map<NamedKind, NameIndex>>()

/** The entries of a kind by name. */
export const nameIndexOf = (catalog: LinkedCatalog, kind: NamedKind): NameIndex => {
  const indexes = known.get(catalog) ?? new Map<NamedKind, NameIndex>()
  known.set(catalog, indexes)
  const index = indexes.get(kind) ?? new NameIndex(idsOf(catalog, kind), namePairs(catalog, kind))
  indexes.set(kind, index)
  return index
}

/** Most entries that an ambiguous name is answered with. */
const CANDIDATES_MAX = 5

/** Why a text means no entry, and what to write instead. */
export const nameProblem = (
  catalog: LinkedCatalog,
  kind: NamedKind,
  reference: number | string,
  found: Exclude<FoundId, { readonly id: number }>,
): string => {
  if (found.problem === "unknown") {
    const guess = found.nearest === undefined ? "" : `; did you mean ${found.nearest}?`
    return `the catalog has no ${kind} ${reference}${guess}`
  }
  const names = namesOf(catalog)
  const called = found.ids.slice(0, CANDIDATES_MAX).map((id) => withName(id, names[kind](id)))
  const more = found.ids.length > CANDIDATES_MAX ? ", …" : ""
  return `several ${kind === "loot" ? kind : `${kind}s`} are called ${reference}: ${called.join(", ")}${more}; give the id`
}

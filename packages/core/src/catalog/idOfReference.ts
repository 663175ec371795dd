/** Entries of the current catalog by name or id, wherever an input takes either. */
import * as Effect from "effect/Effect"
import { InvalidInput } from "../kernel/input/Invalid.ts"
import { Catalogs } from "./Catalogs.ts"
import type { LinkedCatalog } from "./rules/linked.ts"
import { type NamedKind, nameIndexOf, nameProblem } from "./rules/nameIndex.ts"

/** The id of an item or loot, or its name: `coins`, `shop/sword`. Accents and case do not count. */
export type CatalogReference<Name extends string = string> = number | Name

const isReference = (value: unknown): value is CatalogReference =>
  typeof value === "number" || typeof value === "string"

/** The id that a text means, or what is wrong with it. */
export const identified = (catalog: LinkedCatalog, kind: NamedKind, reference: unknown): number | string => {
  if (!isReference(reference)) return "must be a name or an id"
  const found = nameIndexOf(catalog, kind).find(reference)
  if ("id" in found) return found.id
  // An id that is not there is a result of the entry, as it is without names.
  if (/^\d+$/.test(String(reference)) && found.problem === "unknown") return Number(reference)
  const what = found.problem === "unknown" ? "is unknown" : "is ambiguous"
  return `${what}: ${nameProblem(catalog, kind, reference, found)}`
}

/** The id of an entry of the current catalog that is given by name or id; fails with `invalid_input` at `field`. */
export const idOfReference = Effect.fnUntraced(function* (kind: NamedKind, reference: string, field: string) {
  const id = identified((yield* (yield* Catalogs).current).linked, kind, reference)
  return typeof id === "number"
    ? id
    : yield* new InvalidInput({ detail: [{ loc: [field], msg: id, type: "value_error" }] })
})

/** The items and loot that a policy can name: by id, by the name of the lock file, or by the name that is shown. */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import { NameIndex, type NamePair, namePairs } from "../../catalog/rules/nameIndex.ts"
import type { Reference } from "../schema.ts"

/** The names of a catalog document. */
export interface NamesOf {
  /** Ids by the name that the author gave: for loot with the name of its vendor, `shop/sword`. */
  readonly authored: Readonly<Record<string, number>>
  /** Names that are shown, by id. Several entries may have the same name. */
  readonly shown: ReadonlyMap<number, string>
}

/** The names of a catalog. */
export interface CatalogNames {
  readonly items: NamesOf
  readonly loot: NamesOf
}

/** An id, or why there is none. */
export type Referred = { readonly id: number } | { readonly code: PolicyCode; readonly detail: string | undefined }

/** Every mistake in a policy beyond its shape, with its sentence. */
export const POLICY_MISTAKES = {
  unknown_field: "a policy has no field of this name",
  name_unknown: "nothing in the catalog has this name or id",
  name_ambiguous: "several entries have this name",
  action_unclear: "an action has exactly one of play, claim, buy and redeem",
  condition_unclear: "a condition has exactly one of has and lacks",
  field_unfit: "this field does not go with the action",
  not_claimable: "players cannot claim this loot; use play, as a game server orders it",
  not_for_sale: "the loot has no price for this quantity",
  dynamic_bundle: "a dynamic bundle is bought by its parts: name them in choose",
  not_a_part: "the bundle has no such part that can be chosen",
  part_repeated: "the part is chosen already",
  not_sold_for: "the loot has no price in this item",
  code_unknown: "the catalog has no such promotion code",
  range_empty: "min must not be above max",
  cohorts_missing: "a policy has at least one cohort",
  currencies_too_many: "too many currencies",
} as const

/** A code of these mistakes. */
export type PolicyCode = keyof typeof POLICY_MISTAKES

/** Most ids that an ambiguous name is answered with. */
const IDS_SHOWN_MAX = 5

/** Entries of one kind by name. */
export class PolicyNames {
  readonly #names: NameIndex

  constructor(catalog: LinkedCatalog, kind: "item" | "loot", { authored, shown }: NamesOf) {
    const ids = kind === "item" ? catalog.items : catalog.loot
    const ofAuthors = Object.entries(authored).filter(([, id]) => ids.has(id))
    this.#names = new NameIndex(ids, [
      ...ofAuthors,
      ...Array.from(shown, ([id, name]): NamePair => [name, id]),
      ...namePairs(catalog, kind),
    ])
  }

  /** The id that is meant. */
  find(reference: Reference): Referred {
    const found = this.#names.find(reference)
    if ("id" in found) return found
    if (found.problem === "unknown") {
      const { nearest: guess } = found
      return {
        code: "name_unknown",
        detail: guess === undefined ? String(reference) : `${reference}; did you mean ${guess}?`,
      }
    }
    const more = found.ids.length > IDS_SHOWN_MAX ? ", …" : ""
    return { code: "name_ambiguous", detail: `${found.ids.slice(0, IDS_SHOWN_MAX).join(", ")}${more}; give the id` }
  }
}

/** The items and the loot of a catalog by name. */
export const indexCatalog = (catalog: LinkedCatalog, { items, loot }: CatalogNames) => ({
  items: new PolicyNames(catalog, "item", items),
  loot: new PolicyNames(catalog, "loot", loot),
})

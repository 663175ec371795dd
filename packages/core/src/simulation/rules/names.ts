/** The items and loot that a policy can name: by id, by the name of the lock file, or by the name that is shown. */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import { nearest } from "../../kernel/input/nearest.ts"
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
  dynamic_bundle: "a dynamic bundle is bought by its parts, which no policy can choose",
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
export class NameIndex {
  private readonly ids: ReadonlySet<number>
  private readonly authored: ReadonlyMap<string, number>
  private readonly shown = new Map<string, Array<number>>()

  constructor(ids: ReadonlyMap<number, unknown>, { authored, shown }: NamesOf) {
    this.ids = new Set(ids.keys())
    this.authored = new Map(Object.entries(authored))
    for (const [id, name] of shown) {
      const key = name.toLowerCase()
      const known = this.shown.get(key)
      if (known === undefined) this.shown.set(key, [id])
      else known.push(id)
    }
  }

  /** The id that is meant. */
  find(reference: Reference): Referred {
    const text = String(reference)
    const authored = this.authored.get(text)
    if (authored !== undefined && this.ids.has(authored)) return { id: authored }
    if (/^\d+$/.test(text) && this.ids.has(Number(text))) return { id: Number(text) }
    const found = this.shown.get(text.toLowerCase()) ?? []
    const [only] = found
    if (only !== undefined && found.length === 1) return { id: only }
    if (found.length > 1) {
      const more = found.length > IDS_SHOWN_MAX ? ", …" : ""
      return { code: "name_ambiguous", detail: `${found.slice(0, IDS_SHOWN_MAX).join(", ")}${more}; give the id` }
    }
    const guess = nearest(text, [...this.authored.keys(), ...this.shown.keys()])
    return { code: "name_unknown", detail: guess === undefined ? text : `${text}; did you mean ${guess}?` }
  }
}

/** The items and the loot of a catalog by name. */
export const indexCatalog = (catalog: LinkedCatalog, { items, loot }: CatalogNames) => ({
  items: new NameIndex(catalog.items, items),
  loot: new NameIndex(catalog.loot, loot),
})

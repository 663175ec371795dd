/** Names of items and loot by id, for people who read their ids. */
import { type LinkedCatalog, namesOf } from "@garrison/core/catalog/authoring"

/** Names by id; ids without a name are left out. Loot is called by its vendor, too. */
export interface CatalogNames {
  readonly items: ReadonlyMap<number, string>
  readonly loot: ReadonlyMap<number, string>
  readonly vendors: ReadonlyMap<number, string>
}

const namedAmong = (
  ids: ReadonlyMap<number, unknown>,
  name: (id: number) => string | undefined,
): ReadonlyMap<number, string> =>
  new Map(
    Array.from(ids.keys()).flatMap((id) => {
      const own = name(id)
      return own === undefined ? [] : [[id, own] as const]
    }),
  )

/** The names of a catalog. */
export const catalogNames = (catalog: LinkedCatalog): CatalogNames => {
  const { item, loot, vendor } = namesOf(catalog)
  return {
    items: namedAmong(catalog.items, item),
    loot: namedAmong(catalog.loot, loot),
    vendors: namedAmong(catalog.vendors, vendor),
  }
}

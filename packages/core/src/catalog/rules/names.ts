/**
 * How the entries of a catalog are called where a person reads of them: by name, with the id behind it. A name is no
 * field of the interface; by convention it stands in `custom_data.name`. Loot is called by its vendor, too:
 * `shop/sword`. Every finding, explanation and table names entries by these functions.
 */

/** An entry that may have a name. */
interface Nameable {
  readonly custom_data?: Readonly<Record<string, string>> | undefined
}

/** The name that an entry shows; undefined: it has none. */
export const nameOf = ({ custom_data: data }: Nameable): string | undefined => {
  const name = data?.["name"]
  return name === undefined || name === "" ? undefined : name
}

/** The name of loot within the catalog; undefined: the loot has no name of its own. */
export const lootName = (vendor: string | undefined, loot: string | undefined): string | undefined =>
  vendor === undefined || loot === undefined ? loot : `${vendor}/${loot}`

/** Characters of a name that are shown: `custom_data` may hold any text. */
const SHOWN_LENGTH_MAX = 128

/** An id with the name before it: `shop/sword (1001)`; the id alone where there is no name. */
export const withName = (id: number | string, name: string | undefined): string => {
  if (name === undefined) return String(id)
  return `${name.length > SHOWN_LENGTH_MAX ? `${name.slice(0, SHOWN_LENGTH_MAX)}…` : name} (${id})`
}

/** The names of a catalog by id; undefined: the entry has no name, or is not there. */
export interface CatalogNames {
  readonly item: (itemId: number) => string | undefined
  readonly loot: (lootId: number) => string | undefined
  readonly vendor: (vendorId: number) => string | undefined
}

/** How the parts of a catalog are called in a sentence: `item coins (995)`. */
export interface Labels {
  readonly item: (itemId: number) => string
  readonly loot: (lootId: number) => string
  readonly vendor: (vendorId: number) => string
  /** The id of a price point is the name that its author gave it. */
  readonly price: (guid: string) => string
}

/** Labels with these names. */
export const labelsWith = (names: CatalogNames): Labels => ({
  item: (itemId) => `item ${withName(itemId, names.item(itemId))}`,
  loot: (lootId) => `loot ${withName(lootId, names.loot(lootId))}`,
  vendor: (vendorId) => `vendor ${withName(vendorId, names.vendor(vendorId))}`,
  price: (guid) => `price point ${guid}`,
})

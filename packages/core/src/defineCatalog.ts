/** Catalog documents in code, whose names are types: a name that the document lacks does not compile in an order. */

/** The names that orders may use. */
export interface DocumentNames {
  /** Names of items. */
  readonly item: string
  /** Names of loot. */
  readonly loot: string
}

/** What is read of an entry: the name that it shows in place of its key. */
interface Entry {
  readonly custom_data?: { readonly name?: string; readonly [key: string]: unknown }
  readonly [field: string]: unknown
}

/** What is read of a document. The checker of catalogs reads the rest. */
export interface DocumentInCode {
  readonly items?: Readonly<Record<string, Entry>>
  readonly vendors?: Readonly<Record<string, Entry & { readonly loot?: unknown }>>
  readonly [part: string]: unknown
}

/** The key of an entry, and the name that it shows. */
type Called<Key extends string, One> =
  | Key
  | (One extends { custom_data: { name: infer Name extends string } } ? Name : never)

type ItemsOf<Items> = { [Key in keyof Items & string]: Called<Key, Items[Key]> }[keyof Items & string]

type OfVendor<Vendor extends string, Loot> = {
  [Key in keyof Loot & string]: Called<Key, Loot[Key]> | `${Vendor}/${Called<Key, Loot[Key]>}`
}[keyof Loot & string]

type LootOf<Vendors> = {
  [Key in keyof Vendors & string]: Vendors[Key] extends { loot: infer Loot }
    ? OfVendor<Called<Key, Vendors[Key]>, Loot>
    : never
}[keyof Vendors & string]

/** The names of a document. A part that it does not have has none. */
export interface NamesOf<Document> {
  /** Names of items. */
  readonly item: Document extends { readonly items: infer Items } ? ItemsOf<Items> : never
  /** Names of loot, with and without that of their vendor. */
  readonly loot: Document extends { readonly vendors: infer Vendors } ? LootOf<Vendors> : never
}

/** Names of entries of the catalog that is served, by the ids that an answer mentions. */
export interface NamesBesideIds<Names extends DocumentNames = DocumentNames> {
  /** The names of items. Absent: none is mentioned that has a name. */
  readonly item_names?: Readonly<Record<string, Names["item"]>>
  /** The names of loot, after that of their vendor: `shop/sword`. Absent: none is mentioned that has a name. */
  readonly loot_names?: Readonly<Record<string, Names["loot"]>>
  /** The names of vendors. Absent: none is mentioned that has a name. */
  readonly vendor_names?: Readonly<Record<string, string>>
}

/**
 * A catalog document as it is, typed by its names. `garrison.with` then takes these names alone, and
 * `publishCatalog` checks the document.
 */
export const defineCatalog = <const Document extends DocumentInCode>(document: Document): Document => document

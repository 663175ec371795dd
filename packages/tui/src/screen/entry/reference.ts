/** Entries of the catalog as rows refer to them, and the words for them. */
import type { OperationAnswer } from "../../operation.ts"
import type { Request } from "../../Screen.ts"

/** An entry in a list. */
export type CatalogEntry = OperationAnswer<"catalog.browse">["entries"][number]

/** What an entry is. */
export type EntryKind = CatalogEntry["kind"]

/** A price of an entry. */
export type Price = NonNullable<CatalogEntry["prices"]>[number]

const kinds: Readonly<Record<EntryKind, true>> = {
  item: true,
  vendor: true,
  loot: true,
  price_point: true,
  promotion: true,
}

/** Whether a word is a kind of entries. */
export const isKind = (word: unknown): word is EntryKind => typeof word === "string" && Object.hasOwn(kinds, word)

/** The catalog that is looked at: which version, and whose odds. */
export interface Looking {
  /** undefined: the current one. */
  readonly version: number | undefined
  /** undefined: a player without items. */
  readonly player: string | undefined
}

/** Opens the entry that a row refers to by its `kind` and `id`; undefined: it refers to none. */
export const openOf = (row: Readonly<Record<string, unknown>>, { player, version }: Looking): Request | undefined => {
  const { id, kind } = row
  if (!isKind(kind) || (typeof id !== "string" && typeof id !== "number")) return undefined
  const params = {
    id: String(id),
    kind,
    ...(version !== undefined && { version: String(version) }),
    ...(player !== undefined && { player_uuid: player }),
  }
  return { type: "open", screen: "entry", params }
}

/** A number of a version as a parameter has it; undefined: it is none. */
export const versionIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** An entry by its name, with its id, or by its id alone. undefined: there is no such entry. */
export const called = (
  kind: EntryKind,
  id: number | string | undefined,
  name: string | undefined,
): string | undefined => {
  if (id === undefined) return undefined
  const plain = `${kind.replace("_", " ")} ${String(id)}`
  return name === undefined ? plain : `${name} (${plain})`
}

const priceWords = ({ price, price_item_id: id, price_item_name: name = `item ${String(id)}` }: Price): string =>
  `${String(price)} ${name}`

/** Prices in a few words: the currencies of a tier, one tier after the other. undefined: nothing is asked for it. */
export const pricesWords = (prices: ReadonlyArray<Price> | undefined): string | undefined => {
  if (prices === undefined || prices.length === 0) return undefined
  const tiers = Map.groupBy(prices, ({ quantity }) => quantity)
  return Array.from(tiers, ([quantity, tier]) => {
    const price = tier.map(priceWords).join(" and ")
    return tiers.size === 1 && quantity <= 1 ? price : `from ${String(quantity)}: ${price}`
  }).join("; ")
}

/** What a loot does with its item, or the vendor that it fulfils. undefined: neither, or it is no loot. */
export const givesWords = (entry: CatalogEntry): string | undefined => {
  const { item_id: item, operation, quantity, sub_vendor_id: vendor } = entry
  const thing = called("item", item, entry.item_name)
  if (thing !== undefined) return `${(operation ?? "add").replaceAll("_", " ")} ${String(quantity ?? 1)} × ${thing}`
  const sub = called("vendor", vendor, entry.sub_vendor_name)
  return sub && `fulfil ${sub}`
}

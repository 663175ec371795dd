/** The orders of hosts: those of the interface, whose entries may name loot and items instead of giving their ids. */
import type { OrderEntryInput, OrderForPlayer, OrderInput, PriceCurrency, PurchasePrice } from "./hostTypes.ts"
import type { CatalogReference } from "./catalog/idOfReference.ts"

/** The price of a unit in a currency that is given by name or by id. */
export interface NamedPriceCurrency extends Omit<PriceCurrency, "price_item_id"> {
  /** Item that is paid with, by id. */
  readonly price_item_id?: number | undefined
  /** Item that is paid with, by name or id. */
  readonly price_item?: CatalogReference | undefined
}

/** The price that a purchase expects to pay, with items by name or by id. */
export interface NamedPrice extends Omit<PurchasePrice, "currencies"> {
  /** Item that is paid with, by name or id. Use `currencies`. */
  readonly price_item?: CatalogReference | undefined
  /** Item of the coupon that lowers the price, by name or id. */
  readonly price_coupon_item?: CatalogReference | undefined
  /** Price of one unit, in the one currency that is paid. */
  readonly currencies?: ReadonlyArray<NamedPriceCurrency> | undefined
}

/** An entry that may name what it asks for. A name stands in the field without `_id`: `loot` beside `loot_id`. */
export interface NamedOrderEntry extends Omit<OrderEntryInput, "purchase_price"> {
  /** Loot to fulfil or to buy, by name or id. */
  readonly loot?: CatalogReference | undefined
  /** Item of the record to create, by name or id. */
  readonly item?: CatalogReference | undefined
  /** Loot of a dynamic bundle, by name or id. */
  readonly dynamic_bundle_loot?: ReadonlyArray<CatalogReference> | undefined
  /** Price that a purchase expects to pay. */
  readonly purchase_price?: NamedPrice | undefined
}

/** An order whose entries may name what they ask for. */
export interface NamedOrder extends Omit<OrderInput, "entries"> {
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<NamedOrderEntry>
}

/** An order of a player whose entries may name what they ask for. */
export interface NamedOrderForPlayer extends Omit<OrderForPlayer, "entries"> {
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<NamedOrderEntry>
}

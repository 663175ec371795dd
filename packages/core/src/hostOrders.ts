/**
 * The orders of hosts: those of the interface, whose entries may name loot and items instead of giving their ids. An
 * entry is a union by its type, so that a field which its type does not read does not compile.
 */
import type { CatalogReference } from "./catalog/idOfReference.ts"
import type { DocumentNames } from "./defineCatalog.ts"
import type { OrderEntryInput, OrderForPlayer, OrderInput, PriceCurrency, PurchasePrice } from "./hostTypes.ts"

/** One of two fields: the name or id of what is meant, or its id alone. */
type OneOf<Named extends object, Identified extends object> =
  | (Named & { readonly [Field in keyof Identified]?: undefined })
  | (Identified & { readonly [Field in keyof Named]?: undefined })

/** The price of a unit in a currency that is given by name or by id. */
export interface NamedPriceCurrency<Names extends DocumentNames = DocumentNames> extends Omit<
  PriceCurrency,
  "price_item_id"
> {
  /** Item that is paid with, by id. */
  readonly price_item_id?: number | undefined
  /** Item that is paid with, by name or id. */
  readonly price_item?: CatalogReference<Names["item"]> | undefined
}

/** The price that a purchase expects to pay, with items by name or by id. */
export interface NamedPrice<Names extends DocumentNames = DocumentNames> extends Omit<PurchasePrice, "currencies"> {
  /** Item that is paid with, by name or id. Use `currencies`. */
  readonly price_item?: CatalogReference<Names["item"]> | undefined
  /** Item of the coupon that lowers the price, by name or id. */
  readonly price_coupon_item?: CatalogReference<Names["item"]> | undefined
  /** Price of one unit, in the one currency that is paid. */
  readonly currencies?: ReadonlyArray<NamedPriceCurrency<Names>> | undefined
}

/** Fields of an entry that must be given. */
type Given<Field extends keyof OrderEntryInput> = {
  readonly [Name in Field]-?: Exclude<OrderEntryInput[Name], undefined>
}

/** What an entry of any type may say. */
type Entry = Pick<
  OrderEntryInput,
  "quantity" | "external_tran_id" | "external_item_sku" | "player_portal_event_id" | "use_inventory_bucket"
>

/** The state of the vendor that an entry was made for. */
type OfVendor = Pick<OrderEntryInput, "vendor_etag" | "vendor_version">

type OfLoot<Names extends DocumentNames> = OneOf<
  {
    /** Loot to fulfil or to buy, by name or id. */
    readonly loot: CatalogReference<Names["loot"]>
  },
  Given<"loot_id">
>

type OfItem<Names extends DocumentNames> = OneOf<
  {
    /** Item of the record to create, by name or id. */
    readonly item: CatalogReference<Names["item"]>
  },
  Given<"item_id">
>

/** What is written into a record. */
type OfRecord = Pick<OrderEntryInput, "custom_data" | "expires">

/** The record to update. */
type OfOldRecord = Given<"inventory_id"> | Given<"legacy_inventory_id">

interface Purchase<Names extends DocumentNames> {
  /** Price that a purchase expects to pay. */
  readonly purchase_price?: NamedPrice<Names> | undefined
}

interface Bundle<Names extends DocumentNames> {
  /** Loot of a dynamic bundle, by id. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number> | undefined
  /** Loot of a dynamic bundle, by name or id. */
  readonly dynamic_bundle_loot?: ReadonlyArray<CatalogReference<Names["loot"]>> | undefined
}

/** An entry of some types. */
type Of<Type extends OrderEntryInput["type"], Fields> = Entry & {
  /** Kind of the entry. It decides which other fields there are. */
  readonly type: Type
} & Fields

/** An entry that may name what it asks for. A name stands in the field without `_id`: `loot` beside `loot_id`. */
export type NamedOrderEntry<Names extends DocumentNames = DocumentNames> =
  | Of<"fill_loot" | "fill_loot_single_transient", OfLoot<Names> & OfVendor>
  | Of<"fill_entitled_loot", Partial<OfItem<Names>> & OfVendor & Pick<OrderEntryInput, "inventory_id">>
  | Of<"purchase_loot", OfLoot<Names> & OfVendor & Purchase<Names>>
  | Of<"purchase_dynamic_bundle", OfLoot<Names> & OfVendor & Purchase<Names> & Bundle<Names>>
  | Of<"promotion_code", OfVendor & Given<"external_tran_id">>
  | Of<"create_new_persistent_inventory" | "create_new_transient_inventory", OfItem<Names> & OfRecord>
  | Of<"update_existing_persistent_inventory" | "update_existing_transient_inventory", OfOldRecord & OfRecord>
  | Of<"update_inventory", Given<"inventory_id"> & OfRecord>

/** An order whose entries may name what they ask for. */
export interface NamedOrder<Names extends DocumentNames = DocumentNames> extends Omit<OrderInput, "entries"> {
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<NamedOrderEntry<Names>>
}

/** An order of a player whose entries may name what they ask for. */
export interface NamedOrderForPlayer<Names extends DocumentNames = DocumentNames> extends Omit<
  OrderForPlayer,
  "entries"
> {
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<NamedOrderEntry<Names>>
}

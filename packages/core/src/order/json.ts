/** The JSON of orders as documented types, for hosts without Effect. The fields are those of `schema.ts`. */
import type { InventoryBucket } from "../catalog/schema.ts"
import type { InventoryRecordAnswer } from "../inventory/json.ts"
import type { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "./enumerations.ts"

/** The price of a unit in a currency. */
export interface PriceCurrency {
  /** Item that is paid with. */
  readonly price_item_id: number
  /** How many of it for one unit, as the catalog has it: before a coupon lowers it. */
  readonly price: number
}

/** The price that a purchase expects to pay. */
export interface PurchasePrice {
  /** @deprecated Item that is paid with: use `currencies`. */
  readonly price_item_id?: number
  /** @deprecated How many of it for one unit: use `currencies`. */
  readonly price?: number
  /** Item of the coupon that lowers the price. */
  readonly price_coupon_item_id?: number
  /** Price of one unit, in the one currency that is paid. */
  readonly currencies?: ReadonlyArray<PriceCurrency>
}

/** What an entry of an order asks for. */
export interface OrderEntryInput {
  /** Kind of the entry. It decides which other fields are read. */
  readonly type: EntryType
  /** Loot to fulfil or to buy. */
  readonly loot_id?: number
  /** How many times; in an entry that updates a record, the record's new count. 1 to 1,000,000. */
  readonly quantity: number
  /** @deprecated Version that the vendor must have: use `vendor_etag`. */
  readonly vendor_version?: number | bigint
  /** Etag that the vendor must have; otherwise the entry fails. */
  readonly vendor_etag?: string
  /** Loot of a dynamic bundle. */
  readonly dynamic_bundle_loot_ids?: ReadonlyArray<number>
  /** Price that a purchase expects to pay. */
  readonly purchase_price?: PurchasePrice
  /** Id of the transaction in another system. */
  readonly external_tran_id?: string
  /** Stock keeping unit in another system. */
  readonly external_item_sku?: string
  /** Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform. */
  readonly use_inventory_bucket?: InventoryBucket
  /** Number of the portal's event that this entry answers; a `bigint` beyond 2^53. */
  readonly player_portal_event_id?: number | bigint
  /** UUID of the record to update. */
  readonly inventory_id?: string
  /** Number of the record to update; a `bigint` beyond 2^53. */
  readonly legacy_inventory_id?: number | bigint
  /** Item of the record to create. */
  readonly item_id?: number
  /** End of the record that is created or updated, ISO 8601 with a zone. */
  readonly expires?: string
  /** What to write into the record that is created or updated. */
  readonly custom_data?: Readonly<Record<string, string>>
}

/** An order to submit (interface, section 2.8). */
export interface OrderInput {
  /** What the order asks for, fulfilled in this sequence; at most 100 entries. */
  readonly entries: ReadonlyArray<OrderEntryInput>
  /** True: if an entry fails, all entries are undone. Default false. */
  readonly is_transaction?: boolean
  /** UUID that makes a retry safe: the same order with the same id is fulfilled once, and gets the same answer. */
  readonly client_order_ref_id?: string
  /** Where the order comes from. Default `UNKNOWN`. */
  readonly source?: OrderSource
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
}

/** One of many orders to submit, with its player. */
export interface OrderForPlayer extends OrderInput {
  /** UUID of the player whose order it is. */
  readonly player_uuid: string
}

/** The end of one of many orders: it has either an `order` or an `error`. */
export interface SubmittedOrder {
  /** The order as it is stored. */
  readonly order?: Order
  /** Why the order was not stored: a `GarrisonError`, or an unexpected error as it is. */
  readonly error?: Error
}

/** An inventory session to begin. */
export interface SessionInput {
  /** UUID that makes a retry safe: the same id begins one session, and gets the same answer. */
  readonly client_order_ref_id?: string
}

/** An inventory record before and after an entry changed it. */
export interface InventoryChange {
  /** Item of the record before; absent: the record is new. */
  readonly before_item_id?: number
  /** Item of the record after. */
  readonly after_item_id: number
  /** The record before; absent: it is new. */
  readonly before?: InventoryRecordAnswer
  /** The record after. */
  readonly after: InventoryRecordAnswer
}

/** What an entry asked for, in an order that another order refers to. */
export interface OrderEntryReference extends OrderEntryInput {
  /** Id of the entry. */
  readonly entry_id: string
}

/** Fields of an order that another order refers to. */
export interface OrderReference {
  /** Id of the order. */
  readonly order_id: string
  /** What the order asked for. */
  readonly entries: ReadonlyArray<OrderEntryReference>
  /** Where the order came from. */
  readonly source: OrderSource
  /** UUID that the submitter gave to the order. */
  readonly client_order_ref_id?: string
  /** Number of the platform that the order was submitted from. */
  readonly portal_id?: number
  /** Id of the player's user at that platform. */
  readonly portal_user_id?: string
  /** Id of the game server's instance. */
  readonly instance_id?: string
  /** Id of the match. */
  readonly match_id?: string
  /** Whether a failed entry undoes all others. */
  readonly is_transaction?: boolean
}

/** An effect of an entry. */
export interface OrderEntryDetail {
  /** What this detail reports. It decides which other fields the detail has. */
  readonly type: EntryDetailType
  /** Loot that caused the effect; of `dynamic_bundle_lti`: the part that was chosen. */
  readonly loot_id?: number
  /** Of `inventory_change`: the record before and after. */
  readonly inv_change?: InventoryChange
  /** Of `new_order`: the order that was made. */
  readonly order?: OrderReference
}

/** An entry with its result. */
export interface OrderEntry extends OrderEntryInput {
  /** Id of the entry. */
  readonly entry_id: string
  /** `success`, or why the entry was not fulfilled. */
  readonly result: EntryResult
  /** What the entry did, in sequence. */
  readonly details: ReadonlyArray<OrderEntryDetail>
}

/** A stored order (interface, section 2.8). */
export interface Order extends Omit<OrderReference, "entries"> {
  /** UUID of the player whose order it is. */
  readonly player_uuid: string
  /** When the order was fulfilled, ISO 8601 in UTC. */
  readonly created_time: string
  /** The entries, in the sequence in which they were submitted. */
  readonly entries: ReadonlyArray<OrderEntry>
}

/** A record as it would be. */
export interface QuotedRecord extends Omit<InventoryRecordAnswer, "inventory_id" | "legacy_inventory_id"> {
  /** UUID of the record; absent: the record would be new. */
  readonly inventory_id?: string
  /** Number of the record; a `bigint` beyond 2^53. Absent: the record would be new. */
  readonly legacy_inventory_id?: number | bigint
}

/** An effect that an entry would have. */
export interface QuotedEntryDetail extends Omit<OrderEntryDetail, "inv_change" | "order"> {
  /** Of `inventory_change`: the record before and after. */
  readonly inv_change?: Omit<InventoryChange, "before" | "after"> & {
    /** The record before; absent: it would be new. */
    readonly before?: QuotedRecord
    /** The record after. */
    readonly after: QuotedRecord
  }
  /** Of `new_order`: the order that would be made. */
  readonly order?: NestedQuote
}

/** An entry as it would be fulfilled. */
export interface QuotedEntry extends OrderEntryInput {
  /** Id of the entry, if the order is stored already. */
  readonly entry_id?: string
  /** `success`, or why the entry would not be fulfilled. */
  readonly result?: EntryResult
  /** What the entry would do, in sequence. */
  readonly details?: ReadonlyArray<QuotedEntryDetail>
}

/** An order that another order would make. */
export interface NestedQuote extends Omit<OrderReference, "order_id" | "entries"> {
  /** Id of the order, if it is stored already. */
  readonly order_id?: string
  /** The entries, in their sequence. */
  readonly entries: ReadonlyArray<QuotedEntry>
}

/** What an order would be answered with. It has ids only if the order is stored already. */
export interface OrderQuoteAnswer extends NestedQuote {
  /** UUID of the player whose order it would be. */
  readonly player_uuid: string
  /** The time that the quote is for, ISO 8601 in UTC. */
  readonly created_time: string
}

/** Where a page of orders stands. */
export interface OrderPagePosition {
  /** Time that the page was asked to start at, ISO 8601 in UTC. */
  readonly starting_position?: string
  /** Cursor that asks for the next page; absent: this is the last page. */
  readonly cursor?: string
  /** Whether the page lists the oldest order first or the newest. */
  readonly sort: Sort
  /** How many orders the page holds at most. */
  readonly limit: number
}

/** A page of a player's recent orders. */
export interface OrderPageAnswer {
  /** The orders, in the page's direction. */
  readonly data: ReadonlyArray<Order>
  /** Where the page stands. */
  readonly page: OrderPagePosition
}

/** A part of a player's orders to ask for (interface, section 4.5). */
export interface OrderQuery {
  /** Time of the first order, inclusive: ISO 8601 with a zone, or Unix seconds. Ignored when `cursor` is given. */
  readonly starting_position?: string | number
  /** Cursor of an earlier page. The listing continues after that page, in its direction. */
  readonly cursor?: string
  /** Oldest order first, or newest. Default `asc`. */
  readonly sort?: Sort
  /** How many orders the page holds at most, 1 to 50. Default 10. */
  readonly limit?: number
}

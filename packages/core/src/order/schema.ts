/** Shapes of orders (interface, section 2.8) and of the requests that submit and list them (decisions, section 12). */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { InventoryBucket } from "../catalog/schema.ts"
import { InventoryRecord } from "../inventory/schema.ts"
import {
  ABSENT_COUNTS_AS,
  described,
  Enumeration,
  Flag,
  FlagOrFalse,
  Integer,
  IntegerOf,
  ListOf,
  narrowed,
  Text,
  TextMap,
  TextMapOf,
  TextOf,
  Uuid,
} from "../kernel/input/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Int64, Int64With } from "../kernel/wire/Int64.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "./enumerations.ts"

/** Most entries of one order. */
export const ENTRIES_MAX = 100
/** Longest text in a request: ids of other systems, promotion codes. */
const REQUEST_TEXT_LENGTH_MAX = 256
/**
 * Longest value of `custom_data` in a request, and most keys. More than 20 keys, up to this limit, fail the entry and
 * not the body.
 */
const CUSTOM_DATA_VALUE_LENGTH_MAX = 4096
const CUSTOM_DATA_KEYS_MAX = 100
/** Largest `limit` of a page, and the default (interface, section 8). */
const PAGE_LIMIT_MAX = 50
export const PAGE_LIMIT_DEFAULT = 10

const lowerCased = Uuid.pipe(
  Schema.decodeTo(Schema.String, {
    decode: SchemaGetter.transform((text: string) => text.toLowerCase()),
    encode: SchemaGetter.transform((text: string) => text),
  }),
)

/** The price of a unit in a currency. */
const PriceCurrency = Schema.Struct({
  price_item_id: described(Integer, "Item that is paid with."),
  price: described(Integer, "How many of it for one unit, as the catalog has it: before a coupon lowers it."),
}).annotate({
  identifier: "PriceCurrency",
  description: "The price of a unit in a currency.",
})

/** A price that a purchase may state, in a quote. */
const ExpectedPrice = Schema.Struct({
  price_item_id: described(Integer, "Item that is paid with."),
  price: described(Integer, "How many of it for one unit: what `currencies` of the purchase state."),
  reduced_price: described(
    Schema.optionalKey(Integer),
    "How many of it the player pays for one unit, after owned parts and the coupon of the entry. Absent: as many.",
  ),
}).annotate({ identifier: "ExpectedPrice", description: "A price that a purchase may state." })

/** The prices of which the entry of a quote may state one. */
export const expectedPriceField = {
  price_expected: described(
    Schema.optionalKey(ListOf(ExpectedPrice)),
    "Of a purchase: the prices at this quantity that would match, one for each currency that can be used on the " +
      "platform. A purchase states one of them. Absent: nothing is bought, or the loot has no price now.",
  ),
}

/** The price of a unit that a purchase expects in the catalog, and the coupon that lowers it. */
const PurchasePrice = Schema.Struct({
  price_item_id: described(
    Schema.optionalKey(Integer.annotate({ deprecated: true })),
    "Item that is paid with. Use `currencies`.",
  ),
  price: described(
    Schema.optionalKey(Integer.annotate({ deprecated: true })),
    "How many of it for one unit. Use `currencies`.",
  ),
  price_coupon_item_id: described(Schema.optionalKey(Integer), "Item of the coupon that lowers the price."),
  currencies: described(
    Schema.optionalKey(ListOf(PriceCurrency)),
    "Price of one unit, in the one currency that is paid.",
  ),
}).annotate({ identifier: "PurchasePrice", description: "The price that a purchase expects to pay." })

/** The fields of an entry as it is asked for. */
export const entryRequestFields = {
  type: described(EntryType, "Kind of the entry. It decides which other fields are read."),
  loot_id: described(Schema.optionalKey(Integer), "Loot to fulfil or to buy."),
  quantity: described(
    Integer,
    "How many times, 1 to 1,000,000; in an entry that updates a record, the record's new count, 0 to 2^53-1.",
  ),
  vendor_version: described(
    Schema.optionalKey(Int64With({ deprecated: true })).pipe(Schema.annotateKey({ deprecated: true })),
    "Version that the vendor must have. Use `vendor_etag`.",
  ),
  vendor_etag: described(Schema.optionalKey(Text), "Etag that the vendor must have; otherwise the entry fails."),
  dynamic_bundle_loot_ids: described(Schema.optionalKey(ListOf(Integer)), "Loot of a dynamic bundle."),
  purchase_price: described(
    Schema.optionalKey(PurchasePrice).pipe(Schema.annotateKey({ deprecated: true })),
    "Price that a purchase expects to pay.",
  ),
  external_tran_id: described(Schema.optionalKey(Text), "Id of the transaction in another system."),
  external_item_sku: described(Schema.optionalKey(Text), "Stock keeping unit in another system."),
  use_inventory_bucket: described(
    Schema.optionalKey(InventoryBucket),
    "Bucket for what the entry gives. Default: the loot's bucket, or the bucket of the session's platform.",
  ),
  player_portal_event_id: described(Schema.optionalKey(Int64), "Number of the portal's event that this entry answers."),
  inventory_id: described(Schema.optionalKey(lowerCased), "UUID of the record to update."),
  legacy_inventory_id: described(Schema.optionalKey(Int64), "Number of the record to update."),
  item_id: described(Schema.optionalKey(Integer), "Item of the record to create."),
  expires: described(
    Schema.optionalKey(Timestamp),
    "End of the record that is created or updated, ISO 8601 with a zone.",
  ),
  custom_data: described(Schema.optionalKey(TextMap), "What to write into the record that is created or updated."),
}

/** The request fields of an entry, as in a detail that refers to an order. */
const OrderEntryRequest = Schema.Struct({
  ...entryRequestFields,
  entry_id: described(Text, "Id of the entry."),
}).annotate({
  identifier: "OrderEntryRequest",
  description: "What an entry asked for, in an order that another order refers to.",
})
export type OrderEntryRequest = typeof OrderEntryRequest.Type

const RequestText = TextOf({ maximum: REQUEST_TEXT_LENGTH_MAX })

/** An entry as it is submitted: {@link OrderEntryRequest} with limits on texts, lists and maps. */
export const SubmittedEntry = Schema.Struct({
  ...entryRequestFields,
  vendor_etag: narrowed(entryRequestFields.vendor_etag, Schema.optionalKey(RequestText)),
  dynamic_bundle_loot_ids: narrowed(
    entryRequestFields.dynamic_bundle_loot_ids,
    Schema.optionalKey(ListOf(Integer, ENTRIES_MAX)),
  ),
  purchase_price: narrowed(
    entryRequestFields.purchase_price,
    Schema.optionalKey(
      Schema.Struct({
        ...PurchasePrice.fields,
        price_item_id: narrowed(PurchasePrice.fields.price_item_id, Schema.optionalKey(Integer)),
        price: narrowed(PurchasePrice.fields.price, Schema.optionalKey(Integer)),
        currencies: narrowed(PurchasePrice.fields.currencies, Schema.optionalKey(ListOf(PriceCurrency, ENTRIES_MAX))),
      }).annotate({ deprecated: true }),
    ),
  ),
  external_tran_id: narrowed(entryRequestFields.external_tran_id, Schema.optionalKey(RequestText)),
  external_item_sku: narrowed(entryRequestFields.external_item_sku, Schema.optionalKey(RequestText)),
  custom_data: narrowed(
    entryRequestFields.custom_data,
    Schema.optionalKey(TextMapOf({ valueMaximum: CUSTOM_DATA_VALUE_LENGTH_MAX, keys: CUSTOM_DATA_KEYS_MAX })),
  ),
}).annotate({ identifier: "SubmittedEntry", description: "What an entry of an order asks for." })
export type SubmittedEntry = typeof SubmittedEntry.Type

/**
 * The body that submits an order. `source` absent: CLIENT from a player, UNKNOWN from a server. `is_transaction`
 * absent: false.
 */
export const OrderRequest = Schema.Struct({
  source: Schema.optionalKey(
    OrderSource.annotate({ description: "Absent: CLIENT from a player, UNKNOWN from a server." }),
  ),
  client_order_ref_id: described(
    Schema.optionalKey(lowerCased),
    "UUID that makes a retry safe: the same order with the same id is fulfilled once, and gets the same answer.",
  ),
  instance_id: described(Schema.optionalKey(RequestText), "Id of the game server's instance."),
  match_id: described(Schema.optionalKey(RequestText), "Id of the match."),
  is_transaction: FlagOrFalse("Whether a failed entry undoes all others."),
  entries: described(
    ListOf(SubmittedEntry, ENTRIES_MAX),
    "What the order asks for, fulfilled in this sequence; at most 100 entries.",
  ),
}).annotate({ identifier: "OrderRequest", description: "An order to submit." })
export type OrderRequest = typeof OrderRequest.Type

/** What a quote says of each entry. */
const QUOTE_RESULTS = ["sampled", "expected"] as const

/** The body that quotes an order. */
export const QuoteRequest = Schema.Struct({
  ...OrderRequest.fields,
  results: Schema.optionalKey(
    Enumeration(QUOTE_RESULTS).annotate({
      [ABSENT_COUNTS_AS]: "sampled",
      description: "`sampled`: draws are made. `expected`: the odds of each entry by itself, without any draw.",
    }),
  ),
}).annotate({ identifier: "QuoteRequest" })
export type QuoteRequest = typeof QuoteRequest.Type

/** Most orders of one request. */
export const ORDERS_MAX = 100

/** One of many orders to submit, with its player. */
export const OrderForPlayer = Schema.Struct({
  player_uuid: described(PlayerUuid, "UUID of the player whose order it is."),
  ...OrderRequest.fields,
}).annotate({
  identifier: "OrderForPlayer",
  description: "One of many orders to submit, with its player.",
})

/** The body that submits orders of many players. */
export const OrdersRequest = Schema.Struct({
  orders: described(ListOf(OrderForPlayer, ORDERS_MAX), "The orders, each of any player; at most 100."),
}).annotate({ identifier: "OrdersRequest" })
export type OrdersRequest = typeof OrdersRequest.Type

/** The body that begins an inventory session. */
export const SessionRequest = Schema.Struct({
  client_order_ref_id: Schema.optionalKey(
    lowerCased.annotate({
      description: "Makes a retry safe: the same id begins one session, and gets the same answer for ever.",
    }),
  ),
}).annotate({ identifier: "SessionRequest", description: "An inventory session to begin." })
export type SessionRequest = typeof SessionRequest.Type

/** The fields of an order beside its id and its entries. */
export const orderFields = {
  source: described(OrderSource, "Where the order came from."),
  client_order_ref_id: described(Schema.optionalKey(Uuid), "UUID that the submitter gave to the order."),
  portal_id: described(Schema.optionalKey(Integer), "Number of the platform that the order was submitted from."),
  portal_user_id: described(Schema.optionalKey(Text), "Id of the player's user at that platform."),
  instance_id: described(Schema.optionalKey(Text), "Id of the game server's instance."),
  match_id: described(Schema.optionalKey(Text), "Id of the match."),
  is_transaction: described(Schema.optionalKey(Flag), "Whether a failed entry undoes all others."),
}

/** The order that a `new_order` detail reports. */
const OrderReference = Schema.Struct({
  ...orderFields,
  order_id: described(Text, "Id of the order."),
  entries: described(ListOf(OrderEntryRequest), "What the order asked for."),
}).annotate({ identifier: "OrderReference", description: "Fields of an order that another order refers to." })
export type OrderReference = typeof OrderReference.Type

/** A record before and after a change; `before` absent: the record is new. */
const InventoryChange = Schema.Struct({
  before_item_id: described(Schema.optionalKey(Integer), "Item of the record before; absent: the record is new."),
  after_item_id: described(Integer, "Item of the record after."),
  before: described(Schema.optionalKey(InventoryRecord), "The record before; absent: it is new."),
  after: described(InventoryRecord, "The record after."),
}).annotate({ identifier: "InventoryChange", description: "An inventory record before and after an entry changed it." })

/** An effect of an entry. */
const EntryDetail = Schema.Struct({
  type: described(EntryDetailType, "What this detail reports. It decides which other fields the detail has."),
  loot_id: described(
    Schema.optionalKey(Integer),
    "Loot that caused the effect; of `dynamic_bundle_lti`: the part that was chosen.",
  ),
  inv_change: described(Schema.optionalKey(InventoryChange), "Of `inventory_change`: the record before and after."),
  order: described(Schema.optionalKey(OrderReference), "Of `new_order`: the order that was made."),
}).annotate({ identifier: "EntryDetail", description: "An effect of an entry." })
export type EntryDetail = typeof EntryDetail.Type

/** An entry with its result. */
const OrderEntry = Schema.Struct({
  ...entryRequestFields,
  entry_id: described(Text, "Id of the entry."),
  result: described(EntryResult, "`success`, or why the entry was not fulfilled."),
  details: described(ListOf(EntryDetail).annotate({ default: [] }), "What the entry did, in sequence."),
}).annotate({ identifier: "OrderEntry", description: "An entry with its result." })
export type OrderEntry = typeof OrderEntry.Type

/** A stored order. */
export const PlayerOrder = Schema.Struct({
  ...orderFields,
  order_id: described(Text, "Id of the order."),
  player_uuid: described(PlayerUuid, "UUID of the player whose order it is."),
  created_time: described(Timestamp, "When the order was fulfilled, ISO 8601 in UTC."),
  entries: described(ListOf(OrderEntry), "The entries, in the sequence in which they were submitted."),
}).annotate({ identifier: "PlayerOrder", description: "A stored order." })
export type PlayerOrder = typeof PlayerOrder.Type

/** `limit` of a page, 1 to 50. */
export const PageLimit = IntegerOf({ minimum: 1, maximum: PAGE_LIMIT_MAX })

/** Position of a page: the parameters of its request, and the cursor of the next page (absent: this is the last). */
export const Page = Schema.Struct({
  starting_position: described(
    Schema.optionalKey(Timestamp),
    "Time that the page was asked to start at, ISO 8601 in UTC.",
  ),
  cursor: described(Schema.optionalKey(Text), "Cursor that asks for the next page; absent: this is the last page."),
  sort: described(Sort, "Whether the page lists the oldest order first or the newest."),
  limit: described(PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT }), "How many orders the page holds at most."),
}).annotate({ identifier: "Page", description: "Where a page of orders stands." })
export type Page = typeof Page.Type

/** The player order page. */
export const PlayerOrderPage = Schema.Struct({
  data: described(ListOf(PlayerOrder).annotate({ default: [] }), "The orders, in the page's direction."),
  page: described(Page, "Where the page stands."),
}).annotate({ identifier: "PlayerOrderPage", description: "A page of a player's recent orders." })
export type PlayerOrderPage = typeof PlayerOrderPage.Type

/**
 * The parameters of a page (interface, section 4.5). With a cursor, `starting_position` is ignored, and the listing
 * continues in the cursor's direction. `sort` absent without a cursor: asc.
 */
export interface OrderPageRequest {
  /** Inclusive time of the first order. */
  readonly starting_position?: Timestamp | undefined
  readonly cursor?: string | undefined
  readonly sort?: Sort | undefined
  /** Absent: 10. */
  readonly limit?: number | undefined
}

/** A page. Each order is the text that was encoded when the order was stored; {@link Page} encodes `page`. */
export interface OrderPageParts {
  readonly wires: ReadonlyArray<WireJson>
  readonly page: Page
}

/** Shapes of orders (interface, section 2.8) and of the requests that submit and list them (decisions, section 12). */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { InventoryBucket } from "../catalog/schema.ts"
import { InventoryRecord } from "../inventory/schema.ts"
import {
  ABSENT_COUNTS_AS,
  Enumeration,
  Flag,
  FlagOrFalse,
  Integer,
  IntegerOf,
  ListOf,
  Text,
  TextMap,
  TextMapOf,
  TextOf,
  Uuid,
} from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"
import { Int64, Int64With } from "../kernel/Int64.ts"
import { Timestamp } from "../kernel/Timestamp.ts"
import type { WireJson } from "../kernel/WireJson.ts"
import { EntryDetailType, EntryResult, EntryType, OrderSource, Sort } from "./enumerations.ts"

/** Most entries of one order. */
const ENTRIES_MAX = 100
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
const PriceCurrency = Schema.Struct({ price_item_id: Integer, price: Integer }).annotate({
  identifier: "PriceCurrency",
})

/** The price of a unit that a purchase expects in the catalog, and the coupon that lowers it. */
const PurchasePrice = Schema.Struct({
  /** Deprecated: use `currencies`. */
  price_item_id: Schema.optionalKey(Integer.annotate({ deprecated: true })),
  /** Deprecated: use `currencies`. */
  price: Schema.optionalKey(Integer.annotate({ deprecated: true })),
  price_coupon_item_id: Schema.optionalKey(Integer),
  currencies: Schema.optionalKey(ListOf(PriceCurrency)),
}).annotate({ identifier: "PurchasePrice" })

/** The fields of an entry as it is asked for. */
export const entryRequestFields = {
  type: EntryType,
  loot_id: Schema.optionalKey(Integer),
  quantity: Integer,
  /** Legacy: use `vendor_etag`. */
  vendor_version: Schema.optionalKey(Int64With({ deprecated: true })),
  /** The fulfilment fails if this is not the vendor's etag. */
  vendor_etag: Schema.optionalKey(Text),
  dynamic_bundle_loot_ids: Schema.optionalKey(ListOf(Integer)),
  /** Deprecated in the interface, which has no other way to state a price. */
  purchase_price: Schema.optionalKey(PurchasePrice).pipe(Schema.annotateKey({ deprecated: true })),
  external_tran_id: Schema.optionalKey(Text),
  external_item_sku: Schema.optionalKey(Text),
  use_inventory_bucket: Schema.optionalKey(InventoryBucket),
  player_portal_event_id: Schema.optionalKey(Int64),
  inventory_id: Schema.optionalKey(lowerCased),
  legacy_inventory_id: Schema.optionalKey(Int64),
  item_id: Schema.optionalKey(Integer),
  expires: Schema.optionalKey(Timestamp),
  custom_data: Schema.optionalKey(TextMap),
}

/** The request fields of an entry, as in a detail that refers to an order. */
const OrderEntryRequest = Schema.Struct({ ...entryRequestFields, entry_id: Text }).annotate({
  identifier: "OrderEntryRequest",
})
export type OrderEntryRequest = typeof OrderEntryRequest.Type

const RequestText = TextOf({ maximum: REQUEST_TEXT_LENGTH_MAX })

/** An entry as it is submitted: {@link OrderEntryRequest} with limits on texts, lists and maps. */
export const SubmittedEntry = Schema.Struct({
  ...entryRequestFields,
  vendor_etag: Schema.optionalKey(RequestText),
  dynamic_bundle_loot_ids: Schema.optionalKey(ListOf(Integer, ENTRIES_MAX)),
  purchase_price: Schema.optionalKey(
    Schema.Struct({
      ...PurchasePrice.fields,
      price_item_id: Schema.optionalKey(Integer),
      price: Schema.optionalKey(Integer),
      currencies: Schema.optionalKey(ListOf(PriceCurrency, ENTRIES_MAX)),
    }).annotate({ deprecated: true }),
  ),
  external_tran_id: Schema.optionalKey(RequestText),
  external_item_sku: Schema.optionalKey(RequestText),
  custom_data: Schema.optionalKey(
    TextMapOf({ valueMaximum: CUSTOM_DATA_VALUE_LENGTH_MAX, keys: CUSTOM_DATA_KEYS_MAX }),
  ),
}).annotate({ identifier: "SubmittedEntry" })
export type SubmittedEntry = typeof SubmittedEntry.Type

/**
 * The body that submits an order. `source` absent: CLIENT from a player, UNKNOWN from a server. `is_transaction`
 * absent: false.
 */
export const OrderRequest = Schema.Struct({
  source: Schema.optionalKey(
    OrderSource.annotate({ description: "Absent: CLIENT from a player, UNKNOWN from a server." }),
  ),
  client_order_ref_id: Schema.optionalKey(lowerCased),
  instance_id: Schema.optionalKey(RequestText),
  match_id: Schema.optionalKey(RequestText),
  is_transaction: FlagOrFalse("Whether a failed entry undoes all others."),
  entries: ListOf(SubmittedEntry, ENTRIES_MAX),
}).annotate({ identifier: "OrderRequest" })
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
export const OrderForPlayer = Schema.Struct({ player_uuid: PlayerUuid, ...OrderRequest.fields }).annotate({
  identifier: "OrderForPlayer",
})

/** The body that submits orders of many players. */
export const OrdersRequest = Schema.Struct({
  orders: ListOf(OrderForPlayer, ORDERS_MAX),
}).annotate({ identifier: "OrdersRequest" })
export type OrdersRequest = typeof OrdersRequest.Type

/** The body that begins an inventory session. */
export const SessionRequest = Schema.Struct({
  client_order_ref_id: Schema.optionalKey(
    lowerCased.annotate({
      description: "Makes a retry safe: the same id begins one session, and gets the same answer for ever.",
    }),
  ),
}).annotate({ identifier: "SessionRequest" })
export type SessionRequest = typeof SessionRequest.Type

/** The fields of an order beside its id and its entries. */
export const orderFields = {
  source: OrderSource,
  client_order_ref_id: Schema.optionalKey(Uuid),
  portal_id: Schema.optionalKey(Integer),
  portal_user_id: Schema.optionalKey(Text),
  instance_id: Schema.optionalKey(Text),
  match_id: Schema.optionalKey(Text),
  is_transaction: Schema.optionalKey(Flag),
}

/** The order that a `new_order` detail reports. */
const OrderReference = Schema.Struct({
  ...orderFields,
  order_id: Text,
  entries: ListOf(OrderEntryRequest),
}).annotate({ identifier: "OrderReference" })
export type OrderReference = typeof OrderReference.Type

/** A record before and after a change; `before` absent: the record is new. */
const InventoryChange = Schema.Struct({
  before_item_id: Schema.optionalKey(Integer),
  after_item_id: Integer,
  before: Schema.optionalKey(InventoryRecord),
  after: InventoryRecord,
}).annotate({ identifier: "InventoryChange" })

/** An effect of an entry. */
const EntryDetail = Schema.Struct({
  type: EntryDetailType,
  loot_id: Schema.optionalKey(Integer),
  inv_change: Schema.optionalKey(InventoryChange),
  order: Schema.optionalKey(OrderReference),
}).annotate({ identifier: "EntryDetail" })
export type EntryDetail = typeof EntryDetail.Type

/** An entry with its result. */
const OrderEntry = Schema.Struct({
  ...entryRequestFields,
  entry_id: Text,
  result: EntryResult,
  details: ListOf(EntryDetail).annotate({ default: [] }),
}).annotate({ identifier: "OrderEntry" })
export type OrderEntry = typeof OrderEntry.Type

/** A stored order. */
export const PlayerOrder = Schema.Struct({
  ...orderFields,
  order_id: Text,
  player_uuid: PlayerUuid,
  created_time: Timestamp,
  entries: ListOf(OrderEntry),
}).annotate({ identifier: "PlayerOrder" })
export type PlayerOrder = typeof PlayerOrder.Type

/** `limit` of a page, 1 to 50. */
export const PageLimit = IntegerOf({ minimum: 1, maximum: PAGE_LIMIT_MAX })

/** Position of a page: the parameters of its request, and the cursor of the next page (absent: this is the last). */
export const Page = Schema.Struct({
  starting_position: Schema.optionalKey(Timestamp),
  cursor: Schema.optionalKey(Text),
  sort: Sort,
  limit: PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT }),
}).annotate({ identifier: "Page" })
export type Page = typeof Page.Type

/** The player order page. */
export const PlayerOrderPage = Schema.Struct({
  data: ListOf(PlayerOrder).annotate({ default: [] }),
  page: Page,
}).annotate({ identifier: "PlayerOrderPage" })
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

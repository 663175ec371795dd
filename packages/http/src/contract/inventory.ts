/** The catalog, inventories and orders. */
import { findPricePoint } from "@garrison/core/catalog/operations/findPricePoint"
import { findVendor } from "@garrison/core/catalog/operations/findVendor"
import { listPricePoints } from "@garrison/core/catalog/operations/listPricePoints"
import { listVendorEtags } from "@garrison/core/catalog/operations/listVendorEtags"
import { readCatalog } from "@garrison/core/catalog/operations/readCatalog"
import { listInventory } from "@garrison/core/inventory/operations/listInventory"
import { listLevels } from "@garrison/core/inventory/operations/listLevels"
import { described, IntegerOf, ListOf } from "@garrison/core/kernel/input/Field"
import { TimestampOrUnixText } from "@garrison/core/kernel/time/Timestamp"
import { showOdds } from "@garrison/core/odds/operations/showOdds"
import { value } from "@garrison/core/operation/answer"
import { GOBLIN, goblinOrder, caller, DAILY_REWARD, ownQuote } from "@garrison/core/operation/examples"
import { beginSession } from "@garrison/core/order/operations/beginSession"
import { explainOrder } from "@garrison/core/order/operations/explainOrder"
import { findOrder } from "@garrison/core/order/operations/findOrder"
import { listOrders } from "@garrison/core/order/operations/listOrders"
import { quoteOrder } from "@garrison/core/odds/operations/quoteOrder"
import { submitOrder } from "@garrison/core/order/operations/submitOrder"
import { submitOrders } from "@garrison/core/order/operations/submitOrders"
import { OrderRequest, OrdersRequest, PlayerOrder, QuoteRequest, SessionRequest } from "@garrison/core/order/schema"
import * as Schema from "effect/Schema"
import { area } from "./area.ts"
import { ErrorBody } from "./refusals.ts"
import { route } from "./route.ts"
import { inCodings, revalidated, content, written } from "./success.ts"

/** What became of one of the orders: the order, or why it was refused. */
const SubmittedOrder = Schema.Struct({
  status: IntegerOf({ minimum: 200, maximum: 599 }).annotate({
    description: "The status that `submitOrder` would have answered with.",
  }),
  order: Schema.optionalKey(PlayerOrder),
  error: Schema.optionalKey(ErrorBody),
}).annotate({
  identifier: "SubmittedOrder",
  description: "One of the orders, in the sequence of the request: `order` if `status` is 200, else `error`.",
})

/** Other faces take any text, and find no order by it. */
const orderId = { order_id: findOrder.input.order_id }

/** They are under `/inventory/v1`. */
export const inventory = area("inventory", "The catalog, orders for what is in it, and what players own.", {
  vendors: route("GET /inventory/v1/catalog/vendor", readCatalog, {
    who: "any remembered",
    lane: "memory",
    description:
      `${readCatalog.sentence} Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each form has ` +
      "its own ETag. The ETag of the plain form is the collection's in quotes, that of a compressed form has " +
      '"-gzip", "-br" or "-zstd" before the closing quote.',
    success: inCodings(readCatalog.answer),
  }),
  vendor: route("GET /inventory/v1/catalog/vendor/:vendor_id", findVendor, {
    who: "any remembered",
    lane: "memory",
    description:
      "The same bytes that the vendor has in the collection. A client with an older collection asks `vendorEtags` " +
      "which vendors have another etag now, and fetches these. The ETag is `cache_info.etag` of the vendor in quotes, " +
      'with "-gzip", "-br" or "-zstd" before the closing quote in a compressed form.',
    success: inCodings(findVendor.answer),
  }),
  vendorEtags: route("GET /inventory/v1/catalog/etag", listVendorEtags, {
    who: "any remembered",
    lane: "memory",
    description: `${listVendorEtags.sentence} It is also the ETag here.`,
    success: inCodings(listVendorEtags.answer),
  }),
  pricePoints: route("GET /inventory/v1/catalog/price-point", listPricePoints, {
    who: "any remembered",
    lane: "memory",
    description:
      `${listPricePoints.sentence} Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each form ` +
      "has its own ETag, as the vendor list has.",
    success: inCodings(listPricePoints.answer),
  }),
  pricePoint: route("GET /inventory/v1/catalog/price-point/:price_point_guid", findPricePoint, {
    who: "any remembered",
    lane: "memory",
    description:
      "The same bytes that the price point has in the list of all. The ETag is its `cache_info.etag` in quotes, with " +
      '"-gzip", "-br" or "-zstd" before the closing quote in a compressed form.',
    success: inCodings(findPricePoint.answer),
  }),
  lootOdds: route("GET /inventory/v1/catalog/loot/:loot_id/odds?quantity&owning&xp", showOdds, {
    who: "any remembered",
    lane: "memory",
    success: revalidated(showOdds.answer),
  }),
  ownInventory: route("GET /inventory/v1/player/me/inventory?cursor&limit", listInventory, {
    who: "own remembered",
    summary: "What the caller owns",
    success: revalidated(listInventory.answer),
  }),
  playerInventory: route("GET /inventory/v1/player/uuid/:player_uuid/inventory?cursor&limit", listInventory, {
    who: "any remembered",
    success: revalidated(listInventory.answer),
  }),
  orderPage: route("GET /inventory/v1/player/me/order?starting_position&cursor&sort&limit", listOrders, {
    who: "own remembered",
    summary: "The caller's recent orders",
    deprecated: true,
    fields: {
      starting_position: Schema.optionalKey(
        described(
          TimestampOrUnixText,
          "Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given.",
        ),
      ),
    },
    ignored: { starting_position: "cursor" },
  }),
  submitOwnOrder: route("POST /inventory/v1/player/me/order", submitOrder, {
    who: "own remembered",
    body: { schema: OrderRequest },
  }),
  submitOrder: route("POST /inventory/v1/player/uuid/:player_uuid/order", submitOrder, {
    who: "any remembered",
    summary: "Submit an order for a player",
    body: { schema: OrderRequest },
    example: {
      request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }] },
      answer: goblinOrder,
    },
  }),
  submitOrders: route("POST /inventory/v1/order", submitOrders, {
    who: "machine remembered",
    body: { schema: OrdersRequest, bytesMax: 1024 * 1024 },
    success: written(
      content(
        value(
          Schema.Struct({
            orders: described(ListOf(SubmittedOrder), "What became of each order, in the sequence of the request."),
          }).annotate({ identifier: "SubmittedOrders" }),
        ),
      ),
    ),
    example: {
      request: {
        orders: [
          {
            player_uuid: caller,
            client_order_ref_id: "3b7d2f0a-1c55-4f0e-9a44-5e8c7d6b2a10",
            source: "REWARDS",
            entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }],
          },
        ],
      },
      answer: { orders: [{ status: 200, order: goblinOrder }] },
    },
  }),
  quoteOwnOrder: route("POST /inventory/v1/player/me/order/quote", quoteOrder, {
    who: "own remembered",
    body: { schema: QuoteRequest },
  }),
  quoteOrder: route("POST /inventory/v1/player/uuid/:player_uuid/order/quote", quoteOrder, {
    who: "any remembered",
    summary: "What an order for a player would do",
    body: { schema: QuoteRequest },
    example: {
      request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] },
      answer: ownQuote,
    },
  }),
  ownOrder: route("GET /inventory/v1/player/me/order/:order_id", findOrder, {
    who: "own remembered",
    summary: "One order of the caller",
  }),
  playerOrder: route("GET /inventory/v1/player/uuid/:player_uuid/order/:order_id", findOrder, {
    who: "any remembered",
    summary: "One order of a player",
    example: { answer: goblinOrder },
  }),
  explainOwnOrder: route("GET /inventory/v1/player/me/order/:order_id/explain", explainOrder, {
    who: "own remembered",
    fields: orderId,
  }),
  explainOrder: route("GET /inventory/v1/player/uuid/:player_uuid/order/:order_id/explain", explainOrder, {
    who: "any remembered",
    fields: orderId,
    summary: "How an order of a player came about",
  }),
  startSession: route("POST /inventory/v1/player/me/session", beginSession, {
    who: "own remembered",
    body: { schema: SessionRequest, required: false },
  }),
  ownLevels: route("GET /inventory/v1/player/me/levels", listLevels, {
    who: "own remembered",
    summary: "The caller's levels",
    fixed: { of_session: true },
    success: revalidated(listLevels.answer),
  }),
  playerLevels: route("GET /inventory/v1/player/uuid/:player_uuid/levels", listLevels, {
    who: "any remembered",
    success: revalidated(listLevels.answer),
  }),
})

/** The catalog and orders (interface, sections 4.5 and 4.6; decisions, sections 10 and 12). */
import { VendorCollection } from "@garrison/core/catalog/schema"
import { Text } from "@garrison/core/kernel/Field"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Timestamp } from "@garrison/core/kernel/Timestamp"
import { Sort } from "@garrison/core/order/enumerations"
import { OrderRequest, PAGE_LIMIT_DEFAULT, PageLimit, PlayerOrder, PlayerOrderPage } from "@garrison/core/order/schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { authenticationCodes } from "./authentication.ts"
import { conditionalHeaders, etagHeader } from "./headers.ts"
import { refusals, refusalsWithBody } from "./responses.ts"

/** What `orderPage` is asked for with. */
export const orderPageQuery = {
  starting_position: Schema.optionalKey(
    Timestamp.annotate({ description: "Inclusive time of the first order. Ignored when a cursor is given." }),
  ),
  cursor: Schema.optionalKey(Text.annotate({ description: "Opaque: `page.cursor` of the page before." })),
  sort: Schema.optionalKey(Sort.annotate({ default: "asc", description: "By the time of the orders." })),
  limit: Schema.optionalKey(
    PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT, description: "How many orders the page holds at most." }),
  ),
}

/** The path of `submitOrder`. */
export const buyerParams = { player_uuid: PlayerUuid }

const vendors = HttpApiEndpoint.get("vendors", "/inventory/v1/catalog/vendor", {
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(VendorCollection.annotate({ identifier: "VendorCollection" }), etagHeader),
  error: refusals({ 403: authenticationCodes, 404: ["resource_not_found"] }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "vendors",
    summary: "All vendors with their loot and items",
    description:
      "The published catalog version. Sent as it is or compressed with gzip, br or zstd, as Accept-Encoding asks; each " +
      "form has its own ETag.",
  }),
)

const orderPage = HttpApiEndpoint.get("orderPage", "/inventory/v1/player/me/order", {
  query: orderPageQuery,
  success: PlayerOrderPage.annotate({ identifier: "OrderPage" }),
  error: refusals({ 403: authenticationCodes }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "orderPage",
    summary: "The caller's recent orders",
    description: "An empty page means that there were no recent orders. `page.cursor` is absent on the last page.",
    deprecated: true,
  }),
)

const submission = {
  payload: OrderRequest,
  success: PlayerOrder,
  error: refusalsWithBody({
    403: authenticationCodes,
    404: ["resource_not_found"],
    409: ["order_ref_conflict"],
  }),
}

const submitOwnOrder = HttpApiEndpoint.post(
  "submitOwnOrder",
  "/inventory/v1/player/me/order",
  submission,
).annotateMerge(
  OpenApi.annotations({
    identifier: "submitOwnOrder",
    summary: "Submit an order",
    description:
      "Fulfils the entries and answers with their results. The same client_order_ref_id with the same body answers with " +
      "the first order for ever; with another body it is refused. A player may submit source CLIENT only.",
  }),
)

const submitOrder = HttpApiEndpoint.post("submitOrder", "/inventory/v1/player/uuid/:player_uuid/order", {
  ...submission,
  params: buyerParams,
}).annotateMerge(
  OpenApi.annotations({
    identifier: "submitOrder",
    summary: "Submit an order for a player",
    description: "As `submitOwnOrder`, for any player and from any source.",
  }),
)

/** The operations under `/inventory/v1`. */
export const inventory = HttpApiGroup.make("inventory")
  .add(vendors, orderPage, submitOwnOrder, submitOrder)
  .annotateMerge(OpenApi.annotations({ title: "inventory", description: "The catalog, and orders for what is in it." }))

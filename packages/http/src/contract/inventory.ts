/** The catalog, inventories and orders (interface, sections 4.5 and 4.6; decisions, sections 10, 11 and 12). */
import { VendorCollection } from "@garrison/core/catalog/schema"
import { INVENTORY_LIMIT_DEFAULT, InventoryLimit, InventoryPage } from "@garrison/core/inventory/schema"
import { Text } from "@garrison/core/kernel/Field"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { TimestampOrUnixText } from "@garrison/core/kernel/Timestamp"
import { Sort } from "@garrison/core/order/enumerations"
import { OrderRequest, PAGE_LIMIT_DEFAULT, PageLimit, PlayerOrder, PlayerOrderPage } from "@garrison/core/order/schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { authenticationCodes } from "./authentication.ts"
import { conditionalHeaders, etagHeader } from "./headers.ts"
import { conditionalRefusals, refusals, refusalsWithBody } from "./responses.ts"

/** What `orderPage` is asked for with. */
export const orderPageQuery = {
  starting_position: Schema.optionalKey(
    TimestampOrUnixText.annotate({
      description: "Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given.",
    }),
  ),
  cursor: Schema.optionalKey(Text.annotate({ description: "Opaque: `page.cursor` of the page before." })),
  sort: Schema.optionalKey(Sort.annotate({ default: "asc", description: "By the time of the orders." })),
  limit: Schema.optionalKey(
    PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT, description: "How many orders the page holds at most." }),
  ),
}

/** What `ownInventory` and `playerInventory` are asked for with. */
export const inventoryQuery = {
  cursor: Schema.optionalKey(Text.annotate({ description: "Opaque: `page.cursor` of the page before." })),
  limit: Schema.optionalKey(
    InventoryLimit.annotate({
      default: INVENTORY_LIMIT_DEFAULT,
      description: "How many records the page holds at most.",
    }),
  ),
}

/** The path of `playerInventory`. */
export const ownerParams = { player_uuid: PlayerUuid }

/** The path of `submitOrder`. */
export const buyerParams = { player_uuid: PlayerUuid }

const vendors = HttpApiEndpoint.get("vendors", "/inventory/v1/catalog/vendor", {
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(VendorCollection.annotate({ identifier: "VendorCollection" }), etagHeader),
  error: refusals({ 403: authenticationCodes, 404: ["resource_not_found"], ...conditionalRefusals }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "vendors",
    summary: "All vendors with their loot and items",
    description:
      "The published catalog version, with the values that count where its author wrote none. Sent as it is or " +
      "compressed with gzip, br or zstd, as Accept-Encoding asks; each form has its own ETag. " +
      "`cache_info.etag` can be recomputed: take the resource without `cache_info`, put the etag of each child in its " +
      "place (`item` of a loot, each `loot` of a vendor, each vendor of the collection), write that as canonical JSON " +
      "(RFC 8785), and take the SHA-256 of its UTF-8 bytes in base64url. The ETag of the plain form is the " +
      'collection\'s in quotes, that of a compressed form has "-gzip", "-br" or "-zstd" before the closing quote.',
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

const listing = {
  query: inventoryQuery,
  headers: conditionalHeaders,
  success: HttpApiSchema.WithHeaders(InventoryPage, etagHeader),
  error: refusals({ 403: authenticationCodes, 404: ["resource_not_found"], ...conditionalRefusals }),
}

const ownInventory = HttpApiEndpoint.get("ownInventory", "/inventory/v1/player/me/inventory", listing).annotateMerge(
  OpenApi.annotations({
    identifier: "ownInventory",
    summary: "What the caller owns",
    description:
      "Records that have not expired, by item, and one `always_owned` record for each item that the catalog gives to " +
      "every player. `page.cursor` is absent on the last page; a page may hold fewer records than asked for and still " +
      "have one. Changes of the inventory make no gap and no duplicate among records that are there throughout.",
  }),
)

const playerInventory = HttpApiEndpoint.get("playerInventory", "/inventory/v1/player/uuid/:player_uuid/inventory", {
  ...listing,
  params: ownerParams,
}).annotateMerge(
  OpenApi.annotations({
    identifier: "playerInventory",
    summary: "What a player owns",
    description: "As `ownInventory`, for any player.",
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
  .add(vendors, ownInventory, playerInventory, orderPage, submitOwnOrder, submitOrder)
  .annotateMerge(
    OpenApi.annotations({
      title: "inventory",
      description: "The catalog, orders for what is in it, and what players own.",
    }),
  )

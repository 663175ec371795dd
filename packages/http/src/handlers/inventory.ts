/** The catalog, inventories and orders over HTTP (interface, sections 4.5 and 4.6; decisions, sections 10 to 12). */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { Inventories } from "@garrison/core/inventory/Inventories"
import { Orders } from "@garrison/core/order/Orders"
import * as Effect from "effect/Effect"
import { type Handler, withCheck } from "../request/Handler.ts"
import { Representations } from "./Representations.ts"

/** All vendors, in the form that the client prefers, encoded once per catalog version. */
const vendors = Effect.map(Catalogs, (catalogs): Handler<"vendors"> => {
  let latest: { readonly catalog: LoadedCatalog; readonly forms: Representations } | undefined
  const formsOf = (catalog: LoadedCatalog): Representations => {
    if (latest?.catalog !== catalog) {
      const { body, etag } = catalog
      latest = {
        catalog,
        forms: new Representations({ body: Buffer.from(body), etag, contentType: "application/json" }),
      }
    }
    return latest.forms
  }
  return (_, request) => Effect.flatMap(catalogs.current, (catalog) => formsOf(catalog).answer(request))
})

const nothing = Effect.succeed([])

/** What the caller owns. */
const ownInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"ownInventory">(
    ({ query: { cursor } }, { caller }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(caller.subject, cursor),
    ({ query }, { caller }) => inventories.page(caller.subject, query),
  ),
)

/** What a player owns. */
const playerInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"playerInventory">(
    ({ params, query: { cursor } }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(params.player_uuid, cursor),
    ({ params, query }) => inventories.page(params.player_uuid, query),
  ),
)

/** The page of the caller. Each order is sent as it was encoded when it was stored. */
const orderPage = Effect.map(Orders, (orders) =>
  withCheck<"orderPage">(
    ({ query: { cursor, sort } }, { caller }) =>
      cursor === undefined ? nothing : orders.inspectCursor(caller.subject, cursor, sort),
    ({ query }, { caller }) =>
      Effect.map(orders.page(caller.subject, query), ({ page, wires }) => ({ data: wires, page })),
  ),
)

/** Submits an order of the caller. */
const submitOwnOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOwnOrder"> =>
    ({ body }, request) =>
      Effect.map(orders.submit(request.caller.subject, body, request.caller), ({ wire }) => wire),
)

/** Submits an order for a player. */
const submitOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOrder"> =>
    ({ body, params }, request) =>
      Effect.map(orders.submit(params.player_uuid, body, request.caller), ({ wire }) => wire),
)

/** The handlers of this area. */
export const inventory = { vendors, ownInventory, playerInventory, orderPage, submitOwnOrder, submitOrder }

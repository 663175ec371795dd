/** The catalog, inventories and orders over HTTP (interface, sections 4.5 and 4.6; decisions, sections 10 to 12). */
import { Catalogs, type LoadedCatalog } from "@garrison/core/catalog/Catalogs"
import { Inventories } from "@garrison/core/inventory/Inventories"
import { encodeInventoryPage } from "@garrison/core/inventory/rules/page"
import type { InventoryPageRequest } from "@garrison/core/inventory/schema"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { Orders } from "@garrison/core/order/Orders"
import type { OrderPageParts } from "@garrison/core/order/schema"
import * as Effect from "effect/Effect"
import { CACHE, json } from "../request/Answer.ts"
import { type Handler, withCheck } from "../request/Handler.ts"
import type { Request } from "../request/Request.ts"
import { conditional } from "./conditional.ts"
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

const show = (inventories: Inventories["Service"], player: PlayerUuid, query: InventoryPageRequest, request: Request) =>
  Effect.map(inventories.page(player, query), (page) => conditional(request, encodeInventoryPage(page), CACHE.personal))

/** What the caller owns. */
const ownInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"ownInventory">(
    ({ query: { cursor } }, { caller }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(caller.subject, cursor),
    ({ query }, request) => show(inventories, request.caller.subject, query, request),
  ),
)

/** What a player owns. */
const playerInventory = Effect.map(Inventories, (inventories) =>
  withCheck<"playerInventory">(
    ({ params, query: { cursor } }) =>
      cursor === undefined ? nothing : inventories.inspectCursor(params.player_uuid, cursor),
    ({ params, query }, request) => show(inventories, params.player_uuid, query, request),
  ),
)

const encodePage = ({ page, wires }: OrderPageParts): string => {
  const { cursor, limit, sort, starting_position: from } = page
  const position = JSON.stringify({
    starting_position: from === undefined ? undefined : formatTimestamp(from),
    cursor,
    sort,
    limit,
  })
  return `{"data":[${wires.join()}],"page":${position}}`
}

/** The page of the caller. Each order is sent as it was encoded when it was stored. */
const orderPage = Effect.map(Orders, (orders) =>
  withCheck<"orderPage">(
    ({ query: { cursor, sort } }, { caller }) =>
      cursor === undefined ? nothing : orders.inspectCursor(caller.subject, cursor, sort),
    ({ query }, request) =>
      Effect.map(orders.page(request.caller.subject, query), (parts) => json(200, encodePage(parts))),
  ),
)

/** Submits an order of the caller. */
const submitOwnOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOwnOrder"> =>
    ({ body }, request) =>
      Effect.map(orders.submit(request.caller.subject, body, request.caller), ({ wire }) => json(200, wire)),
)

/** Submits an order for a player. */
const submitOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOrder"> =>
    ({ body, params }, request) =>
      Effect.map(orders.submit(params.player_uuid, body, request.caller), ({ wire }) => json(200, wire)),
)

/** The handlers of this area. */
export const inventory = { vendors, ownInventory, playerInventory, orderPage, submitOwnOrder, submitOrder }

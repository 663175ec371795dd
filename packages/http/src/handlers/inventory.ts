/** What players own, over HTTP (decisions, section 11). */
import { Inventories } from "@garrison/core/inventory/Inventories"
import { encodeInventoryPage } from "@garrison/core/inventory/rules/page"
import type { InventoryPageRequest } from "@garrison/core/inventory/schema"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import type { PlayerCaller } from "@garrison/core/token/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inventoryQuery } from "../contract/inventory.ts"
import { CACHE } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { queryReader } from "../request/query.ts"
import type { AuthorizedRequest, Request } from "../request/Request.ts"
import { conditional } from "./conditional.ts"

const show = (inventories: Inventories["Service"], player: PlayerUuid, query: InventoryPageRequest, request: Request) =>
  Effect.map(inventories.page(player, query), (page) => conditional(request, encodeInventoryPage(page), CACHE.personal))

const readQuery = queryReader(inventoryQuery)
const isPlayerUuid = Schema.is(PlayerUuid)
const nothing = Effect.succeed([])

/** What is wrong with the cursor of a request that has something else wrong with it. */
const inspect = (inventories: Inventories["Service"], player: string, { query }: Request) => {
  const { cursor } = readQuery(query).values
  return typeof cursor === "string" && isPlayerUuid(player) ? inventories.inspectCursor(player, cursor) : nothing
}

/** What the caller owns. */
export const ownInventory = Effect.map(Inventories, (inventories): Handler<"ownInventory"> => {
  const own: Handler<"ownInventory"> = ({ query }, request) => show(inventories, request.caller.subject, query, request)
  return Object.assign(own, {
    inspect: (request: AuthorizedRequest<PlayerCaller>) => inspect(inventories, request.caller.subject, request),
  })
})

/** What a player owns. */
export const playerInventory = Effect.map(Inventories, (inventories): Handler<"playerInventory"> => {
  const any: Handler<"playerInventory"> = ({ params, query }, request) =>
    show(inventories, params.player_uuid, query, request)
  return Object.assign(any, {
    inspect: (request: Request) =>
      inspect(inventories, (request.parameters["player_uuid"] ?? "").toLowerCase(), request),
  })
})

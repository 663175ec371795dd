/** Orders over HTTP (interface, section 4.5; decisions, section 12). */
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import { Orders } from "@garrison/core/order/Orders"
import { Sort } from "@garrison/core/order/enumerations"
import type { OrderPageParts } from "@garrison/core/order/schema"
import type { PlayerCaller } from "@garrison/core/token/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { orderPageQuery } from "../contract/inventory.ts"
import { json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { queryReader } from "../request/query.ts"
import type { AuthorizedRequest } from "../request/Request.ts"

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

const readQuery = queryReader(orderPageQuery)
const isSort = Schema.is(Sort)
const nothing = Effect.succeed([])

/** What is wrong with the cursor of a request that has something else wrong with it. */
const inspectPage = (orders: Orders["Service"]) => (request: AuthorizedRequest<PlayerCaller>) => {
  const { cursor, sort } = readQuery(request.query).values
  if (typeof cursor !== "string") return nothing
  return orders.inspectCursor(request.caller.subject, cursor, isSort(sort) ? sort : undefined)
}

/** The page of the caller. Each order is sent as it was encoded when it was stored. */
export const orderPage = Effect.map(Orders, (orders): Handler<"orderPage"> => {
  const page: Handler<"orderPage"> = ({ query }, request) =>
    Effect.map(orders.page(request.caller.subject, query), (parts) => json(200, encodePage(parts)))
  return Object.assign(page, { inspect: inspectPage(orders) })
})

/** Submits an order of the caller. */
export const submitOwnOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOwnOrder"> =>
    ({ body }, request) =>
      Effect.map(orders.submit(request.caller.subject, body, request.caller), ({ wire }) => json(200, wire)),
)

/** Submits an order for a player. */
export const submitOrder = Effect.map(
  Orders,
  (orders): Handler<"submitOrder"> =>
    ({ body, params }, request) =>
      Effect.map(orders.submit(params.player_uuid, body, request.caller), ({ wire }) => json(200, wire)),
)

/** Submitting orders of many players in one request over HTTP. */
import { described, IntegerOf, ListOf } from "@garrison/core/kernel/input/Field"
import { value } from "@garrison/core/operation/answer"
import { submitOrders as submits } from "@garrison/core/order/operations/submitOrders"
import { OrdersRequest, PlayerOrder } from "@garrison/core/order/schema"
import * as Schema from "effect/Schema"
import { caller, GOBLIN, goblinOrder } from "@garrison/core/operation/examples"
import { ErrorBody } from "../refusals.ts"
import { route } from "../route.ts"
import { content, written } from "../success.ts"

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

/** For servers. */
export const submitOrders = route(submits, {
  id: "submitOrders",
  method: "POST",
  path: "/inventory/v1/order",
  mounts: ["public"],
  who: "machine",
  session: "remembered",
  lane: "storage",
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
})

/** Submitting orders of many players in one request (decisions, section 12). */
import { described, IntegerOf, ListOf } from "@garrison/core/kernel/Field"
import { OrdersRequest, PlayerOrder } from "@garrison/core/order/schema"
import * as Schema from "effect/Schema"
import { caller, GOBLIN, goblinOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { ErrorBody } from "../refusals.ts"
import { content, written } from "../success.ts"
import { submitOwnOrder } from "./submitOwnOrder.ts"

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
export const submitOrders = operation({
  id: "submitOrders",
  method: "POST",
  path: "/inventory/v1/order",
  mounts: ["public"],
  access: bearer.remembered("machine", "inv:create_order:player:any"),
  lane: submitOwnOrder.lane,
  summary: "Submit orders for many players",
  description:
    "Submits up to 100 orders, each as `submitOrder` would: it is stored or refused by itself, and answered in its " +
    "place, also where others are refused. Orders of one player run in their sequence, those of several players at the " +
    "same time. To repeat a request safely, give each order a client_order_ref_id: orders that are stored already are " +
    "answered as they are stored. A broken field of any order refuses the whole request with 422.",
  body: { schema: OrdersRequest, bytesMax: 1024 * 1024 },
  success: written(
    content(
      Schema.Struct({
        orders: described(ListOf(SubmittedOrder), "What became of each order, in the sequence of the request."),
      }).annotate({ identifier: "SubmittedOrders" }),
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

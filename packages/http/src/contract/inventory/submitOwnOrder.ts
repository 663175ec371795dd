/** Submitting an order of the caller over HTTP. */
import { submitOrder } from "@garrison/core/order/operations/submitOrder"
import { OrderRequest } from "@garrison/core/order/schema"
import { DAILY_REWARD, ownOrder } from "../examples.ts"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** A player may submit source CLIENT only. */
export const submitOwnOrder = route(submitOrder, {
  id: "submitOwnOrder",
  method: "POST",
  path: "/inventory/v1/player/me/order",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  body: { schema: OrderRequest },
  success: content(submitOrder.answer),
  example: {
    request: {
      client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6a",
      entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }],
    },
    answer: ownOrder,
  },
})

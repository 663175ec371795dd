/** Submitting an order of the caller over HTTP. */
import { submitOrder } from "@garrison/core/order/operations/submitOrder"
import { OrderRequest } from "@garrison/core/order/schema"
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
})

/** Explaining an order of the caller over HTTP. */
import { explainOrder } from "@garrison/core/order/operations/explainOrder"
import { findOrder } from "@garrison/core/order/operations/findOrder"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Of any age. */
export const explainOwnOrder = route(explainOrder, {
  id: "explainOwnOrder",
  method: "GET",
  path: "/inventory/v1/player/me/order/:order_id/explain",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  params: { order_id: findOrder.input.order_id },
  success: content(explainOrder.answer),
})

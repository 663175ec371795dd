/** Reading one order of the caller over HTTP. */
import { findOrder } from "@garrison/core/order/operations/findOrder"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Of any age. */
export const ownOrder = route(findOrder, {
  id: "ownOrder",
  method: "GET",
  path: "/inventory/v1/player/me/order/:order_id",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "One order of the caller",
  params: { order_id: findOrder.input.order_id },
  success: content(findOrder.answer),
})

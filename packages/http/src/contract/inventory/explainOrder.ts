/** Explaining an order of any player over HTTP. */
import { explainOrder as explains } from "@garrison/core/order/operations/explainOrder"
import { findOrder } from "@garrison/core/order/operations/findOrder"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for players with the permission. */
export const explainOrder = route(explains, {
  id: "explainOrder",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/order/:order_id/explain",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  summary: "How an order of a player came about",
  params: findOrder.input,
  success: content(explains.answer),
})

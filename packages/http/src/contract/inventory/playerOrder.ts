/** Reading one order of any player over HTTP. */
import { findOrder } from "@garrison/core/order/operations/findOrder"
import { goblinOrder } from "@garrison/core/operation/examples"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for players with the permission. */
export const playerOrder = route(findOrder, {
  id: "playerOrder",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/order/:order_id",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  summary: "One order of a player",
  params: findOrder.input,
  success: content(findOrder.answer),
  example: { answer: goblinOrder },
})

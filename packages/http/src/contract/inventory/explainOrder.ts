/** Explaining an order of any player (decisions, section 12). */
import { bearer, operation } from "../operation.ts"
import { explainOwnOrder } from "./explainOwnOrder.ts"
import { playerOrder } from "./playerOrder.ts"

/** For servers, and for players with the permission. */
export const explainOrder = operation({
  id: "explainOrder",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/order/:order_id/explain",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:read_order:player:any"),
  lane: explainOwnOrder.lane,
  summary: "How an order of a player came about",
  description: "As `explainOwnOrder`, for any player, with the odds of draws.",
  params: playerOrder.params,
  success: explainOwnOrder.success,
  refusals: explainOwnOrder.refusals,
  example: explainOwnOrder.example,
})

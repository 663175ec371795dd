/** Submitting an order for any player (decisions, section 12). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { GOBLIN, goblinOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { submitOwnOrder } from "./submitOwnOrder.ts"

/** For servers, and for players with the permission. */
export const submitOrder = operation({
  id: "submitOrder",
  method: "POST",
  path: "/inventory/v1/player/uuid/:player_uuid/order",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:create_order:player:any"),
  lane: submitOwnOrder.lane,
  summary: "Submit an order for a player",
  description: "As `submitOwnOrder`, for any player and from any source.",
  params: { player_uuid: PlayerUuid },
  body: submitOwnOrder.body,
  success: submitOwnOrder.success,
  refusals: submitOwnOrder.refusals,
  example: {
    request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }] },
    answer: goblinOrder,
  },
})

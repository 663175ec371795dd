/** Reading one order of any player (decisions, section 12). */
import { Uuid } from "@garrison/core/kernel/Field"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { goblinOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { ownOrder } from "./ownOrder.ts"

/** For servers, and for players with the permission. */
export const playerOrder = operation({
  id: "playerOrder",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/order/:order_id",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:read_order:player:any"),
  lane: ownOrder.lane,
  summary: "One order of a player",
  description: "As `ownOrder`, for any player.",
  params: { player_uuid: PlayerUuid, order_id: Uuid },
  success: ownOrder.success,
  refusals: ownOrder.refusals,
  example: { answer: goblinOrder },
})

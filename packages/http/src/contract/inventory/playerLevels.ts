/** Reading the levels that any player has reached (decisions, section 11). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { bearer, operation } from "../operation.ts"
import { ownLevels } from "./ownLevels.ts"

/** For servers, and for players with the permission. */
export const playerLevels = operation({
  id: "playerLevels",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/levels",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:read_inv:player:any"),
  lane: ownLevels.lane,
  summary: "A player's levels",
  description: "As `ownLevels`, for any player. The count is the one that orders of servers see.",
  params: { player_uuid: PlayerUuid },
  success: ownLevels.success,
  refusals: ownLevels.refusals,
  example: ownLevels.example,
})

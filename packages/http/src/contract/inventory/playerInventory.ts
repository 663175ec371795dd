/** Reading what any player owns (decisions, section 11). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { bearer, operation } from "../operation.ts"
import { ownInventory } from "./ownInventory.ts"

/** For servers, and for players with the permission. */
export const playerInventory = operation({
  id: "playerInventory",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/inventory",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:read_inv:player:any"),
  lane: ownInventory.lane,
  summary: "What a player owns",
  description: "As `ownInventory`, for any player.",
  params: { player_uuid: PlayerUuid },
  query: ownInventory.query,
  success: ownInventory.success,
  refusals: ownInventory.refusals,
  example: ownInventory.example,
})

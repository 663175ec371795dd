/** Reading the levels that the caller has reached (decisions, section 11). */
import { PlayerLevels } from "@garrison/core/inventory/schema"
import { levels } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { revalidated } from "../success.ts"

/** By item. */
export const ownLevels = operation({
  id: "ownLevels",
  method: "GET",
  path: "/inventory/v1/player/me/levels",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:read_inv:player:self", "inv:read_inv:player:any"),
  lane: "storage",
  summary: "The caller's levels",
  description:
    "Each active item that has an XP table, with the caller's count of it, the level that the count has reached, and " +
    "the next level. The count is the one that the caller's orders see.",
  success: revalidated(PlayerLevels),
  refusals: { 404: ["resource_not_found"] },
  example: { answer: levels },
})

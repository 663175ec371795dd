/** Reading the levels that any player has reached over HTTP. */
import { listLevels } from "@garrison/core/inventory/operations/listLevels"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

/** For servers, and for players with the permission: by the counts that orders of servers see. */
export const playerLevels = route(listLevels, {
  id: "playerLevels",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/levels",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  params: { player_uuid: listLevels.input.player_uuid },
  success: revalidated(listLevels.answer),
})

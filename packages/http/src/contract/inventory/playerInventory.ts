/** Reading what any player owns over HTTP. */
import { listInventory } from "@garrison/core/inventory/operations/listInventory"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

const { cursor, limit, player_uuid } = listInventory.input

/** For servers, and for players with the permission. */
export const playerInventory = route(listInventory, {
  id: "playerInventory",
  method: "GET",
  path: "/inventory/v1/player/uuid/:player_uuid/inventory",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  params: { player_uuid },
  query: { cursor, limit },
  success: revalidated(listInventory.answer),
})

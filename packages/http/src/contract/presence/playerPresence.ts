/** Looking up a player's presence over HTTP (interface, section 4.7). */
import { viewPresence } from "@garrison/core/presence/operations/viewPresence"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

/** As the caller may see it. */
export const playerPresence = route(viewPresence, {
  id: "playerPresence",
  method: "GET",
  path: "/presence/v1/player/uuid/:player_uuid/presence",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  params: viewPresence.input,
  success: revalidated(viewPresence.answer),
})

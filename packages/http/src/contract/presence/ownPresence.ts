/** Looking up the caller's own presence over HTTP. */
import { viewPresence } from "@garrison/core/presence/operations/viewPresence"
import { ownPresence as shown } from "@garrison/core/operation/examples"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

/** Nothing is hidden from the player. */
export const ownPresence = route(viewPresence, {
  id: "ownPresence",
  method: "GET",
  path: "/presence/v1/player/me/presence",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "The caller's own presence",
  success: revalidated(viewPresence.answer),
  example: { answer: shown },
})

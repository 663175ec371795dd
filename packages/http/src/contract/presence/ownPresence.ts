/** Looking up the caller's own presence (decisions, section 13). */
import { ownPresence as shown } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { playerPresence } from "./playerPresence.ts"

/** Nothing is hidden from the player. */
export const ownPresence = operation({
  id: "ownPresence",
  method: "GET",
  path: "/presence/v1/player/me/presence",
  mounts: ["public"],
  access: bearer.remembered("player", "presence:read", "presence:edit:self"),
  lane: "storage",
  summary: "The caller's own presence",
  description: "Shows the true status, `invisible` included.",
  success: playerPresence.success,
  refusals: playerPresence.refusals,
  example: { answer: shown },
})

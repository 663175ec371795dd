/** Looking up a player's presence (interface, section 4.7; decisions, section 13). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PresenceRecord } from "@garrison/core/presence/schema"
import { presence } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { revalidated } from "../success.ts"

/** As the caller may see it. */
export const playerPresence = operation({
  id: "playerPresence",
  method: "GET",
  path: "/presence/v1/player/uuid/:player_uuid/presence",
  mounts: ["public"],
  access: bearer.remembered("any", "presence:read", "presence:read:any"),
  lane: "storage",
  summary: "A player's presence",
  description:
    "As the caller may see it: `invisible` and stale are `offline`, and an offline record shows no message and no " +
    "custom data. The player and holders of `presence:read:any` also see do_not_disturb and last_seen.",
  params: { player_uuid: PlayerUuid },
  success: revalidated(PresenceRecord),
  refusals: { 404: ["resource_not_found"] },
  example: { answer: presence },
})

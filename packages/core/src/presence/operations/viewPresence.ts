/** Looking up a player's presence (interface, section 4.7; decisions, section 13). */
import { callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller, presence } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Presences } from "../Presences.ts"
import { viewerOf } from "../rules.ts"
import { PresenceRecord } from "../schema.ts"

/** A player's presence as the caller may see it. */
export const viewPresence = read(
  {
    name: "presence.view",
    permissions: ["presence:read", "presence:read:any"],
    ownPermissions: ["presence:read", "presence:edit:self"],
  },
  {
    title: "A player's presence",
    sentence:
      "As the caller may see it: `invisible` and stale are `offline`, and an offline record shows no message and no " +
      "custom data. The player and holders of `presence:read:any` also see do_not_disturb and last_seen, and the true " +
      "status, `invisible` included.",
    input: { player_uuid: OfPlayer },
    answer: value(PresenceRecord),
    refusals: ["resource_not_found"],
    example: { input: { player_uuid: caller }, answer: presence },
    run: ({ player_uuid: player }, act) =>
      Presences.use((presences) => presences.view(player, viewerOf(callerOf(act), player))),
  },
)

/** Reporting a player's presence (decisions, section 13). */
import { ownSession } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller, ownPresence } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { play } from "../../operation/Operation.ts"
import { Presences } from "../Presences.ts"
import { PresencePatch, PresenceRecord } from "../schema.ts"

/** Takes a report of a player. An empty report is the heartbeat. Null clears its field. */
export const reportPresence = play(
  { name: "presence.report", permissions: ["*"], ownPermissions: ["presence:edit:self"] },
  {
    title: "Report a player's presence",
    sentence:
      "The heartbeat as well. An absent field stays as it was; null or an empty value clears `message` and " +
      "`custom_data`, and elsewhere null counts as absent. Without a report for `offline_seconds` the player counts as " +
      "offline. A change is stored before the answer, a heartbeat that changes nothing within `presenceFlushSeconds`. " +
      "Answers with the player's own view.",
    input: { player_uuid: OfPlayer, ...PresencePatch.fields },
    nullsKept: true,
    answer: value(PresenceRecord),
    refusals: ["resource_not_found"],
    example: {
      input: { player_uuid: caller, status: "online", message: "In the arena" },
      answer: ownPresence,
    },
    run: ({ player_uuid: player, ...patch }, act) =>
      Presences.use((presences) => presences.report(player, patch, ownSession(act, player)?.platform)),
  },
)

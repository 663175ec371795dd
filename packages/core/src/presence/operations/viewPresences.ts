/** Looking up the presence of several players at once (decisions, section 13). */
import { callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller, presence } from "../../operation/examples.ts"
import { read } from "../../operation/Operation.ts"
import { Presences } from "../Presences.ts"
import { playersViewerOf } from "../rules.ts"
import { PresenceBatch, PresenceRecords } from "../schema.ts"

/** The presence of up to 200 players, each as the caller may see it. */
export const viewPresences = read(
  { name: "presence.viewMany", permissions: ["presence:read", "presence:read:any"] },
  {
    title: "The presence of several players",
    sentence:
      "For a friend list: up to 200 players in one request, each as a lookup by itself would show it to the caller. A " +
      "caller that is in the list sees itself as it is. Players that do not exist are listed apart, so that one deleted " +
      "friend does not fail the list.",
    input: PresenceBatch.fields,
    answer: value(PresenceRecords),
    refusals: [],
    example: {
      input: { player_uuids: [caller, "0193a5f0-0000-7000-8000-000000000000"] },
      answer: { presences: [presence], not_found: ["0193a5f0-0000-7000-8000-000000000000"] },
    },
    run: ({ player_uuids: players }, act) =>
      Presences.use((presences) => presences.viewMany(players, playersViewerOf(callerOf(act)))),
  },
)

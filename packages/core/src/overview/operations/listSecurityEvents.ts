/** The security events of the person of a player, for operators (decisions, section 17). */
import * as Effect from "effect/Effect"
import { EventView } from "./history.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { READING_HISTORY } from "../rules.ts"
import { eventPage, listInput, pageOf, personOf } from "./lists.ts"

/** Lists the security events of the person of a player. */
export const listSecurityEvents = read(
  { name: "player.listSecurityEvents", permissions: READING_HISTORY },
  {
    title: "List the security events of a player",
    sentence: "Refused logins of the person of a player and other security events, the newest first. Kept for 90 days.",
    input: listInput,
    answer: value(pageOf(EventView, "SecurityEventsOfPlayer", "The events, the newest first.")),
    refusals: ["resource_not_found"],
    run: ({ player_uuid: player, ...wanted }) =>
      Effect.flatMap(personOf(player), (personId) => eventPage(player, personId, wanted)),
  },
)

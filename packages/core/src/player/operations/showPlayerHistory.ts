/** What happened to the person of a player, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { actsOn, historyFields, historyOf, LIMIT_DEFAULT } from "../../audit/operations/history.ts"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import { LoginHistoryStore } from "../../login/storing/LoginHistoryStore.ts"
import { value } from "../../operation/answer.ts"
import { NewestLimit, OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { personSubject } from "../../person/personRevision.ts"
import { Players } from "../Players.ts"

/** Shows logins, security events and acts of the person that owns a player. */
export const showPlayerHistory = read(
  { name: "player.history", permissions: ["user:audit:any", "operator:audit:player"] },
  {
    title: "Show logins and security events of a player",
    sentence:
      "Show what happened to the person of a player, the newest first: logins, refused logins with their codes, " +
      "security events, and what operators changed. Logins and events are kept for 90 days.",
    input: { player_uuid: OfPlayer, limit: NewestLimit },
    answer: value(
      Schema.Struct({ player_uuid: OfPlayer, ...historyFields }).annotate({ identifier: "HistoryOfPlayer" }),
    ),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ limit = LIMIT_DEFAULT, player_uuid: player }) {
      const { personId } = yield* (yield* Players).find(player)
      const past = {
        logins: yield* (yield* LoginHistoryStore).ofPerson(personId, limit),
        events: yield* (yield* SecurityEventStore).ofPerson(personId, limit),
        acts: yield* actsOn(personSubject(personId), limit),
      }
      return { player_uuid: player, ...(yield* historyOf(past)) }
    }),
  },
)

/** What happened to a client, for operators. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { actsOn, historyConditions, historyFields, historyMeeting, historyOf } from "./history.ts"
import { HISTORY_LIMIT_DEFAULT } from "../../audit/rules.ts"
import { HISTORY_OF_MACHINE_MAX, LoginHistoryStore } from "../../login/storing/LoginHistoryStore.ts"
import { value } from "../../operation/answer.ts"
import { NewestLimit, OfClient } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Clients } from "../../client/Clients.ts"

/** Shows the logins of a machine client for itself, and what was changed of a client. */
export const showClientHistory = read(
  { name: "client.history", permissions: ["operator:audit:client"] },
  {
    title: "Show logins and changes of a client",
    sentence:
      "Show the logins of a machine client as itself, and what operators and the client itself changed, the newest " +
      "first. Logins are kept for 90 days.",
    input: { client_id: OfClient, ...historyConditions, limit: NewestLimit },
    answer: value(Schema.Struct({ client_id: OfClient, ...historyFields }).annotate({ identifier: "HistoryOfClient" })),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ client_id: clientId, limit = HISTORY_LIMIT_DEFAULT, ...conditions }) {
      const { clientUuid } = yield* (yield* Clients).find(clientId)
      const past = {
        logins: yield* (yield* LoginHistoryStore).ofClient(clientUuid, HISTORY_OF_MACHINE_MAX),
        events: [],
        acts: yield* actsOn({ kind: "client", id: clientId }),
      }
      return { client_id: clientId, ...historyMeeting(yield* historyOf(past), conditions, limit) }
    }),
  },
)

/** One client, for operators (decisions, section 8). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Clients } from "../Clients.ts"
import { ClientDetail } from "../secretView.ts"
import { showingDetail } from "./listClients.ts"
import { OfClient } from "../../operation/fields.ts"

/** Shows one client. */
export const showClient = read(
  { name: "client.show", permissions: ["operator:read:client"] },
  {
    title: "Show one client",
    sentence:
      "Show one client, also a disabled one, with when its secrets were made, used and end, and whether the former one " +
      "can be ended. Secrets are never shown.",
    input: { client_id: OfClient },
    answer: value(ClientDetail),
    refusals: ["resource_not_found"],
    run: Effect.fnUntraced(function* ({ client_id: clientId }) {
      const found = yield* (yield* Clients).findWithSecrets(clientId)
      return (yield* showingDetail)(found)
    }),
  },
)

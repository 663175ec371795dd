/** The clients, for operators (decisions, section 8). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { acceptedSecondsMax } from "../../token/rules/lifetime.ts"
import { TokenSettings } from "../../token/settings.ts"
import { everyClient } from "../everyClient.ts"
import type { ClientWithSecrets } from "../schema.ts"
import { clientDetail, ClientList } from "../secretView.ts"

/**
 * How clients are shown now. A former secret counts as unused after twice the longest time that an access token is
 * accepted: a server that has it logs in at least once in that time.
 */
export const showingDetail = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const quietSeconds = 2 * acceptedSecondsMax(yield* TokenSettings)
  return (client: ClientWithSecrets) => clientDetail(client, now, quietSeconds)
})

/** Lists all clients. */
export const listClients = read(
  { name: "client.list", permissions: ["operator:read:client"] },
  {
    title: "List clients",
    sentence:
      "List all clients, by client_id, with when their secrets were made, used and end. Secrets are never shown.",
    input: {},
    answer: value(ClientList),
    refusals: [],
    run: Effect.fnUntraced(function* () {
      return { clients: (yield* everyClient).map(yield* showingDetail) }
    }),
  },
)

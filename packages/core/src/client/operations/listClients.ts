/** The clients, for operators (decisions, section 8). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { acceptedSecondsMax } from "../../token/rules/lifetime.ts"
import { TokenSettings } from "../../token/settings.ts"
import { Clients } from "../Clients.ts"
import type { ClientWithSecrets } from "../schema.ts"
import { clientDetail, ClientList } from "../secretView.ts"

/** Clients that are read at once. */
const PAGE = 1000

/** Every client with its secrets, by client_id. */
export const everyClient = Effect.gen(function* () {
  const clients = yield* Clients
  const found: Array<ClientWithSecrets> = []
  for (;;) {
    const after = found.at(-1)?.client.clientId
    const wanted = after === undefined ? { limit: PAGE } : { after, limit: PAGE }
    const page = yield* Effect.orDie(clients.listWithSecrets(wanted))
    found.push(...page)
    if (page.length < PAGE) return found
  }
})

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

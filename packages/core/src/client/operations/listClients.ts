/** The clients, for operators (decisions, section 8). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Clients } from "../Clients.ts"
import type { Client } from "../schema.ts"
import { ClientList, clientView } from "../view.ts"

/** Clients that are read at once. */
const PAGE = 1000

/** Every client, by client_id. */
export const everyClient = Effect.gen(function* () {
  const clients = yield* Clients
  const found: Array<Client> = []
  for (;;) {
    const after = found.at(-1)?.clientId
    const page = yield* Effect.orDie(clients.list(after === undefined ? { limit: PAGE } : { after, limit: PAGE }))
    found.push(...page)
    if (page.length < PAGE) return found
  }
})

/** Lists all clients. */
export const listClients = read(
  { name: "client.list", permissions: ["operator:read:client"] },
  {
    title: "List clients",
    sentence: "List all clients, by client_id. Secrets are never shown.",
    input: {},
    answer: value(ClientList),
    refusals: [],
    run: () => Effect.map(everyClient, (clients) => ({ clients: clients.map(clientView) })),
  },
)

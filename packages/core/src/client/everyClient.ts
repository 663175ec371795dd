/** Every client at once, for what lists them or knows them by their uuid. */
import * as Effect from "effect/Effect"
import { Clients } from "./Clients.ts"
import type { ClientWithSecrets } from "./schema.ts"

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

/** `client_id` by `client_uuid`, of every client. */
export const clientNames = Effect.map(
  everyClient,
  (clients) => new Map(clients.map(({ client: { clientId, clientUuid } }) => [String(clientUuid), clientId])),
)

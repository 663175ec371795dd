/** The names of clients, for lists that know a client by its uuid. */
import { Clients } from "@garrison/core/client/Clients"
import * as Effect from "effect/Effect"

/** `client_id` by `client_uuid`, of every client. */
export const clientNames = Effect.gen(function* () {
  const clients = yield* Clients
  const names = new Map<string, string>()
  let after: string | undefined
  do {
    const page = yield* Effect.orDie(clients.list(after === undefined ? {} : { after }))
    for (const { clientId, clientUuid } of page) names.set(clientUuid, clientId)
    after = page.at(-1)?.clientId
  } while (after !== undefined)
  return names
})

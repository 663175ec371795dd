/** The names of clients, for answers that know a client by its uuid. */
import * as Effect from "effect/Effect"
import { everyClient } from "./listClients.ts"

/** `client_id` by `client_uuid`, of every client. */
export const clientNames = Effect.map(
  everyClient,
  (clients) => new Map(clients.map(({ client: { clientId, clientUuid } }) => [String(clientUuid), clientId])),
)

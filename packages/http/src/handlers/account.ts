/** The calling machine client's own account over HTTP (interface, section 4.3). */
import { Clients } from "@garrison/core/client/Clients"
import * as Effect from "effect/Effect"
import { json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"

/** Changes the caller's secret or description. */
export const updateCredentials = Effect.map(
  Clients,
  (clients): Handler<"updateCredentials"> =>
    ({ body, query }, request) =>
      Effect.map(clients.updateOwn(request.caller, body, query), (account) => json(200, JSON.stringify(account))),
)

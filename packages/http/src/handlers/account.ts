/** The calling machine client's own account over HTTP (interface, section 4.3). */
import { Clients } from "@garrison/core/client/Clients"
import { invalidUpdate } from "@garrison/core/client/rules"
import type { KeptM2mAccount, M2mAccount } from "@garrison/core/client/schema"
import { Idempotency } from "@garrison/core/idempotency/Idempotency"
import type { MachineCaller } from "@garrison/core/token/schema"
import * as Effect from "effect/Effect"
import { updateCredentialsQuery } from "../contract/account.ts"
import { json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { queryReader } from "../request/query.ts"
import type { AuthorizedRequest } from "../request/Request.ts"

const readQuery = queryReader(updateCredentialsQuery)

const choosesSecret = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "client_secret" in body && body.client_secret !== null

/** Whether a request that has something else wrong with it asks for a chosen and for a generated secret at once. */
const inspectUpdate = ({ query }: AuthorizedRequest<MachineCaller>, body: unknown) => {
  const isRotation = readQuery(query).values["rotate_secret"] === true
  return Effect.succeed(choosesSecret(body) ? invalidUpdate({ client_secret: "" }, { rotate_secret: isRotation }) : [])
}

/** Changes the caller's secret or description. What a repetition gets is up to `Clients.recallOwn`. */
export const updateCredentials = Effect.gen(function* () {
  const clients = yield* Clients
  const idempotency = yield* Idempotency
  const handler: Handler<"updateCredentials"> = ({ body, headers, query }, { caller }) => {
    const account = idempotency.run(
      {
        caller: caller.subject,
        operation: "updateCredentials",
        key: headers["idempotency-key"],
        request: { ...body, rotate_secret: query.rotate_secret === true },
        keep: (account: M2mAccount): KeptM2mAccount => ({ account, sessionId: caller.sessionId }),
        recall: (kept) => clients.recallOwn(caller, kept as KeptM2mAccount),
      },
      clients.updateOwn(caller, body, query),
    )
    return Effect.map(account, (answer) => json(200, JSON.stringify(answer)))
  }
  return Object.assign(handler, { inspect: inspectUpdate })
})

/** The calling machine client's own account over HTTP (interface, section 4.3). */
import { Clients } from "@garrison/core/client/Clients"
import type { M2mAccount } from "@garrison/core/client/schema"
import { Idempotency } from "@garrison/core/idempotency/Idempotency"
import * as Effect from "effect/Effect"
import { json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"

/** Changes the caller's secret or description. A repetition is answered only while the caller may still ask. */
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
        keep: (answer: M2mAccount) => answer,
        recall: (kept) => Effect.as(clients.updateOwn(caller, {}, {}), kept as M2mAccount),
      },
      clients.updateOwn(caller, body, query),
    )
    return Effect.map(account, (answer) => json(200, JSON.stringify(answer)))
  }
  return handler
})

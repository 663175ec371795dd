/** The calling machine client's own account over HTTP (interface, section 4.3). */
import { Clients } from "@garrison/core/client/Clients"
import { invalidUpdate } from "@garrison/core/client/rules"
import type { KeptM2mAccount, M2mAccount } from "@garrison/core/client/schema"
import { Idempotency } from "@garrison/core/idempotency/Idempotency"
import { actorOf } from "@garrison/core/operation/Act"
import * as Effect from "effect/Effect"
import type { Given } from "../request/input.ts"
import type { Operations } from "../contract/Api.ts"
import { withCheck } from "../request/Handler.ts"

/** A request with other mistakes may also ask for a chosen and a generated secret at once. */
const checkUpdate = ({ body, query }: Given<Operations["updateCredentials"]>) =>
  Effect.succeed(invalidUpdate(body, query))

/** Changes the caller's secret or description. `Clients.recallOwn` decides what a repetition gets. */
const updateCredentials = Effect.gen(function* () {
  const clients = yield* Clients
  const idempotency = yield* Idempotency
  return withCheck<"updateCredentials">(checkUpdate, ({ body, headers, query }, request) => {
    const { caller } = request
    return idempotency.run(
      {
        caller: caller.subject,
        operation: "updateCredentials",
        key: headers["idempotency-key"],
        request: { ...body, rotate_secret: query.rotate_secret === true },
        keep: (account: M2mAccount): KeptM2mAccount => ({ account, sessionId: caller.sessionId }),
        recall: (kept) => clients.recallOwn(caller, kept as KeptM2mAccount),
      },
      clients.updateOwn(caller, body, query, { actor: actorOf(caller, request.address()) }),
    )
  })
})

/** The handlers of this area. */
export const account = { updateCredentials }

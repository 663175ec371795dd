/** Changing the secret or description of the machine client that asks (interface, 4.3; decisions, section 8). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Idempotency } from "../../idempotency/Idempotency.ts"
import { Flag } from "../../kernel/input/Field.ts"
import { callerOf } from "../../operation/Act.ts"
import { value } from "../../operation/answer.ts"
import { caller } from "../../operation/examples.ts"
import { act } from "../../operation/Operation.ts"
import { clientActs } from "../acts.ts"
import { Clients } from "../Clients.ts"
import { invalidUpdate } from "../rules.ts"
import { type KeptM2mAccount, M2mAccount, M2mUpdate } from "../schema.ts"

/** Changes the machine client that asks. An empty change is allowed: it shows the account. */
export const updateOwnClient = act(
  clientActs.updateOwn,
  {
    title: "Change the caller's secret or description",
    sentence:
      "`client_secret` becomes the secret at once and the old one stops. With `rotate_secret` the server makes a new " +
      "secret and the old one stays valid for the configured overlap; giving both is refused. The answer shows a " +
      "secret only when this call set it.",
    input: {
      ...M2mUpdate.fields,
      rotate_secret: Schema.optionalKey(
        Flag.annotate({ default: false, description: "Whether the server makes a new secret." }),
      ),
    },
    answer: value(M2mAccount.annotate({ identifier: "M2mAccount" })),
    refusals: ["idempotency_key_conflict"],
    example: {
      input: { description: "match server, Frankfurt" },
      answer: { account_id: caller, client_secret: "****x7Qa", description: "match server, Frankfurt" },
    },
    inspect: (given) => Effect.succeed(invalidUpdate(given, given)),
    // `Clients.recallOwn` decides what a repetition gets.
    run: Effect.fnUntraced(function* ({ rotate_secret, ...update }, by) {
      const caller = callerOf(by)
      const clients = yield* Clients
      const idempotency = yield* Idempotency
      return yield* idempotency.run(
        {
          caller: caller.subject,
          operation: "updateCredentials",
          shares: "audit_chain",
          key: by.idempotencyKey,
          request: { ...update, rotate_secret: rotate_secret === true },
          keep: (account: M2mAccount): KeptM2mAccount => ({ account, sessionId: caller.sessionId }),
          recall: (kept) => clients.recallOwn(caller, kept as KeptM2mAccount),
        },
        clients.updateOwn(caller, update, { rotate_secret: rotate_secret === true }, by),
      )
    }),
  },
  "none",
)

/** Ends the overlap of a rotation early (decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { passHolder } from "../role/holder.ts"
import { clientActs } from "./acts.ts"
import { changeAsHolder, clientSubject } from "./change.ts"
import { FormerSecretNotFound } from "./errors.ts"
import { findClient } from "./find.ts"

const notThere = Effect.suspend(() => Effect.fail(new FormerSecretNotFound({ code: "resource_not_found" })))

/** See `Clients.retireSecret`. */
export const retireSecret = Effect.fn("Clients.retireSecret")(function* (
  clientId: string,
  secretId: string | undefined,
  act: Act,
) {
  const audit = yield* Audit
  return yield* audit.perform(clientActs.retireSecret, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const found = yield* findClient(clientId)
      yield* passHolder(act, found.permissions)
      const unit = Effect.gen(function* () {
        const { answer: client, before, change } = yield* changeAsHolder(found, act, { endFormer: true })
        const [, former] = before.secrets
        // When this refuses, the unit of work undoes the change. A rotation may have come since the secret was seen.
        if (former === undefined || (secretId !== undefined && former.secretId !== secretId)) return yield* notThere
        return { answer: { client, retired: former }, change }
      })
      return yield* save(unit)
    }),
  )
})

/** Changes what a client is for and what it may do (decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { passHolder } from "../role/holder.ts"
import { clientActs } from "./acts.ts"
import { beforeAndAfter, changeAsHolder, clientSubject } from "./change.ts"
import { findClient } from "./find.ts"
import { checkEdit } from "./input.ts"
import type { ClientEdit } from "./schema.ts"

/** See `Clients.edit`. */
export const edit = Effect.fn("Clients.edit")(function* (clientId: string, wanted: ClientEdit, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(clientActs.edit, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const found = yield* findClient(clientId)
      yield* passHolder(act, [...found.permissions, ...(wanted.permissions ?? [])])
      yield* checkEdit(found, wanted)
      const { grants, orgId, permissions } = wanted
      const unit = Effect.gen(function* () {
        const changed = yield* changeAsHolder(found, act, {
          ...wanted,
          ...(typeof orgId === "string" && { orgId: orgId.toLowerCase() }),
          ...(permissions !== undefined && { permissions: [...new Set(permissions)] }),
          ...(grants !== undefined && { grants: [...new Set(grants)] }),
        })
        // The permissions of the moment, which another act may have changed since it was found.
        yield* passHolder(act, changed.before.client.permissions)
        return beforeAndAfter(changed)
      })
      return yield* save(unit)
    }),
  )
})

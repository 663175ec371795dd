/** Takes a client out of use, for a while or for ever. Either way its sessions end (decisions, section 8). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit } from "../audit/Audit.ts"
import { beforeAndAfter, change, clientSubject, recheckClient, missing } from "./change.ts"
import { ClientStore } from "./ClientStore.ts"
import { findClient } from "./find.ts"
import { clientActs } from "./acts.ts"
import { describe } from "./rules.ts"

/** See `Clients.setDisabled`. */
export const setDisabled = Effect.fn("Clients.setDisabled")(function* (clientId: string, disabled: boolean, act: Act) {
  const audit = yield* Audit
  return yield* audit.perform(clientActs.setDisabled, act, clientSubject(clientId), (save) =>
    Effect.flatMap(findClient(clientId), (found) => save(Effect.map(change(found, act, { disabled }), beforeAndAfter))),
  )
})

/** See `Clients.remove`. */
export const remove = Effect.fn("Clients.remove")(function* (clientId: string, act: Act) {
  const audit = yield* Audit
  const store = yield* ClientStore
  yield* audit.perform(clientActs.remove, act, clientSubject(clientId), (save) =>
    Effect.gen(function* () {
      const { clientUuid } = yield* findClient(clientId)
      const unit = Effect.gen(function* () {
        const before = yield* store.findById(clientId)
        if (before === undefined || !(yield* store.remove(clientUuid, act.ifRevision))) {
          return yield* missing(clientId, act)
        }
        yield* recheckClient(clientId)
        return { answer: undefined, change: { revision: before.client.revision + 1, before: describe(before) } }
      })
      yield* save(unit)
    }),
  )
})

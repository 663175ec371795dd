/** Makes the next signing key sign earlier than planned (decisions, section 3). */
import * as Effect from "effect/Effect"
import type { Act } from "../operation/Act.ts"
import { Audit, type Store } from "../audit/Audit.ts"
import { EnvironmentStore } from "../environment/EnvironmentStore.ts"
import { ENVIRONMENT_SUBJECT } from "../environment/acts.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { promotionTime, type SigningKeyRecord, successorOf } from "./rules/keys.ts"
import { TokenSettings } from "./settings.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"
import { describe } from "./storedKeys.ts"

/** Makes the next key sign as early as allowed, and answers with it. */
export const promoteNext = Effect.fnUntraced(function* (
  stored: ReadonlyArray<SigningKeyRecord>,
  now: Timestamp,
  act: Act,
  save: Store,
) {
  const settings = yield* TokenSettings
  const next = successorOf(stored, now, settings)
  if (next === undefined) return yield* Effect.die(new Error("no signing key to rotate to"))
  const promoted = { ...next, signsFrom: promotionTime(next, now, settings) }
  yield* save(promote(next, promoted, act))
  return promoted
})

/** The unit of work that makes a key sign earlier. Changes nothing if the key signs that early already. */
const promote = Effect.fnUntraced(function* (before: SigningKeyRecord, after: SigningKeyRecord, act: Act) {
  const store = yield* SigningKeyStore
  const environment = yield* EnvironmentStore
  const audit = yield* Audit
  const isEarlier = yield* store.promote(after.keyId, after.signsFrom)
  const { ifRevision } = act
  const revision = yield* isEarlier ? environment.nextRevision(ifRevision) : environment.revision
  if (ifRevision !== undefined && revision !== (isEarlier ? ifRevision + 1 : ifRevision)) {
    return yield* audit.changedSince(ENVIRONMENT_SUBJECT, act, (yield* environment.revision) ?? 0)
  }
  if (!isEarlier) return { answer: undefined, change: undefined }
  return { answer: undefined, change: { revision, before: describe(before), after: describe(after) } }
})

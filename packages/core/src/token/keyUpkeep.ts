/** The upkeep of stored signing keys: those that are due are made, those past use deleted (decisions, section 3). */
import type * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { DomainSettings } from "../environment/Settings.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { Transaction } from "../kernel/Transaction.ts"
import { isPublished, missingKey, type SigningKeyRecord } from "./rules/keys.ts"
import { generateKey, importKey, type SigningKey } from "./signature.ts"
import type { SigningKeyStore } from "./SigningKeyStore.ts"

/** What the upkeep of keys works with. */
export interface KeyServices {
  readonly store: SigningKeyStore["Service"]
  readonly transaction: Transaction["Service"]
  readonly random: SecureRandom.SecureRandom["Service"]
  readonly settings: DomainSettings
}

/** Makes the keys that are due. Whether this node's key or another's took the place, what is stored is what counts. */
export const makeMissing = Effect.fnUntraced(function* (on: KeyServices, now: Timestamp) {
  let stored = yield* on.store.list
  for (let times = missingKey(stored, now, on.settings); times !== undefined;) {
    const proposed = yield* generateKey(times, yield* on.random.uuidV7())
    yield* on.transaction.run(on.store.claim(proposed))
    stored = yield* on.store.list
    times = missingKey(stored, now, on.settings)
  }
  return stored
})

/** Deletes the keys whose last token has expired. */
export const forgetRetired = Effect.fnUntraced(function* (
  on: KeyServices,
  stored: ReadonlyArray<SigningKeyRecord>,
  now: Timestamp,
) {
  const retired = stored.filter((key) => !isPublished(key, stored, now, on.settings)).map((key) => key.keyId)
  if (retired.length > 0) yield* on.transaction.run(on.store.remove(retired))
})

/** The stored keys ready for use; those that are ready already are not read again. */
export const importKeys = (stored: ReadonlyArray<SigningKeyRecord>, ready: ReadonlyArray<SigningKey>) => {
  const known = new Map(ready.map((key) => [key.keyId, key]))
  return Effect.forEach(stored, (record) => {
    const key = known.get(record.keyId)
    return key === undefined ? importKey(record) : Effect.succeed({ ...key, ...record })
  })
}

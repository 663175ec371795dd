/** Signing keys in storage: keys that are due are made, keys past use are deleted (decisions, section 3). */
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import { Audit } from "../audit/Audit.ts"
import { AtRest } from "../environment/AtRest.ts"
import { EnvironmentStore } from "../environment/EnvironmentStore.ts"
import { ENVIRONMENT_SUBJECT } from "../environment/acts.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { utf8 } from "../kernel/wire/Utf8.ts"
import type { Header } from "../operation/Operation.ts"
import { isPublished, missingKey, type SigningKeyRecord } from "./rules/keys.ts"
import { signingKeyActs } from "./acts.ts"
import { TokenSettings } from "./settings.ts"
import { generateKey, importKey, type SigningKey } from "./signature.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"

/** The place of a private key, for `AtRest`. */
const placeOf = (keyId: string): string => `signing_key.${keyId}`

// Both forms are ASCII: JSON of base64url, or a JWE.
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

const protectedJwk = Effect.fnUntraced(function* (privateJwk: string, keyId: string) {
  const atRest = yield* AtRest
  return textOf(yield* atRest.protect(utf8(privateJwk), placeOf(keyId)))
})

/**
 * The private JWK of a stored key. A key that is stored in plain, or encrypted with a former key secret, is stored
 * again with the current one. Another node may do that first.
 */
const privateJwkOf = Effect.fnUntraced(function* ({ keyId, storedPrivateJwk }: SigningKeyRecord) {
  const atRest = yield* AtRest
  const store = yield* SigningKeyStore
  const { isCurrent, secret } = yield* atRest.reveal(utf8(storedPrivateJwk), placeOf(keyId))
  const privateJwk = textOf(secret)
  if (!isCurrent && (yield* Purpose) !== "read") {
    const next = yield* protectedJwk(privateJwk, keyId)
    const replaced = store.replacePrivate(keyId, storedPrivateJwk, next)
    yield* bySystem(
      signingKeyActs.protect,
      Effect.map(replaced, (isOurs) => isOurs && { key_id: keyId }),
    )
  }
  return privateJwk
})

/** The audit row of a key. */
export const describe = ({ algorithm, keyId, signsFrom }: SigningKeyRecord) => ({
  key_id: keyId,
  algorithm,
  signs_from: signsFrom,
})

/** Runs an automatic change of the keys with its audit row. False: another node has made the change already. */
const bySystem = Effect.fnUntraced(function* (operation: Header, changed: Effect.Effect<object | false>) {
  const audit = yield* Audit
  const environment = yield* EnvironmentStore
  const unit = Effect.gen(function* () {
    const after = yield* changed
    if (after === false) return { answer: undefined, change: undefined }
    return { answer: undefined, change: { revision: yield* environment.nextRevision(undefined), after } }
  })
  yield* audit.bySystem(operation, ENVIRONMENT_SUBJECT, unit)
})

/** Makes the keys that are due. If another node stored its key first, that key counts. */
export const makeMissing = Effect.fnUntraced(function* (now: Timestamp) {
  const store = yield* SigningKeyStore
  const random = yield* SecureRandom.SecureRandom
  const settings = yield* TokenSettings
  let stored = yield* store.list
  for (let times = missingKey(stored, now, settings); times !== undefined;) {
    const keyId = yield* random.uuidV7()
    const { privateJwk, publicJwk } = yield* generateKey(times, keyId)
    const storedPrivateJwk = yield* protectedJwk(privateJwk, keyId)
    const key = { ...times, keyId, publicJwk, storedPrivateJwk }
    const claimed = Effect.map(store.claim(key), (isOurs) => isOurs && describe(key))
    yield* bySystem(signingKeyActs.publish, claimed)
    stored = yield* store.list
    times = missingKey(stored, now, settings)
  }
  return stored
})

/** Deletes the keys whose last token has expired. */
export const forgetRetired = Effect.fnUntraced(function* (stored: ReadonlyArray<SigningKeyRecord>, now: Timestamp) {
  const store = yield* SigningKeyStore
  const settings = yield* TokenSettings
  const retired = stored.filter((key) => !isPublished(key, stored, now, settings)).map((key) => key.keyId)
  if (retired.length === 0) return
  const removed = Effect.map(store.remove(retired), (keyIds) => keyIds.length > 0 && { removed: keyIds })
  yield* bySystem(signingKeyActs.remove, removed)
})

/** All stored keys, ready for use. A node that cannot read one of them must not start. */
export const importAllKeys = (stored: ReadonlyArray<SigningKeyRecord>) =>
  Effect.forEach(stored, (record) =>
    Effect.flatMap(privateJwkOf(record), (privateJwk) => importKey(record, privateJwk)),
  )

/**
 * The stored keys, ready for use; keys that are ready already are not read again. If another node made a key with a key
 * secret that this node does not have, the key only verifies.
 */
export const importNewKeys = (stored: ReadonlyArray<SigningKeyRecord>, ready: ReadonlyArray<SigningKey>) => {
  const known = new Map(ready.map((key) => [key.keyId, key]))
  return Effect.forEach(stored, (record) => {
    const key = known.get(record.keyId)
    if (key !== undefined) return Effect.succeed({ ...key, ...record })
    const privateJwk = Effect.catchTag(privateJwkOf(record), "KeySecretRefused", () => Effect.succeed(undefined))
    return Effect.flatMap(privateJwk, (found) => importKey(record, found))
  })
}

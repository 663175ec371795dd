/** The environment of this deployment, created on the first start. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { CursorKey } from "../kernel/wire/Cursors.ts"
import { Purpose } from "../kernel/work/Purpose.ts"
import { Audit } from "../audit/Audit.ts"
import { AtRest } from "./AtRest.ts"
import { EnvironmentStore } from "./EnvironmentStore.ts"
import { ENVIRONMENT_SUBJECT, environmentActs } from "./acts.ts"
import type { EnvironmentRecord, EnvironmentSecret } from "./schema.ts"

/** `publisher_uuid`, `tenant_uuid` and `config_elector_uuid` of the login result, and the cursor key. */
export class Environment extends Context.Service<Environment, EnvironmentRecord>()(
  "@garrison/core/environment/Environment",
) {
  /** Reads the stored environment, or generates and stores one when the database is new. */
  static readonly layer = Layer.effect(
    Environment,
    Effect.gen(function* () {
      const environment = yield* claimed
      const cursorSecret = yield* revealed("cursor_secret", environment.cursorSecret)
      const sealKey = yield* (yield* EnvironmentStore).secret("seal_key")
      if (sealKey !== undefined) yield* revealed("seal_key", sealKey)
      return { ...environment, cursorSecret }
    }),
  )

  /** The cursor key of this environment. */
  static readonly layerCursorKey = Layer.effect(
    CursorKey,
    Effect.map(Environment, (environment) => environment.cursorSecret),
  )
}

/** The environment as it is stored, with its secrets at rest. It is made when the database has none. */
export const claimed = Effect.gen(function* () {
  const store = yield* EnvironmentStore
  const random = yield* SecureRandom.SecureRandom
  const atRest = yield* AtRest
  return yield* store.claim({
    publisherUuid: yield* random.uuidV4(),
    tenantUuid: yield* random.uuidV4(),
    configElectorUuid: yield* random.uuidV4(),
    cursorSecret: yield* atRest.protect(yield* random.randomBytes(32), placeOf("cursor_secret")),
  })
})

/** The place of a secret of the environment, for `AtRest`. */
export const placeOf = (name: EnvironmentSecret): string => `environment.${name}`

/**
 * A stored secret of the environment. A secret that is stored in plain, or encrypted with a former key secret, is
 * stored again with the current one. Another node may do that first.
 */
export const revealed = Effect.fnUntraced(function* (name: EnvironmentSecret, stored: Uint8Array) {
  const atRest = yield* AtRest
  const { isCurrent, secret } = yield* atRest.reveal(stored, placeOf(name))
  if (!isCurrent && (yield* Purpose) !== "read") {
    const store = yield* EnvironmentStore
    const next = yield* atRest.protect(secret, placeOf(name))
    const unit = Effect.gen(function* () {
      if (!(yield* store.replaceSecret(name, stored, next))) return { answer: undefined, change: undefined }
      return { answer: undefined, change: { revision: yield* store.nextRevision(undefined), after: { secret: name } } }
    })
    yield* (yield* Audit).bySystem(environmentActs.protectSecret, ENVIRONMENT_SUBJECT, unit)
  }
  return secret
})

/** The environment of this deployment, bootstrapped on first start. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { CursorKey } from "../kernel/Cursors.ts"
import { EnvironmentStore } from "./EnvironmentStore.ts"
import type { EnvironmentRecord } from "./schema.ts"

/** `publisher_uuid`, `tenant_uuid` and `config_elector_uuid` of the login result, and the cursor key. */
export class Environment extends Context.Service<Environment, EnvironmentRecord>()(
  "@garrison/core/environment/Environment",
) {
  /** Takes the stored environment, or generates and stores one when the database is new. */
  static readonly layer = Layer.effect(
    Environment,
    Effect.gen(function* () {
      const store = yield* EnvironmentStore
      const random = yield* SecureRandom.SecureRandom
      return yield* store.claim({
        publisherUuid: yield* random.uuidV4(),
        tenantUuid: yield* random.uuidV4(),
        configElectorUuid: yield* random.uuidV4(),
        cursorSecret: yield* random.randomBytes(32),
      })
    }),
  )

  /** The cursor key of this environment. */
  static readonly layerCursorKey = Layer.effect(
    CursorKey,
    Effect.map(Environment, (environment) => environment.cursorSecret),
  )
}

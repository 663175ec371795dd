/** What a host embeds: one call gives the core everything it takes from outside. */
import { assert, describe, it } from "@effect/vitest"
import { AtRest } from "@garrison/core/environment/AtRest"
import { Environment } from "@garrison/core/environment/Environment"
import { postgres, sqlite } from "@garrison/sql"
import type { CryptoServices } from "@garrison/sql/Cryptography"
import type { StorageServices } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { sealedAudit } from "../support/acts.ts"
import { postgresUrl } from "../support/databases.ts"
import { newFile } from "./bare.ts"

/** The environment as a host sees it that opens the database anew. */
const environment = <E>(storage: Layer.Layer<StorageServices | CryptoServices, E>) =>
  Effect.gen(function* () {
    return yield* Environment
  }).pipe(
    Effect.provide(
      Layer.fresh(
        Environment.layer.pipe(Layer.provide(Layer.merge(AtRest.layer, sealedAudit)), Layer.provide(storage)),
      ),
    ),
  )

describe("storage for an embedding host", () => {
  it.effect("sqlite(file) and postgres(url) keep the environment from one start to the next", () =>
    Effect.gen(function* () {
      for (const storage of [sqlite(yield* newFile), postgres(yield* postgresUrl("empty"))]) {
        const first = yield* environment(storage)
        assert.match(first.publisherUuid, /^[0-9a-f-]{36}$/)
        assert.deepStrictEqual(yield* environment(storage), first)
      }
    }),
  )
})

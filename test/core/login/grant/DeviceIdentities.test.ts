/** Ids of devices under a key of the environment. */
import { assert, describe, it } from "@effect/vitest"
import { AtRest } from "@garrison/core/environment/AtRest"
import { Environment } from "@garrison/core/environment/Environment"
import { DeviceIdentities } from "@garrison/core/login/grant/DeviceIdentities"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { auditLayer } from "../../../support/acts.ts"
import { type DatabaseServices, onEachDatabase } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import { deviceSecret, inLoginWorld, loginAnon, secondNode, write } from "../../../support/logins.ts"

/** What anyone could look up who knows the secrets that devices have. */
const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url")

/** Runs on a process of its own over the database in context: it opens the database as a server that starts does. */
const onStart = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, secondNode)

const opened = Layer.fresh(
  DeviceIdentities.layer.pipe(Layer.provide(Environment.layer), Layer.provide(AtRest.layer), Layer.provide(auditLayer)),
)

onEachDatabase((name, database: Layer.Layer<DatabaseServices>) => {
  const world = inLoginWorld({ database, kdf: countingKdf().layer })

  describe(`ids of devices on ${name}`, () => {
    it.effect("cannot be searched for, and are the same on every node and after a restart", () =>
      Effect.gen(function* () {
        const { portal_user_id: id = "" } = yield* loginAnon(1)
        assert.match(id, /^[\w-]{43}$/)
        assert.notStrictEqual(id, hashOf(deviceSecret(1)))
        assert.strictEqual((yield* onStart(loginAnon(1))).portal_user_id, id)
      }).pipe(world),
    )

    it.effect("are the same on nodes that make the key at the same time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* write(sql`UPDATE environment SET anon_secret = NULL`)
        const ids = yield* Effect.forEach(
          Array.from({ length: 4 }),
          () =>
            Effect.flatMap(Layer.build(opened), (node) =>
              Effect.provide(
                Effect.flatMap(DeviceIdentities, (identities) => identities.portalUserId(deviceSecret(1))),
                node,
              ),
            ),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(new Set(ids).size, 1)
        assert.strictEqual((yield* onStart(loginAnon(1))).portal_user_id, ids[0])
      }).pipe(Effect.scoped, world),
    )
  })

  it.effect(`the stores on ${name} have a key from the first start on`, () =>
    Effect.gen(function* () {
      yield* Layer.build(opened)
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT anon_secret FROM environment`
      assert.isNotNull(row?.anon_secret)
    }).pipe(Effect.scoped, Effect.provide(Stores.layer), Effect.provide(database)),
  )
})

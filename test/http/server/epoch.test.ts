/**
 * A server beside which a newer version changed the schema answers 503 to what would write, is not ready, says why in
 * its log, and lives on (guarantees R181).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Database from "@garrison/sql/Database"
import { migrate } from "@garrison/sql/Migrations"
import { migrations } from "@garrison/sql/migrations/all"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { cryptoLayer } from "../../support/crypto.ts"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { startServer } from "../../support/server.ts"
import { bare, emptyUrls } from "../../sql/bare.ts"
import { codeOf } from "../samples.ts"

const later = {
  id: migrations.length + 1,
  name: "later",
  change: "contract",
  statements: ["ALTER TABLE upkeep ADD COLUMN hint TEXT"],
} as const

const order = { entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }] }

for (const [name, empty] of Object.entries(emptyUrls)) {
  describe(`a server on ${name} whose epoch ends`, () => {
    it.effect("stores nothing more, is not ready, says why, and lives on", () =>
      Effect.gen(function* () {
        const url = yield* empty
        yield* Effect.promise(async () => {
          const database = Layer.fresh(Database.layer(url)).pipe(Layer.orDie, Layer.merge(cryptoLayer))
          const server = await startServer({ database, isPrepared: false })
          const { token } = await server.player()
          assert.strictEqual((await server.call("GET", "/readyz")).status, 200)
          await Effect.runPromise(migrate([...migrations, later]).pipe(Effect.provide(bare(url))))
          server.advanceSeconds(2)
          const login = { grant_type: "anon", portal_access_token: crypto.randomUUID() }
          for (let count = 0; count < 3; count++) {
            for (const reply of [
              await server.call("POST", "/inventory/v1/player/me/order", { token, body: order }),
              await server.call("POST", "/users/v1/login", { body: login }),
            ]) {
              assert.deepStrictEqual([reply.status, codeOf(reply)], [503, "service_unavailable"])
            }
          }
          assert.strictEqual((await server.call("GET", "/readyz")).status, 503)
          assert.strictEqual((await server.call("GET", "/livez")).status, 200)
          await server.stop()
          assert.notInclude(server.log.defects, '"event":"defect"')
          assert.include(server.log.defects, `step ${later.id} of the schema has ended the time of this version`)
        })
      }),
    )
  })
}

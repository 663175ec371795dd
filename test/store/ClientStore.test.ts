import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { layer } from "@garrison/sql/client/SqlClientStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onEachDatabase, postgresLayer } from "../support/databases.ts"
import { rendezvous } from "../support/rendezvous.ts"
import { suite } from "./ClientStore.ts"

onEachDatabase((name, database) => suite(name, layer.pipe(Layer.provideMerge(database))))

describe("without the lock on the client", () => {
  it.effect("rotations at once collide on Postgres", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      const clientUuid = "00000000-0000-4000-8000-000000000001"
      yield* sql`INSERT INTO client (client_uuid, client_id, kind, permissions, grants, is_public, is_disabled, created)
        VALUES (${clientUuid}, 'naive', 'machine', '[]', '[]', 0, 0, 0)`
      const bothHaveMadeRoom = yield* rendezvous(2)
      const naive = (index: number) => {
        const secretId = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`
        return transaction.run(
          Effect.gen(function* () {
            yield* sql`DELETE FROM client_secret WHERE client_uuid = ${clientUuid} AND slot = 1`
            yield* sql`UPDATE client_secret SET slot = 1, expires = 9000 WHERE client_uuid = ${clientUuid} AND slot = 0`
            yield* bothHaveMadeRoom
            yield* sql`INSERT INTO client_secret (client_uuid, slot, secret_id, hash, last_four, created)
              VALUES (${clientUuid}, 0, ${secretId}, ${new Uint8Array(32)}, 'last', 0)`
          }),
        )
      }
      const exits = yield* Effect.forEach([1, 2], (index) => Effect.exit(naive(index)), { concurrency: 2 })
      assert.strictEqual(exits.filter(Exit.isFailure).length, 1)
      const [row] = yield* sql`SELECT count(*) AS secrets FROM client_secret WHERE client_uuid = ${clientUuid}`
      assert.strictEqual(Number(row?.secrets), 1, "the key lets one of them in, even so")
    }).pipe(Effect.provide(postgresLayer)),
  )
})

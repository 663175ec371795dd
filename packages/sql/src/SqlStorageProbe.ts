/** Whether the database takes writes. */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import { Transaction } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as SqlClient from "effect/sql/SqlClient"
import { orUnavailable } from "./SqlTransaction.ts"
import { uuids } from "./uuid.ts"

/** More than a page of SQLite, so that a file that cannot grow is noticed like a full disk. */
const ballast = "x".repeat(8192)

/** {@link StorageProbe} over the `SqlClient` in context: a row that is gone again when the unit of work is stored. */
export const layer = Layer.effect(
  StorageProbe,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const random = yield* SecureRandom.SecureRandom
    const write = Effect.gen(function* () {
      const id = uuids(sql).id(yield* random.uuidV7())
      yield* sql`INSERT INTO machine_login (client_uuid, login_id, at, session_id, grant_type, address, user_agent)
        VALUES (${id}, ${id}, 0, ${id}, 'probe', '', ${ballast})`
      yield* sql`DELETE FROM machine_login WHERE client_uuid = ${id} AND login_id = ${id}`
    })
    return { ask: transaction.run(orUnavailable(write)) }
  }),
)

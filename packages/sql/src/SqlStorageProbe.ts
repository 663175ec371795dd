/** Whether the database would store what it is given. */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import { Transaction } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as SqlClient from "effect/sql/SqlClient"
import { orUnavailable } from "./SqlTransaction.ts"

/** More than a page of SQLite, so that a file that may not grow is noticed as a disk is that is full. */
const ballast = "x".repeat(8192)

/** {@link StorageProbe} over the `SqlClient` in context: a row that is gone again when the unit of work is stored. */
export const layer = Layer.effect(
  StorageProbe,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    const random = yield* SecureRandom.SecureRandom
    const write = Effect.gen(function* () {
      const id = yield* random.uuidV7()
      yield* sql`INSERT INTO login_history (login_id, at, session_id, grant_type, client_uuid, address, user_agent)
        VALUES (${id}, 0, ${id}, 'probe', ${id}, '', ${ballast})`
      yield* sql`DELETE FROM login_history WHERE login_id = ${id}`
    })
    return { ask: transaction.run(orUnavailable(write)) }
  }),
)

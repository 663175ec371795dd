/** Whether the database answers, and would take a unit of work. */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import { Transaction } from "@garrison/core/kernel/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { orUnavailable } from "./SqlTransaction.ts"

/** {@link StorageProbe} over the `SqlClient` in context. */
export const layer = Layer.effect(
  StorageProbe,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    return { ask: transaction.run(sql`SELECT 1`.pipe(orUnavailable, Effect.asVoid)) }
  }),
)

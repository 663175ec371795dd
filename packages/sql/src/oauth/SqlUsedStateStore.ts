/** States that a portal's answer has used, in SQL. */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { UsedStateStore } from "@garrison/core/oauth/UsedStateStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { bytes } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"
import { sweep } from "../sweep.ts"

/** {@link UsedStateStore} on either database. */
export const layer = Layer.effect(
  UsedStateStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const use = (hash: Uint8Array, expiresAt: number) =>
      sql`INSERT INTO used_state (state_hash, expires_at) VALUES (${hash}, ${expiresAt})
        ON CONFLICT (state_hash) DO NOTHING RETURNING state_hash`.pipe(
        Effect.map((rows) => rows.length > 0),
        orUnavailable,
      )

    const prune = sweep(yield* Transaction, {
      find: (before, limit) =>
        sql`SELECT state_hash FROM used_state WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${limit}`,
      owner: (row) => bytes(row.state_hash).join(),
      drop: (_, [row]) => sql`DELETE FROM used_state WHERE state_hash = ${bytes(row?.state_hash)} RETURNING state_hash`,
    })

    return UsedStateStore.of({ use, prune })
  }),
)

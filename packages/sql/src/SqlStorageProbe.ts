/** Whether the database answers. */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { orUnavailable } from "./SqlTransaction.ts"

/** {@link StorageProbe} over the `SqlClient` in context. */
export const layer = Layer.effect(
  StorageProbe,
  Effect.map(SqlClient.SqlClient, (sql) => ({ ask: sql`SELECT 1`.pipe(orUnavailable, Effect.asVoid) })),
)

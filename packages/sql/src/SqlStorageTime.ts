/** The clock of a Postgres database. A SQLite file has none: its machine's clock is the only one. */
import { StorageTime } from "@garrison/core/kernel/time/StorageTime"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "./columns.ts"
import { orUnavailable } from "./SqlTransaction.ts"

/** {@link StorageTime} over the `SqlClient` in context. */
export const layer = Layer.effectContext(
  Effect.map(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      pg: () => {
        const asked = sql`SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT) AS micros`
        return Context.make(StorageTime, {
          now: orUnavailable(Effect.map(asked, ([row]) => integer(row?.micros) / 1000)),
        })
      },
      orElse: () => Context.empty(),
    }),
  ),
)

/** Counts of what is recent, in SQL: a range of one index each, and no more rows than it is told. */
import { type CountedByMinute, FiguresStore } from "@garrison/core/figures/FiguresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const tables: Readonly<Record<CountedByMinute, { readonly table: string; readonly time: string }>> = {
  logins: { table: "login_history", time: "at" },
  logins_refused: { table: "security_event", time: "at" },
  orders: { table: "player_order", time: "created" },
}

/** {@link FiguresStore} on either database. */
export const layer = Layer.effect(
  FiguresStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const byMinute = (what: CountedByMinute, from: number, rowsMax: number) => {
      const table = sql.literal(tables[what].table)
      const time = sql.literal(tables[what].time)
      return sql`SELECT minute, COUNT(*) AS count FROM (
          SELECT (${time} - CAST(${from} AS BIGINT)) / 60000 AS minute FROM ${table} WHERE ${time} >= ${from}
          ORDER BY ${time} DESC LIMIT ${rowsMax}) AS newest GROUP BY minute`.pipe(
        Effect.map((rows) => new Map(rows.map((row) => [integer(row.minute), integer(row.count)]))),
        orUnavailable,
      )
    }

    return FiguresStore.of({ byMinute })
  }),
)

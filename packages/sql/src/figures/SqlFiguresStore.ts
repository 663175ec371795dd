/** Counts of what is recent, in SQL: a range of one index each, and no more rows than it is told; refused logins. */
import { type CountedByMinute, FiguresStore, type RefusedCount } from "@garrison/core/figures/FiguresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { integer, integerOrUndefined, type Row, text } from "../columns.ts"
import { orUnavailable } from "../SqlTransaction.ts"

const tables: Readonly<
  Record<Exclude<CountedByMinute, "logins_refused">, { readonly table: string; readonly time: string }>
> = {
  logins: { table: "login_history", time: "at" },
  orders: { table: "player_order", time: "created" },
}

const refusedIn = (row: Row): RefusedCount => ({
  minute: integer(row.minute),
  grant: text(row.grant_type),
  code: text(row.code),
  portalStatus: integerOrUndefined(row.portal_status),
  count: integer(row.count),
})

const keyOf = ({ code, grant, minute }: RefusedCount): string => `${minute} ${grant} ${code}`

/** In the order of the key, so that two servers which write at once wait for each other in one order. */
const inOrder = (counts: ReadonlyArray<RefusedCount>) =>
  counts.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))

/** Counts by grant and code, of counts in the order of time. */
const summed = (counts: ReadonlyArray<RefusedCount>): ReadonlyArray<RefusedCount> => {
  const sums = new Map<string, RefusedCount>()
  for (const one of counts) {
    const key = `${one.grant} ${one.code}`
    const before = sums.get(key)
    const portalStatus = one.portalStatus ?? before?.portalStatus
    sums.set(key, { ...one, portalStatus, count: one.count + (before?.count ?? 0) })
  }
  return [...sums.values()].toSorted((left, right) => right.count - left.count)
}

/** {@link FiguresStore} on either database. */
export const layer = Layer.effect(
  FiguresStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const refusedByMinute = (from: number) => {
      const first = Math.floor(from / 60_000)
      return sql`SELECT minute, SUM(count) AS count FROM refused_login WHERE minute >= ${first} GROUP BY minute`.pipe(
        Effect.map((rows) => new Map(rows.map((row) => [integer(row.minute) - first, Number(row.count)]))),
        orUnavailable,
      )
    }

    const byMinute = (what: CountedByMinute, from: number, rowsMax: number) => {
      if (what === "logins_refused") return refusedByMinute(from)
      const table = sql.literal(tables[what].table)
      const time = sql.literal(tables[what].time)
      return sql`SELECT minute, COUNT(*) AS count FROM (
          SELECT (${time} - CAST(${from} AS BIGINT)) / 60000 AS minute FROM ${table} WHERE ${time} >= ${from}
          ORDER BY ${time} DESC LIMIT ${rowsMax}) AS newest GROUP BY minute`.pipe(
        Effect.map((rows) => new Map(rows.map((row) => [integer(row.minute), integer(row.count)]))),
        orUnavailable,
      )
    }

    const addRefused = (counts: ReadonlyArray<RefusedCount>) =>
      Effect.forEach(
        inOrder(counts),
        ({ code, count, grant, minute, portalStatus }) =>
          sql`INSERT INTO refused_login (minute, grant_type, code, portal_status, count)
            VALUES (${minute}, ${grant}, ${code}, ${portalStatus ?? null}, ${count})
            ON CONFLICT (minute, grant_type, code) DO UPDATE SET count = refused_login.count + excluded.count,
              portal_status = COALESCE(excluded.portal_status, refused_login.portal_status)`,
        { discard: true },
      ).pipe(orUnavailable)

    const refused = (fromMinute: number) =>
      sql`SELECT minute, grant_type, code, portal_status, count FROM refused_login WHERE minute >= ${fromMinute}
          ORDER BY minute`.pipe(
        Effect.map((rows) => summed(rows.map(refusedIn))),
        orUnavailable,
      )

    const pruneRefused = (beforeMinute: number, limit: number) =>
      sql`DELETE FROM refused_login WHERE (minute, grant_type, code) IN (
          SELECT minute, grant_type, code FROM refused_login WHERE minute < ${beforeMinute} LIMIT ${limit})
        RETURNING minute`.pipe(
        Effect.map((rows) => rows.length),
        orUnavailable,
      )

    return FiguresStore.of({ byMinute, addRefused, refused, pruneRefused })
  }),
)

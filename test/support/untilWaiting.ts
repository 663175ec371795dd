/** Meetings of units of work on Postgres: one goes on when others wait for what it has locked. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Waits until so many statements wait for a lock. */
export const untilWaiting = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const waits = sql`SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    // A transaction sees the statistics as they were when it first asked.
    const clear = sql`SELECT pg_stat_clear_snapshot()`
    while ((yield* Effect.andThen(clear, waits)).length < count) yield* Effect.yieldNow
  })

/**
 * Ends when another one, which runs at once with the unit that calls this, has ended or waits for a lock. On SQLite it
 * waits for the whole unit, and this ends at once.
 */
export const untilMet = (otherEnds: Effect.Effect<unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      pg: () => Effect.asVoid(Effect.raceFirst(untilWaiting(1), otherEnds)),
      orElse: () => Effect.void,
    }),
  )

/**
 * The lock of the log of broadcasts on Postgres. What is written beside the log (a notification, a change of a role)
 * says how many broadcasts there were. So a broadcast and such a write exclude each other, from reading that number to
 * being visible; writes do not exclude each other. The lock is in memory, and first come, first served. On SQLite one
 * unit of work writes at a time.
 *
 * Each lock is a statement of its own: the statement behind it sees everything that was committed before the lock.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { text } from "../columns.ts"

/** Any number that no other lock of the database has. */
const LOCK = 7_204_171_118

/** How long a broadcast waits for writes under way: others wait behind it. */
const WAIT_MILLIS_MAX = 1000

/** What keeps broadcasts out until the unit of work ends. */
export const logSharing = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`SELECT pg_advisory_xact_lock_shared(${LOCK})`),
    orElse: () => Effect.void,
  })

/** What keeps everything out that is written beside the log, until the unit of work ends. */
export const logClaiming = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> => {
  const waitingFor = (time: string) => sql`SELECT set_config('lock_timeout', ${time}, true)`
  return sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        const [row] = yield* sql`SELECT current_setting('lock_timeout') AS time`
        yield* waitingFor(`${WAIT_MILLIS_MAX}ms`)
        yield* sql`SELECT pg_advisory_xact_lock(${LOCK})`
        yield* waitingFor(text(row?.["time"]))
      }),
    orElse: () => Effect.void,
  })
}

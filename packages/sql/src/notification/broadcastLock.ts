/**
 * The lock of the log of broadcasts on Postgres. What is written beside the log (a notification, a change of a role)
 * says how many broadcasts there were. So a broadcast and such a write exclude each other, from reading that number to
 * being visible; writes do not exclude each other. The lock is in memory, and first come, first served. On SQLite one
 * unit of work writes at a time.
 *
 * Each lock is a statement of its own: the statement behind it sees everything that was committed before the lock. The
 * number is read by itself, and what is written gets it as a parameter: a statement that writes names tables of one
 * key.
 */
import { BeforeLog } from "@garrison/core/kernel/work/lockOrder"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer } from "../columns.ts"
import { takeLock } from "../sharedLock.ts"

/** Any number that no other lock of the database has. */
const LOCK = 7_204_171_118

/** How long a broadcast waits for writes under way, in ms: others wait behind it. */
const CLAIMER_WAIT_MILLIS_MAX = 1000

/** An act waits for the end of the audit before it has the log, and not with it: others wait behind it. */
const inOrder = (taking: Effect.Effect<void, SqlError>): Effect.Effect<void, SqlError> =>
  Effect.flatMap(BeforeLog, (before) => Effect.andThen(before, taking))

/** What keeps broadcasts out until the unit of work ends. Answers with how many broadcasts there were. */
export const sharingLog = (sql: SqlClient.SqlClient): Effect.Effect<number, SqlError> => {
  const head = Effect.map(sql`SELECT last_position FROM broadcast_head`, ([row]) => integer(row?.last_position))
  return sql.onDialectOrElse({
    pg: () => Effect.andThen(inOrder(takeLock(sql, LOCK, { isShared: true })), head),
    orElse: () => head,
  })
}

/** What keeps everything out that is written beside the log, until the unit of work ends. */
export const claimingLog = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    pg: () => inOrder(takeLock(sql, LOCK, { waitMillisMax: CLAIMER_WAIT_MILLIS_MAX })),
    orElse: () => Effect.void,
  })

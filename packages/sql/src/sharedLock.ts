/**
 * Advisory locks of Postgres that many units need, in memory and first come, first served. From taking one to its end a
 * unit waits shortly for other locks, and the database ends a unit whose process stands still: others wait behind it.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** How long a unit with such a lock may stand still, in ms: then the database ends it. */
const IDLE_MILLIS_MAX = 1500

/** How long such a lock is waited for, in ms: longer than a holder lasts that stands still. */
const WAIT_MILLIS_MAX = 2000

/** What differs from lock to lock. */
export interface LockManner {
  readonly isShared?: boolean
  readonly waitMillisMax?: number
}

/** Takes the lock until the unit of work ends. The limits hold for the wait for it, and for the rest of the unit. */
export const takeLock = (
  sql: SqlClient.SqlClient,
  lock: number,
  { isShared = false, waitMillisMax = WAIT_MILLIS_MAX }: LockManner = {},
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`SELECT set_config('lock_timeout', ${`${waitMillisMax}ms`}, true),
    set_config('idle_in_transaction_session_timeout', ${`${IDLE_MILLIS_MAX}ms`}, true),
    ${sql.literal(isShared ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock")}(${lock})`)

/**
 * Refuses the units of a version whose epoch has ended (guarantees R181). The epoch of a version is the number of its
 * newest step; the database holds the oldest one that may still write (`schema_epoch`). A step that ends epochs
 * excludes every unit of them: SQLite by its one writer, Postgres by locks that each connection holds for as long as
 * it lasts, so that a unit needs no statement more.
 */
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/** Asks for the oldest epoch that may write. */
export const OLDEST_EPOCH = "SELECT oldest FROM schema_epoch WHERE id = 1"

/** This version may not write any more. */
export class EpochEnded extends Error {
  constructor(own: number, oldest: number) {
    super(
      `step ${oldest} of the schema has ended the time of this version, which knows steps up to ${own}: a newer version ` +
        `runs on the database`,
    )
  }
}

/** What an operator can do about it. */
export const EPOCH_ADVICE = "Stop this process, and start the version that brought the schema up to date."

/** What one client knows of epochs. It asks for nothing before it is armed, when the schema is known to be there. */
export class EpochGuard {
  #own: number | undefined
  /** Why units are refused. It stays: the epoch of a database goes forward only. */
  ended: EpochEnded | undefined

  /** The epoch of this version, from when on units are held to it. */
  get own(): number | undefined {
    return this.#own
  }

  arm(own: number): void {
    this.#own = own
  }

  /** Throws where the epoch of this version has ended. */
  hold(oldest: number): void {
    if (this.#own !== undefined && this.#own < oldest) this.ended ??= new EpochEnded(this.#own, oldest)
    if (this.ended !== undefined) throw this.ended
  }
}

/** Any number, the same for every version: the first part of the locks of epochs. The second is the epoch. */
const LOCKS = 720_411_719

/** The lock that connections pass by, so that a step which waits for those that are there meets no new ones. */
const GATE = 0

/** Takes part in an epoch for as long as the connection lasts. */
export const joinEpoch = (own: number): string =>
  `SELECT pg_advisory_xact_lock_shared(${LOCKS}, ${GATE}), pg_advisory_lock_shared(${LOCKS}, ${own})`

/**
 * Waits until no unit of an epoch before `next` runs, and lets none begin until this unit of work has ended. On
 * Postgres the database ends the connections that are part of such an epoch, also those of a process that hangs; a
 * user who may not do that waits for them. SQLite's `BEGIN IMMEDIATE` is lock enough.
 */
export const excludeEpochs = (sql: SqlClient.SqlClient, next: number): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.gen(function* () {
        yield* sql`SELECT pg_advisory_xact_lock(CAST(${LOCKS} AS INTEGER), CAST(${GATE} AS INTEGER))`
        // Shared locks are those of an epoch. The exclusive ones are of a runner whose step is being committed.
        const end = sql`SELECT pg_terminate_backend(l.pid) FROM pg_locks AS l
          JOIN pg_database AS d ON d.oid = l.database AND d.datname = current_database()
          WHERE l.locktype = 'advisory' AND l.granted AND CAST(l.classid AS BIGINT) = ${LOCKS}
            AND l.mode = 'ShareLock' AND CAST(l.objid AS BIGINT) BETWEEN 1 AND ${next - 1}
            AND l.pid <> pg_backend_pid()`
        yield* Effect.ignore(sql.withTransaction(end))
        yield* sql`SELECT pg_advisory_xact_lock(CAST(${LOCKS} AS INTEGER), CAST(e AS INTEGER))
          FROM generate_series(1, CAST(${next - 1} AS INTEGER)) AS e`
        yield* sql`LOCK TABLE schema_epoch IN ACCESS EXCLUSIVE MODE`
      }),
    orElse: () => Effect.void,
  })

/**
 * Says that a start waits for a lock on the schema: since when, for whom, and how to end it. On Postgres a start waits
 * for as long as another one that brings the schema up to date, or a forgotten transaction, holds a lock; without a
 * word it would look as if it hung.
 */
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { integer, type Row, textOrUndefined } from "./columns.ts"
import { namesOf, sqliteHolders } from "./sqliteHolders.ts"

/** When it is said, in ms of real time. */
export interface TellingTimes {
  /** A start that takes no longer says nothing. */
  readonly firstMillis: number
  readonly everyMillis: number
}

/** Before a SQLite file counts as locked for too long, and seldom enough for a log. */
export const TELLING_TIMES: TellingTimes = { firstMillis: 2000, everyMillis: 5000 }

/** A session of Postgres that holds a lock. Users without the rights do not see its address and its state. */
const sessionText = (row: Row): string => {
  const pid = integer(row["pid"])
  if (pid === 0) return "a prepared transaction (SELECT * FROM pg_prepared_xacts)"
  const [program, host, user] = ["application_name", "host", "usename"].map((name) => textOrUndefined(row[name]))
  const about = [
    program === undefined || program === "" ? undefined : program,
    host === undefined ? undefined : `from ${host}`,
    user === undefined ? undefined : `user ${user}`,
    row["seconds"] === null || row["seconds"] === undefined
      ? undefined
      : `in its transaction for ${integer(row["seconds"])} s`,
  ].filter((word) => word !== undefined)
  return `process ${pid}${about.length === 0 ? "" : ` (${about.join(", ")})`}`
}

/** What is known of who is waited for. */
interface Awaited {
  readonly names: string
  /** How to end it. */
  readonly end: string
}

/**
 * Those for whom the session with this number waits, or any session of the database; undefined: it waits for nobody, it
 * works.
 */
const postgresHolders = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, waiting?: number) {
  const sessions =
    waiting === undefined
      ? sql`SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
      : sql`SELECT CAST(${waiting} AS INTEGER) AS pid`
  const rows = yield* sql`SELECT CAST(b.pid AS BIGINT) AS pid, a.application_name, host(a.client_addr) AS host,
      CAST(a.usename AS TEXT) AS usename, CAST(EXTRACT(EPOCH FROM now() - a.xact_start) AS BIGINT) AS seconds
    FROM (SELECT DISTINCT unnest(pg_blocking_pids(w.pid)) AS pid FROM (${sessions}) AS w) AS b
    LEFT JOIN pg_stat_activity AS a ON a.pid = b.pid
    WHERE ${waiting === undefined ? sql`a.wait_event_type IS DISTINCT FROM 'Lock'` : sql`TRUE`} ORDER BY b.pid`
  if (rows.length === 0) return undefined
  const pids = rows.map((row) => integer(row["pid"])).filter((pid) => pid > 0)
  const found: Awaited = {
    names: rows.map(sessionText).join(", "),
    end: pids.map((pid) => `SELECT pg_terminate_backend(${pid})`).join("; "),
  }
  return found
})

/** Who holds a lock that others wait for, in words; undefined: nobody is seen. `place` is the file of SQLite. */
export const lockHolders = (sql: SqlClient.SqlClient, place: string): Effect.Effect<string | undefined, SqlError> =>
  sql.onDialectOrElse({
    pg: () => Effect.map(postgresHolders(sql), (awaited) => awaited?.names),
    orElse: () => Effect.sync(() => namesOf(sqliteHolders(place)) || undefined),
  })

const sqliteAwaited = (file: string): Awaited => {
  const holders = sqliteHolders(file)
  return holders.length === 0
    ? { names: `a process that is not known here: lsof ${file} names it`, end: "end that process" }
    : { names: namesOf(holders), end: `kill ${holders.map(({ pid }) => pid).join(" ")}` }
}

const sentence = (seconds: number, awaited: Awaited | undefined): string => {
  if (awaited === undefined) return `the schema has been brought up to date for ${seconds} s; no lock is waited for`
  return (
    `the start has waited for ${seconds} s for a lock on the schema, which ${awaited.names} holds. If that is another ` +
    `server that brings the schema up to date, wait for it; otherwise end it: ${awaited.end}`
  )
}

const pause = (millis: number): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })

/** What is known of the unit of work on the schema. */
export interface WorkingSession {
  /** The number of the session of Postgres that it runs on. */
  pid: number | undefined
  /** Whether it has begun. On SQLite it then holds the lock itself. */
  hasBegun: boolean
}

/** Notes that the unit of work in progress has begun, and the session that it runs on. On SQLite there is none. */
export const noteSession = (sql: SqlClient.SqlClient, session: WorkingSession): Effect.Effect<void, SqlError> =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.map(sql`SELECT CAST(pg_backend_pid() AS BIGINT) AS pid`, ([row]) => {
        session.hasBegun = true
        session.pid = integer(row?.["pid"])
      }),
    orElse: () =>
      Effect.sync(() => {
        session.hasBegun = true
      }),
  })

/** Runs work on the schema, and says who is waited for while it takes its time. `place` is where the database is. */
export const tellingWaits = <A, E, R>(
  sql: SqlClient.SqlClient,
  work: Effect.Effect<A, E, R>,
  { place, session, times }: { readonly place: string; readonly session: WorkingSession; readonly times: TellingTimes },
): Effect.Effect<A, E, R> => {
  const look = sql.onDialectOrElse({
    pg: () =>
      Effect.suspend(() => (session.pid === undefined ? Effect.undefined : postgresHolders(sql, session.pid))).pipe(
        Effect.catch(({ message }) => Effect.succeed({ names: `somebody who cannot be seen (${message})`, end: "" })),
      ),
    orElse: () => Effect.sync(() => (session.hasBegun ? undefined : sqliteAwaited(place))),
  })
  const began = performance.now()
  const tell = Effect.flatMap(look, (awaited) =>
    logWarning(sentence(Math.round((performance.now() - began) / 1000), awaited)),
  )
  const telling = Effect.andThen(
    pause(times.firstMillis),
    Effect.forever(Effect.andThen(tell, pause(times.everyMillis))),
  )
  return Effect.raceFirst(work, telling)
}

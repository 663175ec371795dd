/**
 * Whole copies of SQLite databases: taken beside a running server, checked by reading, and put in the place of a
 * database that nothing uses (decisions, section 15; guarantees R70).
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { text } from "../columns.ts"
import { backup, DatabaseSync } from "../nodeSqlite.ts"
import { sqliteError } from "../SqliteConnection.ts"
import { isBroken } from "../SqliteDamage.ts"
import { createPrivately } from "../SqliteFile.ts"

/** How far a copy is, in pages of the database. */
export interface CopyProgress {
  readonly totalPages: number
  readonly remainingPages: number
}

/** What to copy, and where to. */
export interface CopyWanted {
  readonly from: string
  /** A file that is there is overwritten. */
  readonly to: string
  /** Pages that are copied before `onProgress` is called. Default 4096: 16 MiB. */
  readonly pagesAtOnce?: number
  readonly onProgress?: (progress: CopyProgress) => void
}

/** SQLite cannot read the file: a page is damaged, or it is no database. `message` has the words of SQLite. */
export class DatabaseDamaged extends Data.TaggedError("DatabaseDamaged")<{ readonly message: string }> {}

const tellingDamage = <A, R>(work: Effect.Effect<A, SqlError, R>): Effect.Effect<A, SqlError | DatabaseDamaged, R> =>
  Effect.catchIf(
    work,
    ({ message }) => /malformed|not a database/.test(message),
    ({ message }) => Effect.fail(new DatabaseDamaged({ message })),
  )

/** How long to wait for a lock of another process, in ms. */
const LOCK_WAIT_MILLIS = 5000

const attempt = <A>(work: () => A): Effect.Effect<A, SqlError> => Effect.try({ try: work, catch: sqliteError })

// Not only for reading: such a connection leaves the files of the log behind when it is the last one.
const opened = (file: string) =>
  Effect.acquireRelease(
    attempt(() => new DatabaseSync(file, { timeout: LOCK_WAIT_MILLIS })),
    (database) => Effect.sync(() => database.close()),
  )

/** Waits until the bytes of the file, and its name in its directory, are on the disk. */
const syncToDisk = (file: string): void => {
  for (const path of [file, dirname(file)]) {
    const descriptor = openSync(path, "r")
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  }
}

/** The files that SQLite keeps beside a database in use. */
const besides = (file: string): ReadonlyArray<string> => [`${file}-wal`, `${file}-shm`, `${file}-journal`]

/** Deletes a database with the files beside it. */
export const removeDatabase = (file: string): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const path of [file, ...besides(file)]) rmSync(path, { force: true })
  })

/**
 * Copies a database as it is at one moment, however long the copy takes and whatever is written meanwhile. What was
 * committed before the call is in the copy. The copy is one file without a log beside it, readable by its owner alone,
 * and on the disk when this ends. Answers with its size in bytes.
 */
export const copyDatabase = Effect.fn("Sqlite.copyDatabase")(
  function* (wanted: CopyWanted) {
    const { from, to, onProgress, pagesAtOnce = 4096 } = wanted
    yield* removeDatabase(to)
    const source = yield* opened(from)
    // Without a transaction of its own, each write of another process would make the copy begin again.
    yield* attempt(() => source.exec("BEGIN; SELECT 1 FROM sqlite_schema"))
    yield* attempt(() => createPrivately(to))
    const options = { rate: pagesAtOnce, ...(onProgress === undefined ? {} : { progress: onProgress }) }
    yield* Effect.tryPromise({ try: () => backup(source, to, options), catch: sqliteError })
    return yield* intoOneFile(to)
  },
  Effect.scoped,
  tellingDamage,
)

/**
 * Makes a database that nothing uses one file, without a log beside it, and waits until it is on the disk. Answers with
 * its size in bytes.
 */
export const intoOneFile = Effect.fnUntraced(function* (file: string) {
  const database = yield* opened(file)
  yield* attempt(() => database.exec("PRAGMA journal_mode = DELETE"))
  yield* attempt(() => syncToDisk(file))
  return statSync(file).size
}, Effect.scoped)

/** Gives a finished copy its name, by one rename. */
export const nameCopy = (copy: string, file: string): Effect.Effect<void, SqlError> =>
  attempt(() => {
    renameSync(copy, file)
    syncToDisk(file)
  })

/** What SQLite finds wrong with a database, in its own words, at most 100 lines; nothing where it is sound. */
export const damageOf = Effect.fn("Sqlite.damageOf")(
  function* (file: string) {
    const database = yield* opened(file)
    const pages = yield* attempt(() => database.prepare("PRAGMA integrity_check").all())
    const broken = pages.map((row) => text(row["integrity_check"])).filter((line) => line !== "ok")
    if (broken.length > 0) return broken
    const references = yield* attempt(() => database.prepare("PRAGMA foreign_key_check").all())
    return references
      .slice(0, 100)
      .map((row) => `a row of ${text(row["table"])} refers to nothing in ${text(row["parent"])}`)
  },
  Effect.scoped,
  tellingDamage,
)

/** What stands where a database is to be put. `in_use`: another process has it open. */
export type PlaceState = "free" | "empty" | "filled" | "in_use"

const isLocked = (error: SqlError): boolean => error.reason._tag === "LockTimeoutError"

const isUnreadable = (error: SqlError): boolean => isBroken(error.reason.cause)

/**
 * Keeps every other process out of a database until the scope closes, and says what the database is. Writers that wait
 * for it find that its file was replaced.
 */
const taken = Effect.fnUntraced(function* (file: string) {
  if (!existsSync(file)) return "free" as const
  const database = yield* opened(file)
  const alone = attempt(() => {
    // SQLite leaves this mode only for the one who has the database open alone.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    const found = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get()
    return found === undefined ? ("empty" as const) : ("filled" as const)
  })
  return yield* alone.pipe(
    Effect.catchIf(isLocked, () => Effect.succeed("in_use" as const)),
    // Whose pages are so broken that it cannot be locked is what a restore is for.
    Effect.catchIf(isUnreadable, () => Effect.succeed("filled" as const)),
  )
})

/** Where the database that was replaced is kept; undefined where there was none. */
export interface Placed {
  readonly kept: string | undefined
}

/**
 * Puts the database `by` in the place of `file`, by one rename: after a kill the one or the other is there, whole. A
 * database that is replaced is kept as `kept`. Fails with `in_use`, or with `filled` unless `replace` allows that.
 */
export const placeDatabase = Effect.fn("Sqlite.placeDatabase")(function* (
  by: string,
  file: string,
  kept: string,
  replace: boolean,
) {
  const state: PlaceState = yield* taken(file)
  if (state === "in_use" || (state === "filled" && !replace)) return yield* Effect.fail(state)
  return yield* attempt((): Placed => {
    if (state === "filled") linkSync(file, kept)
    // Only a broken database still has a log, which would be taken for that of the new file.
    for (const log of ["-wal", "-shm"]) if (existsSync(file + log)) renameSync(file + log, kept + log)
    renameSync(by, file)
    syncToDisk(file)
    return { kept: state === "filled" ? kept : undefined }
  })
}, Effect.scoped)

/** What `garrison backup` and `garrison restore` do (decisions, section 15; guarantees R70). */
import { nameCopy, placeDatabase, type PlaceState, removeDatabase } from "@garrison/sql/backup/sqliteCopy"
import { lacksTable } from "@garrison/sql/SqliteFile"
import { LEDGER_TABLE } from "@garrison/sql/Migration"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { copied, readBack, type Sound } from "../document/databaseCopy.ts"
import { Invocation, pathIn } from "../Invocation.ts"
import { forgetful, tellingStorage, verifying } from "../local.ts"
import { CommandFailure } from "../output/CommandFailure.ts"
import { counted } from "@garrison/core/operation/show/counted"
import { present, printWarning } from "../output/print.ts"
import { currentSettings } from "../settings/current.ts"
import { recordUpkeep } from "./upkeep.ts"
import { fileOf, isInMemory, withoutPassword } from "../settings/storageAddress.ts"

/** What both commands are given. */
interface CopyInput {
  readonly file: string
  readonly replace: boolean
  readonly json: boolean
}

/** The programs of Postgres that do what these commands do for SQLite. */
const ofPostgres = (what: "backup" | "restore", storage: string, file: string): CommandFailure => {
  const url = withoutPassword(storage)
  const command =
    what === "backup"
      ? `pg_dump --format=custom --file=${file} ${url}`
      : `pg_restore --exit-on-error --single-transaction --no-owner --dbname=${url} ${file}`
  return new CommandFailure({
    kind: "usage",
    sentence: `garrison ${what} is for SQLite. Postgres has programs of its own, which work beside running servers.`,
    next: `Run ${command} with the real password (docs/backup.md).`,
  })
}

/** The SQLite file of the settings, as an absolute path. */
const databaseFile = Effect.fnUntraced(function* (what: "backup" | "restore", file: string) {
  const { storage } = (yield* currentSettings()).values
  if (isInMemory(storage)) return yield* forgetful
  const named = fileOf(storage)
  if (named === undefined) return yield* ofPostgres(what, storage, file)
  return pathIn(yield* Invocation, named)
})

const notThere = (file: string, next: string): CommandFailure =>
  new CommandFailure({ kind: "notFound", sentence: `There is no file ${file}.`, next })

const notGarrison = (file: string): CommandFailure =>
  new CommandFailure({
    kind: "usage",
    sentence: `${file} is not a database of Garrison.`,
    next: "Name a file that garrison backup has written.",
  })

/** Reads back a copy of `file`, which must be of Garrison, with a schema that this version knows. */
const readBackOf = (file: string, copy: string, name: string) =>
  readBack(copy, name).pipe(
    Effect.catchTag("SchemaNotReady", () => Effect.fail(notGarrison(file))),
    Effect.catchTag("MigrationRefused", ({ message }) =>
      Effect.fail(new CommandFailure({ kind: "failure", sentence: `${file} cannot be used: ${message}.` })),
    ),
  )

/** A copy that is not finished stays out of the way of others, and is deleted when the command fails. */
const unfinished = (file: string) =>
  Effect.acquireRelease(Effect.succeed(`${file}.unfinished`), (path) => removeDatabase(path))

const wire = (file: string, { audit, bytes, totals }: Sound) => ({
  file,
  bytes,
  players: totals.players,
  orders: totals.orders,
  records: totals.records,
  ledger_rows: totals.ledgerRows,
  audit_rows: audit.rows,
  audit_not_checkable: audit.missing === undefined ? undefined : audit.unchecked,
})

const sizes = ({ audit, bytes, totals: { ledgerRows, orders, players } }: Sound): string => {
  const rows = `${counted(ledgerRows, "ledger row")}, ${counted(audit.rows, "audit row")}`
  return `${bytes} bytes, ${counted(players, "player")} with an inventory, ${counted(orders, "order")}, ${rows}`
}

/** Says what could not be verified. The copy is good for all that is known. */
const warnOfUnchecked = ({ audit: { missing, unchecked } }: Sound) =>
  missing === undefined
    ? Effect.void
    : printWarning(`${counted(unchecked, "keyed seal")} of the audit could not be checked, because ${missing}`)

/** Takes a backup beside a running server, and reads it back. */
export const takeBackup = Effect.fn("Backup.take")(
  function* (input: CopyInput) {
    const database = yield* databaseFile("backup", input.file)
    const file = pathIn(yield* Invocation, input.file)
    if (!existsSync(database)) {
      return yield* notThere(database, "Say where the database is with --storage or GARRISON_STORAGE.")
    }
    if (!existsSync(dirname(file))) return yield* notThere(dirname(file), "Make the directory first.")
    if (existsSync(file) && !input.replace) {
      return yield* new CommandFailure({
        kind: "conflict",
        sentence: `${file} exists already.`,
        next: "Choose another name, or add --replace to write over it.",
      })
    }
    if (lacksTable(database, LEDGER_TABLE)) return yield* notGarrison(database)
    const copy = yield* unfinished(file)
    yield* copied(database, copy)
    const sound = yield* readBackOf(database, copy, "The copy of the database")
    yield* warnOfUnchecked(sound)
    yield* nameCopy(copy, file)
    // The backup is there, whatever becomes of the note. A database of an earlier schema has no room for one.
    yield* Effect.ignoreCause(verifying((yield* currentSettings()).values, recordUpkeep("backup"), "read"))
    return yield* present(
      input.json,
      wire(file, sound),
      () => `Backed up to ${file}: ${sizes(sound)}. It was read back.`,
    )
  },
  Effect.scoped,
  tellingStorage(),
)

const occupied = (database: string, state: Extract<PlaceState, "filled" | "in_use">): CommandFailure =>
  state === "in_use"
    ? new CommandFailure({
        kind: "conflict",
        sentence: `${database} is in use by another process; nothing was changed.`,
        next: "Stop the servers and commands that use it, then run this again.",
      })
    : new CommandFailure({
        kind: "conflict",
        sentence: `${database} holds data already; nothing was changed.`,
        next: "Add --replace to put the backup in its place. What is there now is kept beside it.",
      })

/** The time in a file name, to the millisecond: two restores within a second keep two databases. */
const stamp = (millis: number): string => new Date(millis).toISOString().replace(/[-:.]/g, "")

/** Puts a backup in the place of the database of the settings. */
export const restoreBackup = Effect.fn("Backup.restore")(
  function* (input: CopyInput) {
    const database = yield* databaseFile("restore", input.file)
    const file = pathIn(yield* Invocation, input.file)
    if (!existsSync(file)) return yield* notThere(file, "Name a file that garrison backup has written.")
    if (lacksTable(file, LEDGER_TABLE)) return yield* notGarrison(file)
    const copy = yield* unfinished(database)
    yield* copied(file, copy)
    const sound = yield* readBackOf(file, copy, file)
    yield* warnOfUnchecked(sound)
    const kept = `${database}.replaced-${stamp(yield* Clock.currentTimeMillis)}`
    const placed = yield* placeDatabase(copy, database, kept, input.replace).pipe(
      Effect.catchIf(
        (error) => error === "in_use" || error === "filled",
        (state) => Effect.fail(occupied(database, state)),
      ),
    )
    const data = { ...wire(database, sound), replaced: placed.kept }
    const former = placed.kept === undefined ? "" : ` The database before is ${placed.kept}.`
    return yield* present(input.json, data, () => `Restored ${database} from ${file}: ${sizes(sound)}.${former}`)
  },
  Effect.scoped,
  tellingStorage(),
)

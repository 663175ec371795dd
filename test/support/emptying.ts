/**
 * Makes a used database of a test as it was when it was new, so that the next test of the file has it. That takes a
 * millisecond or two, where another database, with its connections, takes twenty times as long on Postgres.
 */
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { text } from "@garrison/sql/columns"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { DatabaseSync } from "node:sqlite"
import { sqliteFile } from "./onDisk.ts"

/** What empties one database. */
export interface Emptying {
  /** False, or a failure: it cannot be made as it was, and must not be used again. */
  readonly empty: () => Promise<boolean>
  readonly close: () => void
}

/** A database that has grown by more than so many times is slow to empty, and stays large. */
const GROWTH_MAX = 4

type Row = Readonly<Record<string, unknown>>

const quoted = (name: string): string => `"${name}"`

/** How the statements of one table empty it, and store the rows that it had when it was new. */
const sqliteTable = (database: DatabaseSync, name: string) => {
  const some = database.prepare(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
  const removal = database.prepare(`DELETE FROM ${quoted(name)}`)
  // What is generated is not among these.
  const columns = database
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(name)
    .map((column) => text(column.name))
  const reading = database.prepare(`SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}`)
  reading.setReadBigInts(true)
  const first = reading.all()
  const insert =
    first.length === 0
      ? undefined
      : database.prepare(
          `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
        )
  return () => {
    if (some.get() === undefined && insert === undefined) return
    removal.run()
    for (const row of first) insert?.run(...Object.values(row))
  }
}

const ofSqlite = (file: string, drained: () => Promise<unknown>): Emptying => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const number = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  // The table of full-text search is emptied by the triggers of the table of players, and keeps tables of its own.
  const names = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'player_name_gram%'")
    .all()
  const tables = names.map(({ name }) => sqliteTable(database, String(name)))
  const version = number("schema_version")
  const pagesMax = number("page_count") * GROWTH_MAX
  return {
    empty: async () => {
      await drained()
      database.exec("BEGIN IMMEDIATE")
      const isAsMade = number("schema_version") === version && number("page_count") <= pagesMax
      if (isAsMade) for (const empty of tables) empty()
      database.exec(isAsMade ? "COMMIT" : "ROLLBACK")
      return isAsMade
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** What every change of the schema changes, how large the tables are, and who else is in the middle of something. */
const LOOK = `(SELECT sum(hashtext(oid || ' ' || xmin)::bigint) FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    || ' ' || (SELECT sum(hashtext(oid || ' ' || xmin)::bigint) FROM pg_trigger)
    || ' ' || (SELECT count(*) FROM pg_namespace) AS schema,
  (SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')
    AS bytes,
  (SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle')
    AS busy`

const rowsOfTable = (table: string): string => `(SELECT json_agg(t)::text FROM ${quoted(table)} t)`

/** Rows of all tables, or `null` of those without. */
const allRows = (tables: ReadonlyArray<string>): string =>
  `SELECT ${tables.map((table) => `${rowsOfTable(table)} AS ${quoted(table)}`).join(", ")}`

/** What a look finds. */
interface Looked {
  readonly schema: string
  readonly bytes: number
  readonly isBusy: boolean
  /** Tables that do not have the rows that they had when they were new. */
  readonly used: ReadonlyArray<string>
  /** A sequence has begun. */
  readonly hasCounted: boolean
}

/**
 * Looks at the database. The statement stays the same, and so does its plan, which takes longer than all else: most
 * tests use a few tables, and the statement that empties those is planned anew.
 */
const lookAt = (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<string>,
  first: ReadonlyMap<string, string>,
  sequences: ReadonlyArray<string>,
) => {
  const isUsed = (table: string): string => {
    const rows = first.get(table)
    return rows === undefined
      ? `EXISTS (SELECT FROM ${quoted(table)})`
      : `${rowsOfTable(table)} IS DISTINCT FROM $rows$${rows}$rows$`
  }
  const counted = sequences.map((name) => `(SELECT is_called FROM ${quoted(name)})`)
  const statement = `SELECT ${LOOK}, to_json(ARRAY[${tables.map(isUsed).join(", ")}])::text AS used,
    ${["false", ...counted].join(" OR ")} AS counted`
  return Effect.map(sql.unsafe<Row>(statement), ([row]): Looked => {
    const areUsed = JSON.parse(text(row?.used)) as ReadonlyArray<boolean>
    return {
      schema: text(row?.schema),
      bytes: Number(row?.bytes),
      isBusy: Number(row?.busy) > 0,
      used: tables.filter((_, index) => areUsed[index]),
      hasCounted: row?.counted === true,
    }
  })
}

/** A block of statements that empties the tables, gives `first` of them the rows back, and begins sequences anew. */
const blockOf = (
  tables: ReadonlyArray<string>,
  first: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, string>,
  sequences: ReadonlyArray<string>,
) =>
  `DO $emptying$ BEGIN SET LOCAL session_replication_role = replica; SET LOCAL lock_timeout = '1s';
${tables
  .map((table) => {
    const rows = first.get(table)
    const removal = `DELETE FROM ${quoted(table)};`
    return rows === undefined
      ? removal
      : `${removal} INSERT INTO ${quoted(table)} (${columns.get(table)})
SELECT ${columns.get(table)} FROM json_populate_recordset(NULL::${quoted(table)}, $rows$${rows}$rows$);`
  })
  .join("\n")}
${sequences.map((name) => `PERFORM setval('${name}', 1, false);`).join("\n")}
END $emptying$`

/** Tables of more bytes are slow to empty, and stay large. */
const TABLE_BYTES_MAX = 4 * 1024 * 1024

const ofPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const relations = yield* sql`SELECT relname, relkind FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')`
  const named = (kind: string) => relations.flatMap(({ relname, relkind }) => (relkind === kind ? [text(relname)] : []))
  const tables = named("r")
  const sequences = named("S")
  const [rows] = yield* sql.unsafe<Row>(allRows(tables))
  const first = new Map<string, string>()
  for (const table of tables) if (rows?.[table] != null) first.set(table, text(rows[table]))
  const written = yield* sql`SELECT attrelid::regclass::text AS relname, string_agg(quote_ident(attname), ', ') AS names
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY attrelid`
  const columns = new Map(written.map(({ names, relname }) => [text(relname), text(names)]))
  const look = lookAt(sql, tables, first, sequences)
  const made = yield* look
  const emptied = Effect.gen(function* () {
    const { bytes, hasCounted, isBusy, schema, used } = yield* look
    if (schema !== made.schema || bytes > TABLE_BYTES_MAX || isBusy) return false
    if (used.length > 0 || hasCounted) yield* sql.unsafe(blockOf(used, first, columns, sequences))
    return true
  })
  return { empty: () => Effect.runPromise(emptied), close: () => {} } satisfies Emptying
})

/** What makes this database as it is now: empty, where nobody has used it yet. */
export const emptyingOf = async (services: Context.Context<SqlClient.SqlClient | Transaction>): Promise<Emptying> => {
  const sql = Context.get(services, SqlClient.SqlClient)
  const drained = () => Effect.runPromise(Context.get(services, Transaction).run(Effect.void))
  return sql.onDialectOrElse({
    pg: () => Effect.runPromise(ofPostgres(sql)),
    orElse: async () => ofSqlite(await Effect.runPromise(sqliteFile(sql)), drained),
  })
}

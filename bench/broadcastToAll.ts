/**
 * What a broadcast costs with many players, on SQLite and on a Postgres that waits for its disk: its time, rows and
 * bytes, and the first page of a player who joined before it and of one who joined after it. Beside it stands the same
 * broadcast in a database of one player: the number of players must not matter. `--players N` makes fewer than a
 * million.
 */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { postgres, sqlite } from "@garrison/sql"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import { tables } from "@garrison/sql/schema/tables"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { startPostgres } from "../test/support/postgres.ts"
import { makeDurable } from "./durablePostgres.ts"

const PLAYERS = Number(process.argv[process.argv.indexOf("--players") + 1] ?? 0) || 1_000_000

/** A database beside Garrison: what it holds, and how far its log of writes has come. */
interface Beside {
  readonly run: (sql: string) => Promise<ReadonlyArray<Readonly<Record<string, unknown>>>>
  /** Bytes of the write-ahead log. */
  readonly written: () => Promise<number>
  /** An expression for a new identifier, and rows with these numbers. */
  readonly newId: string
  readonly numbers: (from: number, to: number) => string
  /** How a text of an identifier is made of one. */
  readonly textOf: (id: unknown) => string
}

const besideSqlite = (file: string): Beside => {
  const database = new DatabaseSync(file)
  return {
    run: (sql) => Promise.resolve(database.prepare(sql).all()),
    written: () => Promise.resolve(statSync(`${file}-wal`).size),
    newId: "randomblob(16)",
    numbers: (from, to) => `(WITH RECURSIVE numbers (at) AS (
      SELECT ${from} UNION ALL SELECT at + 1 FROM numbers WHERE at < ${to}) SELECT at FROM numbers) AS numbers`,
    textOf: (id) =>
      Buffer.from(id as Uint8Array)
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  }
}

const besidePostgres = (sql: SqlClient.SqlClient): Beside => {
  const run: Beside["run"] = (text) => Effect.runPromise(sql.unsafe<Record<string, unknown>>(text))
  return {
    run,
    written: async () => Number((await run("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes"))[0]?.["bytes"]),
    newId: "gen_random_uuid()",
    numbers: (from, to) => `generate_series(${from}, ${to}) AS numbers (at)`,
    textOf: String,
  }
}

/** Players of one statement: Postgres ends those that take longer than ten seconds. */
const PLAYERS_AT_ONCE = 20_000

/** Players as logins leave them. Answers with one of them. */
const addPlayers = async ({ newId, numbers, run, textOf }: Beside): Promise<string> => {
  await run("CREATE TABLE made (at BIGINT PRIMARY KEY, person_id UUID, player_uuid UUID)")
  for (let from = 1; from <= PLAYERS; from += PLAYERS_AT_ONCE) {
    const to = Math.min(PLAYERS, from + PLAYERS_AT_ONCE - 1)
    const part = `FROM made WHERE at BETWEEN ${from} AND ${to}`
    await run(`INSERT INTO made SELECT at, ${newId}, ${newId} FROM ${numbers(from, to)}`)
    await run(`INSERT INTO person (person_id, created_at) SELECT person_id, 0 ${part}`)
    await run(`INSERT INTO player (player_uuid, person_id, created_at) SELECT player_uuid, person_id, 0 ${part}`)
    await run(`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform,
      created_at) SELECT person_id, player_uuid, at, 1, 1, 'Player', 'Anon', 0 ${part}`)
  }
  const [row] = await run(`SELECT player_uuid FROM made WHERE at = ${Math.ceil(PLAYERS / 2)}`)
  await run("DROP TABLE made")
  return textOf(row?.["player_uuid"])
}

const rowsOf = async ({ run }: Beside): Promise<number> => {
  let rows = 0
  for (const { name } of tables) rows += Number((await run(`SELECT COUNT(*) AS rows FROM ${name}`))[0]?.["rows"])
  return rows
}

const timed = async <A>(work: () => Promise<A>) => {
  const begun = performance.now()
  const result = await work()
  return { result, milliseconds: performance.now() - begun }
}

/** One broadcast, and the pages of those who joined before and after it. */
const measure = async (name: string, garrison: EmbeddedGarrison, beside: Beside, early: string) => {
  // The first act of a process has work to do that the others have not.
  await garrison.broadcast({ all: true, message: "The first" })
  const [rows, bytes] = [await rowsOf(beside), await beside.written()]
  const sent = await timed(() => garrison.broadcast({ all: true, message: "Maintenance begins in an hour" }))
  const [moreRows, moreBytes] = [(await rowsOf(beside)) - rows, (await beside.written()) - bytes]
  const device = { grant_type: "anon", portal_access_token: "a-device-that-comes-late" }
  const late = (await garrison.login(device)).active_player_uuid
  const pages = [await timed(() => garrison.notifications(early)), await timed(() => garrison.notifications(late))]
  const [ofEarly = 0, ofLate = 0] = pages.map(({ result }) => result.notifications.length)
  if (ofEarly !== 2 || ofLate !== 0) throw new Error(`${name}: ${ofEarly} and ${ofLate} notifications`)
  const [earlyMillis, lateMillis] = pages.map(({ milliseconds }) => milliseconds.toFixed(2))
  console.log(
    `${name}: broadcast ${sent.milliseconds.toFixed(1)} ms, ${moreRows} rows (one of the audit), ${moreBytes} bytes of log; ` +
      `page of one who joined before ${earlyMillis} ms (${ofEarly} of them), after ${lateMillis} ms (${ofLate})`,
  )
}

const inFolder = async (work: (folder: string) => Promise<unknown>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const only = async (garrison: EmbeddedGarrison): Promise<string> =>
  (await garrison.login({ grant_type: "anon", portal_access_token: "the-device-of-one-player" })).active_player_uuid

const measureSqlite = (players: number) =>
  inFolder(async (folder) => {
    const file = join(folder, "garrison.db")
    const garrison = await open(sqlite(file))
    const beside = besideSqlite(file)
    const early = players === 1 ? await only(garrison) : await addPlayers(beside)
    await beside.run("PRAGMA wal_checkpoint(TRUNCATE)")
    await measure(`SQLite, players: ${players}`, garrison, beside, early)
    await garrison.close()
  })

const measurePostgres = async (server: string, players: number) => {
  const url = server.replace(/[^/]*$/, players === 1 ? "one" : "many")
  const garrison = await open(postgres(url))
  const measured = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.promise(async () => {
      const beside = besidePostgres(sql)
      const early = players === 1 ? await only(garrison) : await addPlayers(beside)
      await beside.run("ANALYZE")
      await beside.run("CHECKPOINT")
      await measure(`Postgres, players: ${players}`, garrison, beside, early)
    }),
  )
  await Effect.runPromise(Effect.provide(measured, PostgresClient.layer({ url })))
  await garrison.close()
}

for (const players of [1, PLAYERS]) await measureSqlite(players)
const server = await startPostgres()
try {
  await makeDurable(server.url, ["one", "many"])
  for (const players of [1, PLAYERS]) await measurePostgres(server.url, players)
} finally {
  await server.stop()
}

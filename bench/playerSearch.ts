/**
 * The search for players among many, on SQLite and on Postgres: the time of a page, of the first as of the last, beside
 * a floor: the statement that reads as many players by their names, written by hand on the driver. `--players N` makes
 * fewer than a million.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { localActor } from "@garrison/core/operation/Act"
import { foldedName } from "@garrison/core/kernel/input/foldedName"
import { searchPlayers } from "@garrison/core/overview/operations/searchPlayers"
import * as Database from "@garrison/sql/Database"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Stores from "@garrison/sql/Stores"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { unpublishedCatalogs } from "../test/support/catalog.ts"
import { cryptoLayer } from "../test/support/crypto.ts"
import { startPostgres } from "../test/support/postgres.ts"

const PLAYERS = Number(process.argv[process.argv.indexOf("--players") + 1] ?? 0) || 1_000_000

/** Players on a page. */
const LIMIT = 100

/** Pages that are timed of each search, from the first on; a search of more goes on from a name near the end. */
const PAGES = 25

/** Rows of one statement while the database is filled. */
const BATCH = 5000

const ITEM = 77
const act = { actor: localActor("bench") }

const syllables = "ka zo mi ran tel qu bor shi len dra vex no pa ri sto wen Ül né".split(" ")

/** A number that looks drawn, the same in each run. */
const drawn = (index: number, salt: number): number => {
  let bits = Math.imul(index + salt * 7919, 0x9e_37_79_b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85_eb_ca_6b)
  return (bits ^ (bits >>> 13)) >>> 0
}

const nameOf = (index: number): string => {
  if (index % 2 === 0) return `Player${String(drawn(index, 1) % 1_000_000).padStart(6, "0")}`
  const letters = [1, 2, 3].map((salt) => syllables[drawn(index, salt) % syllables.length] ?? "").join("")
  return `${letters}${index % 5 === 0 ? drawn(index, 4) % 100 : ""}`
}

const uuidOf = (index: number, kind: "8" | "9"): string =>
  `${drawn(index, 5).toString(16).padStart(8, "0")}-0000-7000-${kind}000-${index.toString(16).padStart(12, "0")}`

const NOW = Date.now()

/** What a player is, as the columns of one row of what the databases are filled from. */
const rowOf = (index: number) => ({
  person: uuidOf(index, "9"),
  player: uuidOf(index, "8"),
  number: index + 1,
  name: nameOf(index),
  folded: foldedName(nameOf(index)),
  // One in fifty is online, one in a thousand banned, one in ten has the item.
  online: index % 50 === 0,
  banned: index % 1000 === 0,
  holds: index % 10 === 0,
})

const columns = "(person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at, folded_name)"

const bytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex")

const fillSqlite = (file: string): void => {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const person = database.prepare("INSERT INTO person (person_id, created_at) VALUES (?, 1)")
  const player = database.prepare("INSERT INTO player (rowid, player_uuid, person_id, created_at) VALUES (?, ?, ?, 1)")
  const owned = database.prepare(`INSERT INTO person_player ${columns} VALUES (?, ?, ?, 1, 1, ?, 'Anon', 1, ?)`)
  const count = database.prepare("INSERT INTO inventory_count VALUES (?, ?, 'free', 1, 1)")
  const ban = database.prepare(
    "INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at) VALUES (?, ?, 'account_ban', 'x', 1)",
  )
  const seen = database.prepare(
    "INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform) VALUES (?, ?, 'online', 0, ?, 'Anon')",
  )
  database.exec("BEGIN")
  for (let index = 0; index < PLAYERS; index++) {
    const row = rowOf(index)
    const [personId, playerId] = [bytes(row.person), bytes(row.player)]
    person.run(personId)
    player.run(row.number, playerId, personId)
    owned.run(personId, playerId, row.number, row.name, row.folded)
    if (row.holds) count.run(playerId, ITEM)
    if (row.banned) ban.run(personId, playerId)
    seen.run(personId, playerId, row.online ? NOW + 86_400_000 : 1)
  }
  database.exec("COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
}

const given = `json_to_recordset($1::json) AS n (person uuid, player uuid, number bigint, name text, folded text,
  online boolean, banned boolean, holds boolean)`

const insertions: ReadonlyArray<string> = [
  `INSERT INTO person (person_id, created_at) SELECT person, 1 FROM ${given}`,
  `INSERT INTO player (player_uuid, person_id, created_at) SELECT player, person, 1 FROM ${given}`,
  `INSERT INTO person_player ${columns} SELECT person, player, number, 1, 1, name, 'Anon', 1, folded FROM ${given}`,
  `INSERT INTO inventory_count (player_uuid, item_id, bucket, count, records)
    SELECT player, ${ITEM}, 'free', 1, 1 FROM ${given} WHERE holds`,
  `INSERT INTO restriction (person_id, restriction_id, type, issuer, created_at)
    SELECT person, player, 'account_ban', 'x', 1 FROM ${given} WHERE banned`,
  `INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform)
    SELECT person, player, 'online', 0, CASE WHEN online THEN ${NOW + 86_400_000} ELSE 1 END, 'Anon' FROM ${given}`,
]

/** Postgres by its driver alone, for what is written by hand. */
const byHand = (url: string) => {
  const run = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
    Effect.runPromise(Effect.scoped(Effect.provide(work, PostgresClient.layer({ url }))).pipe(Effect.orDie))
  return { run }
}

const fillPostgres = (url: string): Promise<void> =>
  byHand(url).run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let from = 0; from < PLAYERS; from += BATCH) {
        const rows = JSON.stringify(
          Array.from({ length: Math.min(BATCH, PLAYERS - from) }, (_, at) => rowOf(from + at)),
        )
        yield* sql.withTransaction(
          Effect.forEach(
            ["SET LOCAL session_replication_role = replica", ...insertions],
            (statement) => sql.unsafe(statement, statement.includes("$1") ? [rows] : []),
            { discard: true },
          ),
        )
      }
      yield* sql.unsafe("VACUUM ANALYZE")
    }),
  )

type Wanted = Parameters<typeof searchPlayers.run>[0]

const searches: ReadonlyArray<readonly [string, Wanted]> = [
  ["all, by name", {}],
  ["a frequent part (player)", { name: "player" }],
  ["a part of many (zomi)", { name: "zomi" }],
  ["a rare part (Player1234)", { name: "PLAYER1234" }],
  ["without accents (ulneka)", { name: "ulneka" }],
  ["one letter", { name: "x" }],
  ["nobody (three letters)", { name: "yyy" }],
  ["nobody (two letters)", { name: "yy" }],
  ["an item that many hold", { item_id: ITEM }],
  ["under a restriction", { restriction: "any" }],
  ["item and part", { item_id: ITEM, name: "zo" }],
  ["by number", { player_id: 4711 }],
  ["by uuid", { player_uuid: uuidOf(4711, "8") as NonNullable<Wanted["player_uuid"]> }],
]

const timed = async <A>(work: () => A | Promise<A>): Promise<readonly [number, A]> => {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Where the floor begins to read. */
const floorNames = Array.from({ length: 40 }, (_, at) => `player${at}0`)

/** The floor: as many players by their names, with the driver alone. */
const floorOnSqlite = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const read = database.prepare(
    `SELECT p.*, (SELECT deleted_at FROM person WHERE person.person_id = p.person_id) FROM person_player AS p
      WHERE (compared_name, player_uuid) > (?, x'00') ORDER BY compared_name, player_uuid LIMIT ${LIMIT}`,
  )
  return (names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
    const times = names.map((name) => {
      const start = performance.now()
      read.all(name)
      return performance.now() - start
    })
    database.close()
    return Promise.resolve(times)
  }
}

const floorOnPostgres = (url: string) => {
  const text = `SELECT p.*, (SELECT deleted_at FROM person WHERE person.person_id = p.person_id) FROM person_player AS p
    WHERE (compared_name, player_uuid) > ($1, '00000000-0000-0000-0000-000000000000')
    ORDER BY compared_name, player_uuid LIMIT ${LIMIT}`
  /** The times of reading behind each name, on one connection. */
  return (names: ReadonlyArray<string>): Promise<ReadonlyArray<number>> =>
    byHand(url).run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        return yield* Effect.forEach(names, (name) =>
          Effect.map(Effect.timed(sql.unsafe(text, [name])), ([duration]) => Duration.toMillis(duration)),
        )
      }),
    )
}

const measure = async (name: string, url: string, floors: ReadonlyArray<number>): Promise<void> => {
  const floorMillis = median(floors.slice(10))
  console.log(
    `${name}, ${PLAYERS} players, ${LIMIT} on a page. Floor (by hand, ${LIMIT} players by name): ${floorMillis.toFixed(2)} ms`,
  )
  const layer = Stores.layer.pipe(
    Layer.merge(unpublishedCatalogs),
    Layer.provideMerge(Database.layer(url)),
    Layer.provideMerge(cryptoLayer),
  )
  const runMany = Effect.gen(function* () {
    const context = yield* Effect.context<Layer.Success<typeof layer>>()
    for (const [what, wanted] of searches) {
      const times: Array<number> = []
      let [found, pages, isWhole] = [0, 0, false]
      let after: string | undefined
      // Once, so that what is timed is the search and not the first use of a statement.
      yield* searchPlayers.run({ ...wanted, limit: LIMIT }, act)
      for (; pages < PAGES && !isWhole; pages++) {
        const [millis, page] = yield* Effect.promise(() =>
          timed(() =>
            Effect.runPromise(
              searchPlayers
                .run({ ...wanted, limit: LIMIT, ...(after === undefined ? {} : { after }) }, act)
                .pipe(Effect.provideContext(context)),
            ),
          ),
        )
        times.push(millis)
        found += page.players.length
        after = page.next ?? undefined
        isWhole = page.next === null
      }
      const most = Math.max(...times)
      console.log(
        `  ${what.padEnd(28)} ${median(times).toFixed(1).padStart(6)} ms a page (${(median(times) / floorMillis).toFixed(1)} floors), ` +
          `most ${most.toFixed(1)} ms; ${found} found on ${pages} pages${isWhole ? ", to the last" : ""}`,
      )
    }
  })
  await Effect.runPromise(runMany.pipe(Effect.provide(layer)))
}

const migrated = (url: string) =>
  Effect.runPromise(
    Effect.void.pipe(Effect.provide(Layer.fresh(Database.layer(url).pipe(Layer.provideMerge(cryptoLayer))))),
  )

const onSqlite = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-search-"))
  const file = join(folder, "search.db")
  try {
    await migrated(`sqlite:${file}`)
    fillSqlite(file)
    await measure("SQLite", `sqlite:${file}`, await floorOnSqlite(file)(floorNames))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async (): Promise<void> => {
  const server = await startPostgres()
  try {
    await migrated(server.url)
    await fillPostgres(server.url)
    await measure("Postgres", server.url, await floorOnPostgres(server.url)(floorNames))
  } finally {
    await server.stop()
  }
}

await onSqlite()
await onPostgres()

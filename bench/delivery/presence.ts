/**
 * Heartbeats and friend lists of 100,000 players in one process, on SQLite: how many are answered in a second, and how
 * many of them one transaction stores. The floor is a batching writer as one would write it by hand: a map of times,
 * and every second an UPDATE for each in transactions of 500.
 */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { sqlite } from "@garrison/sql"
import { SqliteConnection } from "@garrison/sql/SqliteConnection"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Figure, figureOf, type Round } from "../report.ts"

const PLAYERS = 100_000
/** Requests under way at once. */
const AT_ONCE = 500
const FRIENDS = 200
const FRIEND_LISTS = 400
const FLOOR = "batching writer by hand"

const bytesOf = (uuid: string): Uint8Array => Buffer.from(uuid.replaceAll("-", ""), "hex")

/** Transactions that Garrison has committed in this process. */
let commits = 0
// oxlint-disable-next-line typescript/unbound-method -- it is called on the connection that it is found on
const { run } = SqliteConnection.prototype
SqliteConnection.prototype.run = function (this: SqliteConnection, ...given: Parameters<typeof run>) {
  if (given[0] === "COMMIT") commits++
  return run.apply(this, given)
}

/** Players as logins leave them, stored at once. */
const addPlayers = (file: string, players: ReadonlyArray<string>): void => {
  const database = new DatabaseSync(file)
  const person = database.prepare("INSERT INTO person (person_id, created_at) VALUES (?, 0)")
  const lookup = database.prepare("INSERT INTO player (player_uuid, person_id, created_at) VALUES (?, ?, 0)")
  const player = database.prepare(`INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active,
    display_name, platform, created_at) VALUES (?, ?, ?, 1, 1, 'Player', 'Anon', 0)`)
  database.exec("BEGIN")
  for (const [at, uuid] of players.entries()) {
    const [own, id] = [bytesOf(uuid), bytesOf(randomUUID())]
    person.run(id)
    lookup.run(own, id)
    player.run(id, own, at + 1)
  }
  database.exec("COMMIT")
  database.close()
}

interface Answer {
  readonly online: boolean
  readonly platform: string
  readonly display_name: string
  readonly player_uuid: string
  readonly do_not_disturb: boolean
  readonly last_seen: string
  readonly status: string
}

/** What one would write by hand for the same. */
class BatchingWriter {
  readonly #database: DatabaseSync
  readonly #known = new Map<string, Answer>()
  readonly #waiting = new Map<string, number>()
  readonly #friends
  transactions = 0
  #timer: NodeJS.Timeout | undefined

  constructor(file: string, players: ReadonlyArray<string>) {
    this.#database = new DatabaseSync(file)
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      CREATE TABLE presence (player_uuid BLOB PRIMARY KEY, status TEXT NOT NULL, name TEXT NOT NULL, last_seen INTEGER
        NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX presence_by_age ON presence (last_seen); BEGIN`)
    const insert = this.#database.prepare("INSERT INTO presence VALUES (?, 'online', 'Player', ?)")
    for (const player of players) {
      insert.run(bytesOf(player), Date.now())
      this.#known.set(player, this.#answer(player, Date.now()))
    }
    this.#database.exec("COMMIT")
    this.#friends = this.#database
      .prepare(`SELECT hex(player_uuid) AS player_uuid, status, name, last_seen FROM presence
      WHERE player_uuid IN (SELECT unhex(value) FROM json_each(?))`)
  }

  #answer(player: string, at: number): Answer {
    return {
      online: true,
      platform: "Anon",
      display_name: "Player",
      player_uuid: player,
      do_not_disturb: false,
      last_seen: new Date(at).toISOString(),
      status: "online",
    }
  }

  report(player: string): Promise<Answer> {
    const known = this.#known.get(player)
    if (known === undefined) return Promise.reject(new Error("no such player"))
    const now = Date.now()
    this.#waiting.set(player, now)
    this.#timer ??= setTimeout(() => void this.flush(), 1000)
    return Promise.resolve({ ...known, last_seen: new Date(now).toISOString() })
  }

  friends(players: ReadonlyArray<string>): Promise<ReadonlyArray<object>> {
    const rows = this.#friends.all(JSON.stringify(players.map((player) => player.replaceAll("-", ""))))
    const since = Date.now() - 60_000
    return Promise.resolve(
      rows.map((row) => {
        const online = Number(row["last_seen"]) > since
        return { online, display_name: row["name"], player_uuid: row["player_uuid"], status: row["status"] }
      }),
    )
  }

  async flush(): Promise<void> {
    this.#timer = undefined
    const update = this.#database.prepare("UPDATE presence SET last_seen = ? WHERE player_uuid = ? AND last_seen < ?")
    const taken = [...this.#waiting]
    this.#waiting.clear()
    for (let at = 0; at < taken.length; at += 500) {
      this.#database.exec("BEGIN IMMEDIATE")
      for (const [player, time] of taken.slice(at, at + 500)) update.run(time, bytesOf(player), time)
      this.#database.exec("COMMIT")
      this.transactions++
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.flush()
    this.#database.close()
  }
}

/** Sends one for each of `count`, so many at once, and answers with how many were answered in a second. */
export const rateOf = async (count: number, send: (index: number) => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  for (let at = 0; at < count; at += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => send(at + index)))
  }
  return count / ((performance.now() - started) / 1000)
}

/** Waits until every player was last seen since then. */
const untilStored = async (file: string, table: string, since: number): Promise<void> => {
  const database = new DatabaseSync(file, { readOnly: true })
  const late = database.prepare(`SELECT COUNT(*) AS late FROM ${table} WHERE last_seen < ?`)
  while (Number(late.get(since)?.["late"]) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  database.close()
}

interface Contestants {
  readonly players: ReadonlyArray<string>
  readonly garrison: EmbeddedGarrison
  readonly writer: BatchingWriter
  readonly files: { readonly ours: string; readonly floor: string }
}

const playerAt = ({ players }: Contestants, index: number): string => players[index % players.length] ?? ""

/** One round of heartbeats: rates, and heartbeats per transaction. */
const heartbeats = async (all: Contestants) => {
  const { files, garrison, writer } = all
  const since = Date.now()
  const before = { ours: commits, floor: writer.transactions }
  const empty = { ours: await rateOf(PLAYERS, (index) => garrison.reportPresence(playerAt(all, index))), floor: 0 }
  await untilStored(files.ours, "person_presence", since)
  const ours = PLAYERS / (commits - before.ours)
  empty.floor = await rateOf(PLAYERS, (index) => writer.report(playerAt(all, index)))
  await untilStored(files.floor, "presence", since)
  const stored = { ours, floor: PLAYERS / (writer.transactions - before.floor) }
  const named = await rateOf(PLAYERS, (index) => garrison.reportPresence(playerAt(all, index), { status: "online" }))
  return { empty, named: { ours: named, floor: empty.floor }, stored }
}

/** One round of friend lists. */
const friendLists = async (all: Contestants): Promise<Round> => {
  const listAt = (index: number) => Array.from({ length: FRIENDS }, (_, at) => playerAt(all, index * 211 + at * 37))
  return {
    ours: await rateOf(FRIEND_LISTS, (index) => all.garrison.presences(listAt(index))),
    floor: await rateOf(FRIEND_LISTS, (index) => all.writer.friends(listAt(index))),
  }
}

/** Measures heartbeats and friend lists through `open()`. */
export const measurePresence = async ({ rounds }: { readonly rounds: number }): Promise<ReadonlyArray<Figure>> => {
  const folder = mkdtempSync(join(tmpdir(), "garrison-bench-"))
  const files = { ours: join(folder, "ours.db"), floor: join(folder, "floor.db") }
  const garrison = await open(sqlite(files.ours))
  try {
    const players = Array.from({ length: PLAYERS }, () => randomUUID())
    addPlayers(files.ours, players)
    const writer = new BatchingWriter(files.floor, players)
    const all: Contestants = { players, garrison, writer, files }
    // The first report of each is a change, which is stored before its answer.
    await rateOf(PLAYERS, (index) => garrison.reportPresence(playerAt(all, index), { status: "online" }))
    const beats: Array<Awaited<ReturnType<typeof heartbeats>>> = []
    const lists: Array<Round> = []
    for (let round = 0; round < rounds; round++) {
      beats.push(await heartbeats(all))
      lists.push(await friendLists(all))
    }
    await writer.close()
    const of = (kind: "empty" | "named" | "stored") => beats.map((round) => round[kind])
    return [
      figureOf("delivery presence heartbeat", "reports/s", FLOOR, true, of("empty")),
      figureOf("delivery presence heartbeat, status named", "reports/s", FLOOR, true, of("named")),
      figureOf("delivery presence heartbeats per transaction", "reports", FLOOR, true, of("stored")),
      figureOf(`delivery presence list of ${FRIENDS}`, "lists/s", "query by hand", true, lists),
    ]
  } finally {
    await garrison.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

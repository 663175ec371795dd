/**
 * Heartbeats of 20,000 players in one process, on a Postgres that waits for its disk: how many are answered in a
 * second, and how long after the first of them all are stored. The floor is a batching writer as one would write it
 * by hand: a map of times, and every second an UPDATE of 500 rows after another.
 */
import { type EmbeddedGarrison, open } from "@garrison/core"
import { postgres } from "@garrison/sql"
import * as PostgresClient from "@garrison/sql/PostgresClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { startPostgres } from "../../test/support/postgres.ts"
import { makeDurable } from "../durablePostgres.ts"
import { type Figure, figureOf } from "../report.ts"
import { rateOf } from "./presence.ts"

const PLAYERS = 20_000
const ROWS_AT_ONCE = 500
const FLOOR = "batching writer by hand"

type Run = (sql: string, params?: ReadonlyArray<string | number>) => Promise<ReadonlyArray<Record<string, unknown>>>

/** Statements on the database of this address, for as long as the scope is open. */
const connect = async (url: string, scope: Scope.Scope): Promise<Run> => {
  const services = await Effect.runPromise(Layer.buildWithScope(PostgresClient.layer({ url }), scope))
  const client = Context.get(services, SqlClient.SqlClient)
  return (sql, params = []) => Effect.runPromise(client.unsafe<Record<string, unknown>>(sql, params))
}

const GIVEN = "json_array_elements_text(CAST($1 AS JSON)) WITH ORDINALITY AS given (id, at)"

/** Players as logins leave them: `$1` has a person for each of the players in `$2`. */
const addPlayers = async (run: Run, players: ReadonlyArray<string>): Promise<void> => {
  const persons = players.map(() => randomUUID())
  await run(`INSERT INTO person (person_id, created_at) SELECT CAST(id AS UUID), 0 FROM ${GIVEN}`, [
    JSON.stringify(persons),
  ])
  const both = [JSON.stringify(persons), JSON.stringify(players)]
  const pairs = `(SELECT CAST(given.id AS UUID) AS person, CAST(other.id AS UUID) AS player, given.at FROM ${GIVEN}
    JOIN json_array_elements_text(CAST($2 AS JSON)) WITH ORDINALITY AS other (id, at) ON other.at = given.at) AS pairs`
  await run(`INSERT INTO player (player_uuid, person_id, created_at) SELECT player, person, 0 FROM ${pairs}`, both)
  await run(
    `INSERT INTO person_player (person_id, player_uuid, player_id, role_id, active, display_name, platform, created_at)
      SELECT person, player, at, 1, 1, 'Player', 'Anon', 0 FROM ${pairs}`,
    both,
  )
}

/** What one would write by hand for the same. */
class BatchingWriter {
  readonly #run: Run
  readonly #waiting = new Map<string, number>()
  #isDue = false

  private constructor(run: Run) {
    this.#run = run
  }

  static async make(run: Run, players: ReadonlyArray<string>): Promise<BatchingWriter> {
    await run(`CREATE TABLE person_presence (player_uuid UUID PRIMARY KEY, status TEXT NOT NULL,
      last_seen BIGINT NOT NULL)`)
    await run("CREATE INDEX presence_by_age ON person_presence (last_seen)")
    await run(`INSERT INTO person_presence SELECT CAST(id AS UUID), 'online', 0 FROM ${GIVEN}`, [
      JSON.stringify(players),
    ])
    return new BatchingWriter(run)
  }

  report(player: string): Promise<object> {
    const now = Date.now()
    this.#waiting.set(player, now)
    if (!this.#isDue) setTimeout(() => void this.#flush(), 1000)
    this.#isDue = true
    return Promise.resolve({ online: true, player_uuid: player, last_seen: new Date(now).toISOString() })
  }

  async #flush(): Promise<void> {
    const taken = [...this.#waiting]
    this.#waiting.clear()
    this.#isDue = false
    for (let at = 0; at < taken.length; at += ROWS_AT_ONCE) {
      await this.#run(
        `UPDATE person_presence SET last_seen = CAST(given.row ->> 1 AS BIGINT)
          FROM json_array_elements(CAST($1 AS JSON)) AS given (row)
          WHERE player_uuid = CAST(given.row ->> 0 AS UUID) AND last_seen < CAST(given.row ->> 1 AS BIGINT)`,
        [JSON.stringify(taken.slice(at, at + ROWS_AT_ONCE))],
      )
    }
  }
}

/** Waits until every player was last seen since then. Answers with the seconds that it took from then. */
const secondsUntilStored = async (run: Run, since: number): Promise<number> => {
  for (;;) {
    const [row] = await run("SELECT COUNT(*) AS late FROM person_presence WHERE last_seen < $1", [since])
    if (Number(row?.["late"]) === 0) return (Date.now() - since) / 1000
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

interface Contestants {
  readonly players: ReadonlyArray<string>
  readonly garrison: EmbeddedGarrison
  readonly writer: BatchingWriter
  readonly run: { readonly ours: Run; readonly floor: Run }
}

/** One heartbeat of each player: how many are answered in a second, and the seconds until all are stored. */
const beatOf = async (players: ReadonlyArray<string>, run: Run, send: (player: string) => Promise<unknown>) => {
  const since = Date.now()
  const rate = await rateOf(players.length, (index) => send(players[index] ?? ""))
  return { rate, seconds: await secondsUntilStored(run, since) }
}

const roundOf = async ({ garrison, players, run, writer }: Contestants) => {
  const ours = await beatOf(players, run.ours, (player) => garrison.reportPresence(player))
  const floor = await beatOf(players, run.floor, (player) => writer.report(player))
  const named = await beatOf(players, run.ours, (player) => garrison.reportPresence(player, { status: "online" }))
  return {
    empty: { ours: ours.rate, floor: floor.rate },
    named: { ours: named.rate, floor: floor.rate },
    stored: { ours: ours.seconds, floor: floor.seconds },
  }
}

/** Measures heartbeats through `open()`. */
export const measurePresencePostgres = async ({
  rounds,
}: {
  readonly rounds: number
}): Promise<ReadonlyArray<Figure>> => {
  const server = await startPostgres()
  const scope = Scope.makeUnsafe()
  try {
    await makeDurable(server.url, ["ours", "floor"])
    const [ours, floor] = ["ours", "floor"].map((name) => server.url.replace(/[^/]*$/, name)) as [string, string]
    const garrison = await open(postgres(ours))
    const run = { ours: await connect(ours, scope), floor: await connect(floor, scope) }
    const players = Array.from({ length: PLAYERS }, () => randomUUID())
    await addPlayers(run.ours, players)
    const all = { players, garrison, run, writer: await BatchingWriter.make(run.floor, players) }
    // The first report of each is a change, which is stored before its answer.
    await rateOf(PLAYERS, (index) => garrison.reportPresence(players[index] ?? "", { status: "online" }))
    const beats: Array<Awaited<ReturnType<typeof roundOf>>> = []
    for (let round = 0; round < rounds; round++) beats.push(await roundOf(all))
    await garrison.close()
    const of = (kind: "empty" | "named" | "stored") => beats.map((round) => round[kind])
    return [
      figureOf("delivery presence heartbeat, Postgres", "reports/s", FLOOR, true, of("empty")),
      figureOf("delivery presence heartbeat, status named, Postgres", "reports/s", FLOOR, true, of("named")),
      figureOf(`delivery presence ${PLAYERS} heartbeats stored, Postgres`, "s", FLOOR, false, of("stored")),
    ]
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await server.stop()
  }
}

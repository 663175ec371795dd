/**
 * Says what the steps that a database lacks will do: which tables each makes, locks, reads and writes, of how many
 * rows, and how long a million rows take here. Nothing is changed. Times are measured on rows of no meaning, so they
 * say whether a step takes a second or an hour, and no more.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { integer } from "./columns.ts"
import { dialectOf, type Migration, renderStep } from "./Migration.ts"
import { inspect } from "./Migrations.ts"
import { DatabaseSync } from "./nodeSqlite.ts"
import { countRows, hasTable, isOfRows, NO_ROWS, type PlannedWork, type RowCount, worksOf } from "./stepWork.ts"

/** How many seconds a million rows take here, by what is done to them. */
export type Rates = Readonly<Record<"reads" | "indexes" | "writes", number>>

/** Rows that are measured. */
const SAMPLE_ROWS = 20_000

const numbers = {
  pg: `SELECT g AS id, md5(g::text) AS words FROM generate_series(1, ${SAMPLE_ROWS}) AS g`,
  sqlite: `WITH RECURSIVE c (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c WHERE v < ${SAMPLE_ROWS})
    SELECT v AS id, hex(randomblob(16)) AS words FROM c`,
}

const SAMPLE = "garrison_sample"

/** Each sort of work, on rows that no one else has. */
const measured = (dialect: keyof typeof numbers): Readonly<Record<keyof Rates, string>> => ({
  writes: `CREATE TABLE ${SAMPLE} AS ${numbers[dialect]}`,
  indexes: `CREATE INDEX ${SAMPLE}_by_words ON ${SAMPLE} (words, id)`,
  reads: `SELECT COUNT(*) FROM ${SAMPLE} WHERE length(words) > 1 AND id > 0`,
})

const perMillion = (began: number): number =>
  Math.round(((performance.now() - began) / 1000) * (1_000_000 / SAMPLE_ROWS) * 100) / 100

const ORDER = ["writes", "indexes", "reads"] as const

const ratesOfSqlite = (): Rates => {
  // A database without a name is a file that SQLite deletes.
  const database = new DatabaseSync("")
  const rates = { reads: 0, indexes: 0, writes: 0 }
  for (const does of ORDER) {
    const began = performance.now()
    database.prepare(measured("sqlite")[does]).all()
    rates[does] = perMillion(began)
  }
  database.close()
  return rates
}

/** Undone, so that it leaves nothing. */
const ratesOfPostgres = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rates = { reads: 0, indexes: 0, writes: 0 }
  const work = Effect.gen(function* () {
    for (const does of ORDER) {
      const began = performance.now()
      yield* sql.unsafe(measured("pg")[does])
      rates[does] = perMillion(began)
    }
    return yield* Effect.fail("undone" as const)
  })
  yield* sql.withTransaction(work).pipe(
    Effect.catchIf(
      (error) => error === "undone",
      () => Effect.void,
    ),
  )
  return rates
})

/** A step that is to come. */
export interface PlannedStep {
  readonly id: number
  readonly name: string
  /** Whether servers of the version before may go on writing beside it. */
  readonly change: "expand" | "contract"
  readonly works: ReadonlyArray<PlannedWork & RowCount>
  /** What that comes to. */
  readonly seconds: number
  /** Whether it takes longer, because there are more rows than were counted. */
  readonly at_least: boolean
}

/** What is to come. */
export interface Plan {
  readonly applied: number
  readonly steps: ReadonlyArray<PlannedStep>
  readonly rates: Rates
}

/** Says what the migrations that the database in context lacks will do. Fails as `inspect` does. */
export const plan = Effect.fn("Migrations.plan")(function* (migrations: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const { applied } = yield* inspect(migrations)
  const rates = yield* sql.onDialectOrElse({
    pg: () => ratesOfPostgres(sql),
    orElse: () => Effect.sync(ratesOfSqlite),
  })
  const steps = yield* Effect.forEach(migrations.slice(applied), (step) =>
    Effect.gen(function* () {
      const works = yield* Effect.forEach(worksOf(renderStep(step, dialectOf(sql)).statements), (work) =>
        Effect.map(isOfRows(work.does) ? countRows(work.table) : Effect.succeed(NO_ROWS), (counted) => ({
          ...work,
          ...counted,
        })),
      )
      const seconds = works.reduce(
        (sum, { does, rows }) => sum + (does === "makes" || does === "locks" ? 0 : (rows / 1_000_000) * rates[does]),
        0,
      )
      const planned: PlannedStep = {
        id: step.id,
        name: step.name,
        change: step.change ?? "contract",
        works,
        seconds: Math.round(seconds * 100) / 100,
        at_least: works.some((work) => work.at_least),
      }
      return planned
    }),
  )
  const found: Plan = { applied, steps, rates }
  return found
})

/** The time of the newest order of all players, which a database of an earlier schema may have to look for. */
export const NEWEST_ORDER = "SELECT MAX(created) AS at FROM player_order"

/** When something was changed or ordered last, and when a backup was taken last; undefined: never, or unknown. */
export const savedSince = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const newest = Effect.fnUntraced(function* (table: string, query: string) {
    if (!(yield* hasTable(table))) return undefined
    const [row] = yield* sql.unsafe<{ readonly at: unknown }>(query)
    return row?.at === null || row === undefined ? undefined : integer(row.at)
  })
  const order = yield* newest("player_order", NEWEST_ORDER)
  const act = yield* newest("audit", "SELECT MAX(at) AS at FROM audit")
  const backup = yield* newest("upkeep", "SELECT MAX(succeeded_at) AS at FROM upkeep WHERE task = 'backup'")
  const changed = Math.max(order ?? 0, act ?? 0)
  return { changed: changed === 0 ? undefined : changed, backup }
})

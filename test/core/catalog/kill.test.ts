/**
 * Catalogs survive SIGKILL (guarantees R4). Processes that publish catalogs of several parts are killed one after the
 * other on the same database: by the parent at a random moment, or by themselves before a statement. Afterwards an
 * answered publication or a later one is served whole, the next publication works, and what the killed process left
 * behind is swept. `GARRISON_TEST_KILLS` kills more often, `GARRISON_TEST_SEED` repeats a run.
 */
import { assert, describe, it } from "@effect/vitest"
import { Catalogs } from "@garrison/core/catalog/Catalogs"
import { CatalogStore } from "@garrison/core/catalog/CatalogStore"
import { untilNone } from "@garrison/core/kernel/work/Background"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { fromUtf8 } from "@garrison/core/kernel/wire/Utf8"
import { integer } from "@garrison/sql/columns"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { newFile } from "../../sql/bare.ts"
import { nextLine, restOfLines, startChild } from "../../sql/child.ts"
import { testAct } from "../../support/acts.ts"
import { postgresUrl } from "../../support/databases.ts"
import { randomFrom, testSeed } from "../order/seeded.ts"
import { catalogAt, catalogsAt } from "./published.ts"

const KILLS = Number(process.env.GARRISON_TEST_KILLS ?? 3)

/** Statements of a process that publishes a few catalogs. */
const STATEMENTS_MAX = 60

const newUrls = { SQLite: Effect.map(newFile, (file) => `sqlite:${file}`), Postgres: postgresUrl() }

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Publishes from catalog `first` on until killed. Answers with the last catalog that was published by an answer. */
const publishUntilKilled = async (url: string, first: number, kill: number, random: () => number) => {
  const byParent = kill % 2 === 0
  const at = byParent ? [] : [`${1 + Math.floor(random() * STATEMENTS_MAX)}`]
  const child = startChild("publish", [url, `${first}`, ...at], import.meta.dirname)
  const lines: Array<string> = []
  if (byParent) {
    const begun = 1 + 2 * Math.floor(random() * 2)
    while (lines.length < begun) lines.push(await nextLine(child))
    for (let turns = Math.floor(random() * 5000); turns > 0; turns--) await turn()
    child.process.kill("SIGKILL")
  }
  lines.push(...(await restOfLines(child)))
  assert.isNull(await child.ended)
  const published = lines.flatMap((line) => (line.startsWith("published ") ? [Number(line.slice(10))] : []))
  return published.at(-1)
}

/** The index of a catalog that is served, of which every text is read. Fails if they are not of one catalog. */
const servedIndex = Effect.gen(function* () {
  const catalogs = yield* Catalogs
  const { body, linked, version } = yield* catalogs.current
  const index = (linked.loot.get(1)?.quantity ?? 0) - 1
  const { vendors } = JSON.parse(fromUtf8(body))
  assert.strictEqual(vendors["1"].loot["1"].quantity, index + 1)
  assert.deepStrictEqual(vendors["1"].loot["1"].item.custom_data, catalogAt(index).items[1]?.custom_data)
  assert.deepStrictEqual(JSON.parse(fromUtf8(yield* catalogs.document(version))), catalogAt(index))
  return index
})

/** Texts that no version names. */
const unnamed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT COUNT(*) AS texts FROM catalog_text WHERE text_id NOT IN (
    SELECT body FROM catalog_version UNION SELECT prepared FROM catalog_version
    UNION SELECT document FROM catalog_version)`
  return integer(row?.texts)
})

/** Waits until the last unit of work of the dead child is over: on Postgres its session may outlive it by a moment. */
const untilOver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locked = sql.onDialectOrElse({
    pg: () => Effect.asVoid(sql`LOCK TABLE catalog_version, catalog_publication, catalog_text IN EXCLUSIVE MODE`),
    orElse: () => Effect.void,
  })
  yield* (yield* Transaction).run(locked)
})

describe("SIGKILL under publications", () => {
  for (const [name, newUrl] of Object.entries(newUrls)) {
    it.effect(
      `${KILLS} times on ${name}: a version is served whole, the next publication works, and the rest is swept`,
      () =>
        Effect.gen(function* () {
          const seed = testSeed()
          const random = randomFrom(seed)
          const url = yield* newUrl
          let left = 0
          let next = 0
          yield* Effect.scoped(
            Effect.provide(
              Effect.flatMap(Catalogs, (catalogs) => catalogs.publish(catalogAt(next++), {}, testAct)),
              catalogsAt(url),
            ),
          )
          for (let kill = 0; kill < KILLS; kill++) {
            const first = next
            const answered = yield* Effect.promise(() => publishUntilKilled(url, first, kill, random))
            const check = Effect.gen(function* () {
              yield* untilOver
              const catalogs = yield* Catalogs
              yield* catalogs.refresh
              const index = yield* servedIndex
              const message = `kill ${kill}, GARRISON_TEST_SEED=${seed}`
              // The catalog before, the one that was answered last, or the one that was on its way.
              assert.include([answered ?? first - 1, (answered ?? first - 1) + 1], index, message)
              left += yield* unnamed
              next = index + 1
              yield* catalogs.publish(catalogAt(next), {}, testAct)
              assert.strictEqual(yield* servedIndex, next++, message)
              yield* untilNone((yield* CatalogStore).prune(Number.MAX_SAFE_INTEGER, 2))
              assert.strictEqual(yield* unnamed, 0, message)
              for (const { version } of yield* catalogs.versions()) {
                assert.isDefined(yield* (yield* CatalogStore).load(version), message)
              }
            })
            yield* Effect.scoped(Effect.provide(check, catalogsAt(url)))
          }
          console.log(
            `SIGKILL under publications on ${name}: ${KILLS} kills, ${next} catalogs, ${left} texts left behind, GARRISON_TEST_SEED=${seed}`,
          )
        }).pipe(Effect.scoped),
      600_000,
    )
  }
})

/**
 * Orders survive SIGKILL (guarantees R4 and R8). Processes that submit, one order or many at once, are killed one after
 * the other on the same database. The parent kills at a random moment; the process kills itself before a statement or
 * an answer. Afterwards its answers are stored, every order is complete or absent, and a repeated request gets the
 * first draw. `GARRISON_TEST_KILLS` kills more often, `GARRISON_TEST_SEED` repeats a run.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Orders } from "@garrison/core/order/Orders"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { server } from "../../support/orders.ts"
import { insertPlayer } from "../../support/players.ts"
import { nextLine, restOfLines, startChild } from "../../sql/child.ts"
import { audit } from "./audit.ts"
import { newUrls, opened } from "./opened.ts"
import { randomFrom, testSeed } from "./seeded.ts"
import { hashOf, orderAt, playerAt } from "./shop.ts"

const KILLS = Number(process.env.GARRISON_TEST_KILLS ?? 3)

/** Orders that the child may have begun after its last answer. */
const UNDER_WAY = 24

/**
 * Kills a child of this seed at a moment that `random` chooses. Answers with the child's answers until then, by index.
 */
const submitUntilKilled = async (
  url: string,
  players: ReadonlyArray<PlayerUuid>,
  seed: string,
  way: number,
  random: () => number,
) => {
  const at = 1 + Math.floor(random() * 80)
  const end = [[], ["statement", `${at * 4}`], ["answer", `${at}`]][way % 3] ?? []
  const child = startChild("submit", [url, players.join(), seed, ...end], import.meta.dirname)
  const lines: Array<string> = []
  if (end.length === 0) {
    while (lines.length < at) lines.push(await nextLine(child))
    child.process.kill("SIGKILL")
  }
  lines.push(...(await restOfLines(child)))
  assert.isNull(await child.ended)
  const answered = new Map<number, string>()
  for (const line of lines) {
    const [index, hash = ""] = line.split(" ")
    // The kill may cut a line.
    if (hash.length !== 64) continue
    assert.strictEqual(answered.get(Number(index)) ?? hash, hash, `twins of order ${index}`)
    answered.set(Number(index), hash)
  }
  return answered
}

/** The stored text of the order with this reference. */
const wireOf = (player: PlayerUuid, reference: string | undefined) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Effect.orDie(
      sql`SELECT wire FROM player_order WHERE player_uuid = ${uuids(sql).id(player)} AND client_order_ref_id = ${uuids(sql).id(reference)}`,
    )
    return rows.map(({ wire }) => String(wire))
  })

/**
 * Repeats every request of the child: those that it answered, those that it stored, and those of which both are
 * unknown.
 */
const askAgain = Effect.fnUntraced(function* (
  players: ReadonlyArray<PlayerUuid>,
  seed: string,
  answered: ReadonlyMap<number, string>,
) {
  const orders = yield* Orders
  const found: Array<string> = []
  let unanswered = 0
  for (let index = 0; index <= Math.max(-1, ...answered.keys()) + UNDER_WAY; index++) {
    const request = orderAt(seed, index)
    const player = playerAt(players, index)
    const stored = yield* wireOf(player, request.client_order_ref_id)
    const hash = answered.get(index)
    if (hash !== undefined && stored.length === 0) found.push(`order ${index} was answered and is lost`)
    if (hash !== undefined && stored.some((wire) => hashOf(wire) !== hash)) found.push(`order ${index} has changed`)
    if (hash === undefined && stored.length > 0) unanswered++
    const first = (yield* orders.submit(player, request, server)).wire
    const second = (yield* orders.submit(player, request, server)).wire
    if (stored.length > 0 && first !== stored[0]) found.push(`order ${index} was given again`)
    if (first !== second) found.push(`order ${index} has two answers`)
    if ((yield* wireOf(player, request.client_order_ref_id)).length !== 1)
      found.push(`order ${index} is not there once`)
  }
  return { found, unanswered }
})

/** Waits until the last unit of work of the dead child is over. On Postgres its sessions may outlive it by a moment. */
const untilOver = (players: ReadonlyArray<PlayerUuid>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const transaction = yield* Transaction
    for (const player of players) {
      yield* transaction.run(
        sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${uuids(sql).id(player)}, 0)
          ON CONFLICT (player_uuid) DO UPDATE SET changed_at = inventory_owner.changed_at`,
      )
    }
  }).pipe(Effect.orDie)

const auditAll = (players: ReadonlyArray<PlayerUuid>) =>
  Effect.map(Effect.forEach(players, audit), (found) => found.flat())

const integrity = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.onDialectOrElse({
    sqlite: () => sql`PRAGMA integrity_check`,
    orElse: () => sql`SELECT 'ok' AS integrity_check`,
  })
  return rows.flatMap((row) => (row.integrity_check === "ok" ? [] : [`integrity: ${String(row.integrity_check)}`]))
}).pipe(Effect.orDie)

describe("SIGKILL under orders", () => {
  for (const [name, newUrl] of Object.entries(newUrls)) {
    it.effect(
      `${KILLS} times on ${name}: answers are kept, orders are complete or absent, and drawn once`,
      () =>
        Effect.gen(function* () {
          const seed = testSeed()
          const random = randomFrom(seed)
          const url = yield* newUrl
          const players = yield* opened(url, Effect.all([insertPlayer(), insertPlayer(), insertPlayer()]))
          let answers = 0
          let unanswered = 0
          for (let kill = 0; kill < KILLS; kill++) {
            const series = `${seed}/${kill}`
            const answered = yield* Effect.promise(() => submitUntilKilled(url, players, series, kill, random))
            const check = Effect.gen(function* () {
              yield* untilOver(players)
              const broken = [...(yield* integrity), ...(yield* auditAll(players))]
              const again = yield* askAgain(players, series, answered)
              unanswered += again.unanswered
              return [...broken, ...again.found, ...(yield* auditAll(players))]
            })
            assert.deepStrictEqual(yield* opened(url, check), [], `kill ${kill}, GARRISON_TEST_SEED=${seed}`)
            answers += answered.size
          }
          console.log(
            `SIGKILL under orders on ${name}: ${KILLS} kills, ${answers} orders answered, ${unanswered} stored without an answer, GARRISON_TEST_SEED=${seed}`,
          )
        }),
      600_000,
    )
  }

  it.effect("notices a lost answer, and a changed answer (the control)", () =>
    Effect.gen(function* () {
      const url = yield* newUrls.SQLite
      const player = yield* opened(url, insertPlayer())
      const invented = new Map([[0, "0".repeat(64)]])
      const asked = Effect.map(askAgain([player], "control", invented), ({ found }) => found)
      assert.deepStrictEqual(yield* opened(url, asked), ["order 0 was answered and is lost"])
      assert.deepStrictEqual(yield* opened(url, asked), ["order 0 has changed"])
    }),
  )
})

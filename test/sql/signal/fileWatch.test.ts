/** What is noticed of the changes that other processes make to a SQLite file. */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Database from "@garrison/sql/Database"
import { makeFileWatch } from "@garrison/sql/signal/fileWatch"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import { uuids } from "@garrison/sql/uuid"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { join } from "node:path"
import { cryptoLayer } from "../../support/crypto.ts"
import { temporaryFolder } from "../../support/databases.ts"
import { insertPlayer } from "../../support/players.ts"

/** More rows than one question answers with. */
const MANY = 600

/** Stores so many notifications of a player, all of one time. */
const store = Effect.fnUntraced(function* (player: PlayerUuid, first: number, count: number, created: number) {
  const sql = yield* SqlClient.SqlClient
  const { run } = yield* Transaction
  const { id } = uuids(sql)
  const rows = Array.from({ length: count }, (_, index) => first + index)
  yield* run(
    Effect.andThen(
      sql`INSERT OR IGNORE INTO notification_list (player_uuid, last_position, last_created) VALUES (${id(player)}, 1, 1)`,
      Effect.forEach(
        rows,
        (position) =>
          sql`INSERT INTO notification (player_uuid, position, created, wire) VALUES (${id(player)}, ${position}, ${created}, '{}')`,
      ),
    ),
  )
})

describe("a watch of a file", () => {
  it.effect("says who has something new, also after more came at one time than it asks for at once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const layer = Layer.provideMerge(Database.layer(`sqlite:${join(folder, "watched.db")}`), cryptoLayer)
      yield* Effect.gen(function* () {
        const player = yield* insertPlayer()
        const told: Array<string> = []
        const { receive } = yield* makeFileWatch(yield* SqlClient.SqlClient, yield* SqlDriver)
        const listener = {
          grown: (one: PlayerUuid) => told.push(one),
          broadcast: () => told.push("broadcast"),
          standing: (whose: string) => told.push(`standing of ${whose}`),
          missed: () => told.push("any"),
        }
        const look = Effect.map(TestClock.adjust("30 millis"), () => told.splice(0))
        yield* Effect.forkScoped(receive(listener))
        yield* Effect.yieldNow
        assert.deepStrictEqual(yield* look, ["any"])
        assert.deepStrictEqual(yield* look, [])
        yield* store(player, 1, 1, 500)
        assert.deepStrictEqual(yield* look, [player])
        yield* store(player, 2, MANY, 1000)
        assert.deepStrictEqual(yield* look, ["any"])
        yield* store(player, MANY + 2, 1, 2000)
        assert.deepStrictEqual(yield* look, ["any"])
        yield* store(player, MANY + 3, 1, 3000)
        assert.deepStrictEqual(yield* look, [player])
      }).pipe(Effect.provide(layer))
    }),
  )
})

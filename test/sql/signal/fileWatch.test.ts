/** What is noticed of the changes that other processes make to a SQLite file. */
import { assert, describe, it } from "@effect/vitest"
import { catalogActs } from "@garrison/core/catalog/acts"
import { clientActs } from "@garrison/core/client/acts"
import { linkActs } from "@garrison/core/linking/acts"
import { mergeActs } from "@garrison/core/merging/acts"
import { notificationActs } from "@garrison/core/notification/acts"
import { orderActs } from "@garrison/core/order/acts"
import { playerActs } from "@garrison/core/player/acts"
import { restrictionActs } from "@garrison/core/restriction/acts"
import { roleActs } from "@garrison/core/role/acts"
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
      sql`INSERT OR IGNORE INTO notification_list (player_uuid, last_position, newest_at) VALUES (${id(player)}, 1, 1)`,
      Effect.forEach(
        rows,
        (position) =>
          sql`INSERT INTO notification (player_uuid, position, created, wire) VALUES (${id(player)}, ${position}, ${created}, '{}')`,
      ),
    ),
  )
})

/** Writes a row of the audit as if an act of this name had been done. */
const act = Effect.fnUntraced(function* (sequence: number, operation: string) {
  const sql = yield* SqlClient.SqlClient
  const { run } = yield* Transaction
  const seal = "s".repeat(43)
  yield* run(
    Effect.andThen(
      sql`UPDATE audit_head SET sequence = ${sequence}, last_seal = ${seal}`,
      sql`INSERT INTO audit (sequence, at, actor_kind, actor_id, actor_name, address, operation, subject_kind, subject_id,
          outcome, seal) VALUES (${sequence}, 0, 'local', 'x', 'x', '', ${operation}, 'person', 'x', 'done', ${seal})`,
    ),
  )
})

/** A file that is watched: what looking at it once more tells. */
const watched = <A, E>(
  use: (
    look: Effect.Effect<ReadonlyArray<string>>,
  ) => Effect.Effect<A, E, SqlClient.SqlClient | SqlDriver | Transaction>,
) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const layer = Layer.provideMerge(Database.layer(`sqlite:${join(folder, "watched.db")}`), cryptoLayer)
    yield* Effect.gen(function* () {
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
      yield* use(look)
    }).pipe(Effect.provide(layer))
  })

describe("a watch of a file", () => {
  it.effect("says who has something new, whatever its time is, and that anybody may where it cannot say who", () =>
    watched((look) =>
      Effect.gen(function* () {
        const [ada, eve] = [yield* insertPlayer(), yield* insertPlayer()]
        assert.deepStrictEqual(yield* look, [])
        yield* store(ada, 1, 2, 500)
        assert.deepStrictEqual(yield* look, [ada])
        yield* store(ada, 3, MANY, 1000)
        assert.deepStrictEqual(yield* look, ["any"])
        // The clock of another process was set back.
        yield* store(eve, 1, 1, 700)
        assert.deepStrictEqual(yield* look, [eve])
        yield* store(ada, MANY + 3, 1, 1000)
        assert.deepStrictEqual(yield* look, [ada])
        const { run } = yield* Transaction
        yield* run(SqlClient.SqlClient.use((sql) => sql`DELETE FROM notification`))
        assert.deepStrictEqual(yield* look, ["any"])
        yield* store(eve, 2, 1, 3000)
        assert.deepStrictEqual(yield* look, [eve])
      }),
    ),
  )

  it.effect("has everybody's session looked up after an act on people, roles or clients, and after no other", () =>
    watched((look) =>
      Effect.gen(function* () {
        const ends = [playerActs.endSessions, restrictionActs.add, playerActs.setRole, roleActs.put, mergeActs.merge]
        const others = [notificationActs.send, notificationActs.broadcast, orderActs.refund, catalogActs.publish]
        let sequence = 0
        for (const { name } of [...ends, playerActs.deletePerson, linkActs.unlink, clientActs.setDisabled]) {
          yield* act(++sequence, name)
          assert.deepStrictEqual(yield* look, ["standing of anybody"], name)
        }
        for (const { name } of others) {
          yield* act(++sequence, name)
          assert.deepStrictEqual(yield* look, [], name)
        }
        // One of many acts since the last look.
        yield* act(++sequence, playerActs.setRole.name)
        for (const { name } of others) yield* act(++sequence, name)
        assert.deepStrictEqual(yield* look, ["standing of anybody"])
      }),
    ),
  )
})

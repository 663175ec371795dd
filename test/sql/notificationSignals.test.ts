/**
 * Two processes on one database, as far as the database can tell: each has connections, services and memories of its
 * own. A poll in one is answered with what the other sends, by the hint: without hints it would look once in an hour.
 */
import { assert, describe, it } from "@effect/vitest"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Garrison from "@garrison/core/Garrison"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Listeners } from "@garrison/core/notification/Listeners"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Notifications } from "@garrison/core/notification/Notifications"
import { settingsInForce } from "@garrison/core/settings"
import * as Database from "@garrison/sql/Database"
import * as Stores from "@garrison/sql/Stores"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { join } from "node:path"
import { cryptoLayer } from "../support/crypto.ts"
import { postgresUrl, temporaryFolder } from "../support/databases.ts"
import { countingKdf } from "../support/kdf.ts"
import { testSettings } from "../support/logins.ts"
import { insertPlayer, strangerUuid } from "../support/players.ts"

/** The services of one process. */
const processOn = (url: string) =>
  Layer.build(
    Layer.fresh(
      Garrison.layer.pipe(
        Layer.provideMerge(Stores.layer),
        Layer.provideMerge(settingsInForce({ ...testSettings, streamRecheckSeconds: 3600 })),
        Layer.provideMerge(Layer.merge(Database.layer(url), countingKdf().layer)),
        Layer.provideMerge(cryptoLayer),
      ),
    ),
  )

const request = { deadline: 900, max_page_size: 10 }

const poll = (player: PlayerUuid) => NotificationDelivery.use((delivery) => delivery.poll(player, request, undefined))

const turn = Effect.promise(() => new Promise((later) => setTimeout(later, 2)))

const untilListening: Effect.Effect<void, never, Listeners> = Effect.gen(function* () {
  while ((yield* (yield* Listeners).count) === 0) yield* turn
})

/** What a poll is answered with when this has been sent. */
const answeredBy = <R>(
  fiber: Fiber.Fiber<{ readonly wires: ReadonlyArray<string> }, unknown>,
  send: Effect.Effect<unknown, unknown, R>,
) =>
  Effect.gen(function* () {
    yield* send
    return (yield* Effect.orDie(Fiber.join(fiber))).wires
  })

/** The connections on this database that listen. */
const listening = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database() ORDER BY pid`,
)

/** What other programs could send on the channel. A message has fewer than 8,000 bytes, or Postgres refuses it. */
const STRANGE_MESSAGES = [
  "",
  " ",
  ",",
  "hello",
  "hello world",
  '{"player_uuid":"00000000-0000-7000-8000-000000000001"}',
  '{ "a": [1, null] }',
  `${strangerUuid} ${strangerUuid.slice(1)}`,
  `${strangerUuid} broadcast,broadcasts,,${strangerUuid}x`,
  `${strangerUuid} ${"x".repeat(7900)}`,
  `${strangerUuid} ${",".repeat(7900)}`,
  `${strangerUuid} ${`${strangerUuid},`.repeat(210)}`,
  `💥 \u202e\u0007 ${strangerUuid}'--`,
]

const databases = [
  ["SQLite file", Effect.map(temporaryFolder, (folder) => `sqlite:${join(folder, "shared.db")}`)],
  ["Postgres", postgresUrl("empty")],
] as const

describe.each(databases)("two processes on one %s", (name, database) => {
  it.live("deliver each other's notifications and broadcasts", () =>
    Effect.gen(function* () {
      const url = yield* database
      const [one, other] = [yield* processOn(url), yield* processOn(url)]
      const player = yield* Effect.provideContext(insertPlayer(), one)
      for (const [reader, writer] of [
        [one, other],
        [other, one],
      ] as const) {
        const own = Notifications.use((all) => all.append(player, { message: "own" }))
        const broadcast = Broadcasts.use((log) => log.publish({ is: "all" }, { message: "broadcast" }))
        const sends = { own: Effect.asVoid(own), broadcast: Effect.asVoid(broadcast) }
        for (const [message, send] of Object.entries(sends)) {
          const waiting = yield* Effect.forkChild(Effect.provideContext(poll(player), reader))
          yield* Effect.provideContext(untilListening, reader)
          const wires = yield* answeredBy(waiting, Effect.provideContext(send as typeof sends.own, writer))
          assert.include(wires[0] ?? "", `"message":"${message}"`)
        }
      }
      if (name !== "Postgres") return
      // The connection that hears the hints breaks: what was missed meanwhile is looked for when it is there again.
      const waiting = yield* Effect.forkChild(Effect.provideContext(poll(player), one))
      yield* Effect.provideContext(untilListening, one)
      const cut = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
          AND datname = current_database()`,
      )
      assert.isNotEmpty(yield* Effect.provideContext(cut, other))
      const send = Notifications.use((all) => all.append(player, { message: "in the gap" }))
      const wires = yield* answeredBy(waiting, Effect.provideContext(send, other))
      assert.include(wires[0] ?? "", "in the gap")
    }).pipe(Effect.scoped),
  )
})

describe("what another program sends on the channel of Postgres", () => {
  it.live("is passed over, and the next hint is heard on the same connection", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl()
      const [one, other] = [yield* processOn(url), yield* processOn(url)]
      const player = yield* Effect.provideContext(insertPlayer(), one)
      const waiting = yield* Effect.forkChild(Effect.provideContext(poll(player), one))
      let before = yield* Effect.provideContext(listening, other)
      while (before.length === 0) before = yield* Effect.andThen(turn, Effect.provideContext(listening, other))
      for (const message of STRANGE_MESSAGES) {
        const told = SqlClient.SqlClient.use((sql) => sql`SELECT pg_notify('garrison_notification', ${message})`)
        yield* Effect.provideContext(told, other)
      }
      const send = Notifications.use((all) => all.append(player, { message: "heard" }))
      const wires = yield* answeredBy(waiting, Effect.provideContext(send, other))
      assert.include(wires[0] ?? "", "heard")
      // Had the listening ended, another connection would have been made after it.
      assert.deepStrictEqual(yield* Effect.provideContext(listening, other), before)
    }).pipe(Effect.scoped),
  )
})

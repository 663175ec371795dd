/**
 * Two processes on one database, as far as the database can tell: each has connections, services and memories of its
 * own. A poll in one is answered with what the other sends, by the hint: without hints it would look once in an hour.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import type { Caller } from "@garrison/core/kernel/Caller"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { Players } from "@garrison/core/player/Players"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { Sessions } from "@garrison/core/token/Sessions"
import { testAct } from "../../support/acts.ts"
import { randomUUID } from "node:crypto"
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
import { cryptoLayer } from "../../support/crypto.ts"
import { postgresUrl, temporaryFolder } from "../../support/databases.ts"
import { countingKdf } from "../../support/kdf.ts"
import { testSettings } from "../../support/logins.ts"
import { insertPlayer, strangerUuid } from "../../support/players.ts"

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

const untilCount = (wanted: number): Effect.Effect<void, never, Listeners> =>
  Effect.gen(function* () {
    while ((yield* (yield* Listeners).count) !== wanted) yield* turn
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

/** The caller of a new session of the player, as a login stores it. */
const loggedIn = Effect.fnUntraced(function* (player: PlayerUuid) {
  const personId = (yield* (yield* PersonStore).ofPlayer(player)) ?? assert.fail("a player has a person")
  const { client } = yield* (yield* Clients).create({ kind: "game", permissions: [], public: true }, testAct)
  const { clientUuid } = client
  const owner = { personId, playerUuid: player, platform: "Anon", portalUserId: "ada" } as const
  const at = Date.now()
  const opening = { clientUuid, clientGeneration: undefined, owner, includeRefresh: true, at }
  const opened = yield* (yield* Transaction).run((yield* Sessions).open(opening))
  if (opened === "restricted") return assert.fail("nobody is restricted")
  const caller: Caller = {
    kind: "player",
    subject: player,
    clientId: client.clientId,
    permissions: [],
    sessionId: opened.sessionId,
    platform: "Anon",
    portalUserId: "ada",
    tokenId: randomUUID(),
    expiresAt: at + 900_000,
  }
  return caller
})

/** Waits in a long poll of this caller, until it ends. */
const pollOf = (player: PlayerUuid, caller: Caller) =>
  NotificationDelivery.use((delivery) => delivery.poll(player, request, caller))

/** A poll of a program, which needs no session. It ends before anybody is looked up without a hint. */
const pollBefore = (player: PlayerUuid) =>
  NotificationDelivery.use((delivery) => delivery.poll(player, { ...request, deadline: 10 }, undefined))

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
          yield* Effect.provideContext(untilCount(1), reader)
          const wires = yield* answeredBy(waiting, Effect.provideContext(send as typeof sends.own, writer))
          assert.include(wires[0] ?? "", `"message":"${message}"`)
        }
      }
      if (name !== "Postgres") return
      // The connection that hears the hints breaks: what was missed meanwhile is looked for when it is there again.
      const leaver = yield* Effect.provideContext(insertPlayer(), one)
      const caller = yield* Effect.provideContext(loggedIn(leaver), one)
      const waiting = yield* Effect.forkChild(Effect.provideContext(poll(player), one))
      const leaving = yield* Effect.forkChild(Effect.provideContext(pollOf(leaver, caller), one))
      const early = yield* Effect.forkChild(Effect.provideContext(pollBefore(leaver), one))
      yield* Effect.provideContext(untilCount(3), one)
      const cut = Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'
          AND datname = current_database()`,
      )
      assert.isNotEmpty(yield* Effect.provideContext(cut, other))
      yield* Effect.provideContext(
        Sessions.use((all) => all.end(caller, "logout")),
        other,
      )
      const send = Notifications.use((all) => all.append(player, { message: "in the gap" }))
      const wires = yield* answeredBy(waiting, Effect.provideContext(send, other))
      assert.deepStrictEqual([(yield* Fiber.join(leaving)).wires, early.pollUnsafe()], [[], undefined])
      assert.include(wires[0] ?? "", "in the gap")
    }).pipe(Effect.scoped),
  )
})

/** What ends a session in the other process. */
const ENDS: Record<string, (player: PlayerUuid, caller: Caller) => Effect.Effect<unknown, unknown, Ending>> = {
  "all sessions": (player) => Players.use((all) => all.endSessions(player, "all", testAct)),
  "a ban": (player) => Restrictions.use((all) => all.addToPlayer(player, { type: "account_ban" }, testAct)),
  "another role": (player) => Players.use((all) => all.setRole(player, 99, testAct)),
  "a logout": (_, caller) => Sessions.use((all) => all.end(caller, "logout")),
}
type Ending = Players | Restrictions | Sessions

describe.each(databases)("the end of a session in another process on one %s", (name, database) => {
  it.live("ends who listens, by the hint: the look without one comes after 30 seconds", () =>
    Effect.gen(function* () {
      const url = yield* database
      const [one, other] = [yield* processOn(url), yield* processOn(url)]
      const program = yield* Effect.provideContext(insertPlayer(), one)
      const early = yield* Effect.forkChild(Effect.provideContext(pollBefore(program), one))
      yield* Effect.provideContext(untilCount(1), one)
      for (const [way, ending] of Object.entries(ENDS)) {
        // On SQLite a player's own logout leaves no row of the audit, and is found by the look alone.
        if (way === "a logout" && name !== "Postgres") continue
        const player = yield* Effect.provideContext(insertPlayer(), one)
        const caller = yield* Effect.provideContext(loggedIn(player), one)
        const waiting = yield* Effect.forkChild(Effect.provideContext(pollOf(player, caller), one))
        yield* Effect.provideContext(untilCount(2), one)
        const wires = yield* answeredBy(waiting, Effect.provideContext(ending(player, caller), other))
        assert.deepStrictEqual([wires, early.pollUnsafe()], [[], undefined], way)
      }
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

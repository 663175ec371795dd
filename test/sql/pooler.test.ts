/**
 * Behind a pooler in transaction mode, where every transaction may run on another connection than the last: with one
 * of the tests' own on every machine, and with PgBouncer where it is installed.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clients } from "@garrison/core/client/Clients"
import * as Garrison from "@garrison/core/Garrison"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Listeners } from "@garrison/core/notification/Listeners"
import { NotificationDelivery } from "@garrison/core/notification/NotificationDelivery"
import { Notifications } from "@garrison/core/notification/Notifications"
import type { NotificationPollRequest } from "@garrison/core/notification/schema"
import { settingsInForce } from "@garrison/core/settings"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import { storage } from "@garrison/sql/storage"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { postgresUrl } from "../support/databases.ts"
import { loginAnon, testSettings, whoIs } from "../support/logins.ts"
import { insertPlayer } from "../support/players.ts"
import { behindPgbouncer, pgbouncer, pgbouncerVersion } from "../support/pgbouncer.ts"
import { TransactionPooler, type Unknown } from "../support/transactionPooler.ts"
import { testAct } from "../support/acts.ts"

/** The url of an empty database behind a pooler. */
type Pooled = Effect.Effect<string, unknown, Scope.Scope>

const behindOurs = (unknown: Unknown): Pooled =>
  Effect.gen(function* () {
    const url = new URL(yield* postgresUrl("empty"))
    const pooler = yield* Effect.acquireRelease(
      Effect.promise(() => TransactionPooler.before(url, unknown)),
      (opened) => Effect.sync(() => opened.close()),
    )
    url.port = String(pooler.port)
    return url.href
  })

const behindTheirs = (settings: string): Pooled =>
  Effect.flatMap(postgresUrl("empty"), (url) => behindPgbouncer(url, settings))

const ignoring = "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout"

const poolers: Readonly<Record<string, Pooled>> = {
  "a pooler that refuses startup parameters": behindOurs("refused"),
  "a pooler that passes over startup parameters": behindOurs("ignored"),
  [`${pgbouncerVersion()} as it is installed`]: behindTheirs(""),
  [`${pgbouncerVersion()} that passes over startup parameters`]: behindTheirs(ignoring),
}

const services = (url: string) =>
  Layer.fresh(
    Garrison.layer.pipe(Layer.provideMerge(Layer.orDie(storage(url))), Layer.provide(settingsInForce(testSettings))),
  )

/** Logs thirty players in at once, and again; each gets a notification. Answers with how many of these failed. */
const failures = Effect.gen(function* () {
  const clients = yield* Clients
  const notifications = yield* Notifications
  yield* Effect.exit(clients.create({ clientId: "game", kind: "game", permissions: [], public: true }, testAct))
  const visit = (index: number) =>
    Effect.flatMap(loginAnon(index, { include_refresh: true }), (result) =>
      notifications.append(whoIs(result).playerUuid, { message: "Hello" }),
    )
  let failed = 0
  for (let round = 0; round < 2; round++) {
    const visits = Array.from({ length: 30 }, (_, index) => visit(index))
    const exits = yield* Effect.forEach(visits, Effect.exit, { concurrency: "unbounded" })
    failed += exits.filter(Exit.isFailure).length
  }
  return failed
})

const value = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* orUnavailable(sql`SELECT current_setting(${name}) AS value`)
    return row?.value
  })

/** The limits of the server within a unit of work, and outside of one. */
const limits = Effect.gen(function* () {
  const transaction = yield* Transaction
  const all = Effect.forEach(["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"], value)
  return { inside: yield* transaction.run(all), outside: yield* all }
})

/** What a process that hears no hints looks by. */
const lookingEachSecond = (url: string, lines: Array<string>) =>
  Layer.build(
    Layer.fresh(
      Garrison.layer.pipe(
        Layer.provideMerge(Layer.orDie(storage(url))),
        Layer.provide(settingsInForce({ ...testSettings, streamRecheckSeconds: 1 })),
        Layer.provide(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])),
      ),
    ),
  )

const poll = { deadline: 60, max_page_size: 10 }

/** What is delivered between two processes behind a pooler, what they log, and what is left on its connections. */
const deliveredBehind = Effect.fnUntraced(function* (pooled: Pooled) {
  const url = yield* pooled
  const lines: Array<string> = []
  const reader = yield* lookingEachSecond(url, lines)
  const writer = yield* lookingEachSecond(url, lines)
  const player = yield* Effect.provideContext(insertPlayer(), writer)
  const polled = (request: NotificationPollRequest) =>
    NotificationDelivery.use((delivery) => delivery.poll(player, request, undefined))
  // From a cursor, because a poll without one begins at what there is when it reads, which may be after the write.
  const { cursor } = yield* Effect.provideContext(polled({ ...poll, deadline: 0 }), reader)
  const polling = polled({ ...poll, exclude_before: cursor })
  const waiting = yield* Effect.forkChild(Effect.provideContext(polling, reader))
  const count = Effect.provideContext(
    Listeners.use((listeners) => listeners.count),
    reader,
  )
  while ((yield* count) === 0) yield* Effect.promise(() => new Promise(setImmediate))
  yield* Effect.provideContext(
    Notifications.use((all) => all.append(player, { message: "Hello" })),
    writer,
  )
  const { wires } = yield* Fiber.join(waiting)
  const listening = SqlClient.SqlClient.use((sql) => sql`SELECT pg_listening_channels() AS channel`)
  // One after the other, so that each has another connection of the pooler.
  const left = yield* Effect.provideContext(
    Effect.forEach(Array.from({ length: 6 }), () => listening),
    writer,
  )
  return { wires, lines, left: left.flat() }
})

describe("Garrison behind", () => {
  for (const [name, pooled] of Object.entries(poolers)) {
    const isThere = pgbouncer !== undefined || !name.startsWith("PgBouncer")
    it.live.skipIf(!isThere)(
      `${name}: makes its schema, serves thirty players at once, and keeps units of work short`,
      () =>
        Effect.gen(function* () {
          const url = yield* pooled
          yield* Effect.gen(function* () {
            assert.strictEqual(yield* failures, 0)
            const { inside, outside } = yield* limits
            assert.deepStrictEqual(inside, ["10s", "5s", "15s"])
            // What is set for one unit is not left to whoever gets the connection next.
            assert.deepStrictEqual(outside, ["0", "0", "0"])
          }).pipe(Effect.provide(services(url)))
        }).pipe(Effect.scoped),
    )
  }

  it.live("each of them: what another process sends is delivered by looking, and no connection is left listening", () =>
    Effect.gen(function* () {
      const present = Object.entries(poolers).filter(
        ([name]) => pgbouncer !== undefined || !name.startsWith("PgBouncer"),
      )
      const all = yield* Effect.forEach(present, ([, pooled]) => deliveredBehind(pooled), { concurrency: "unbounded" })
      for (const { left, lines, wires } of all) {
        assert.match(wires.join(), /"message":"Hello"/)
        assert.deepStrictEqual(left, [])
        // One of the process that listens. On a machine that is busy a look that is late may be told of, too.
        assert.lengthOf(
          lines.filter((line) => line.includes("hints of other processes do not pass the pooler")),
          1,
        )
      }
    }).pipe(Effect.scoped),
  )

  it.live("a pooler, with statements prepared all the same, fails: the control", () =>
    Effect.gen(function* () {
      const url = yield* behindOurs("ignored")
      const exit = yield* Effect.exit(Effect.provide(failures, services(`${url}?prepared_statements=on`)))
      assert.isTrue(Exit.isFailure(exit) || exit.value > 0, String(exit))
    }).pipe(Effect.scoped),
  )

  it.live("no pooler keeps its limits on the connection, and as a pooler's where statements are not prepared", () =>
    Effect.gen(function* () {
      const url = yield* postgresUrl("empty")
      const all = ["10s", "5s", "15s"]
      for (const [parameter, outside] of [
        ["auto", all],
        ["on", all],
        ["off", ["0", "0", "0"]],
      ] as const) {
        const found = yield* Effect.provide(limits, services(`${url}?prepared_statements=${parameter}`))
        assert.deepStrictEqual(found, { inside: all, outside: [...outside] }, parameter)
      }
    }).pipe(Effect.scoped),
  )
})

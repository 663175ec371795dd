/**
 * What logins cost (decisions, section 4): the statements on each database, and on Postgres the round trips, counted
 * where they pass by, by a proxy that reads the protocol.
 */
import { assert, describe, it } from "@effect/vitest"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Notifications } from "@garrison/core/notification/Notifications"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import { Sessions } from "@garrison/core/token/Sessions"
import { SessionStore } from "@garrison/core/token/SessionStore"
import * as Stores from "@garrison/sql/Stores"
import * as SqlTransaction from "@garrison/sql/SqlTransaction"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { cryptoLayer } from "../../../support/crypto.ts"
import { patientPostgres, postgresLayer, sqliteLayer } from "../../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, secondNode, useRefresh, whoIs, write } from "../../../support/logins.ts"
import { proxiedPostgres } from "../../../support/proxiedPostgres.ts"
import { untilWaiting } from "../../../support/untilWaiting.ts"

/** Logins of each kind, each with statements that every connection has prepared already, by the login before. */
const kinds = {
  known: (number: number) => Effect.asVoid(loginAnon(number % 2, { include_refresh: true })),
  new: (number: number) => Effect.asVoid(loginAnon(1000 + number, { include_refresh: true })),
  refresh: (number: number) =>
    Effect.gen(function* () {
      const { refresh_token } = yield* useRefresh(tokens.get(number))
      tokens.set(number + 1, refresh_token ?? "")
    }),
}
const tokens = new Map<number, string>()

/** The verbs of the statements that an effect runs. */
const verbsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const verbs: Array<string> = []
  yield* Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
    Effect.sync(() => {
      verbs.push(/\w+/.exec(statement.compile()[0])?.[0] ?? "")
      return statement
    }),
  )
  return verbs
})

const prepared = Effect.gen(function* () {
  for (const number of [0, 1, 0, 1]) yield* kinds.known(number)
  tokens.set(0, (yield* loginAnon(0, { include_refresh: true })).refresh_token ?? "")
  yield* kinds.new(0)
  yield* kinds.refresh(0)
})

/** Logs a player in while a ban is being stored that began before, and commits when the login waits for it. */
const duringBan = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { personId } = whoIs(yield* loginAnon(1))
  yield* (yield* Sessions).end({ personId }, "logout")
  const begun = yield* Deferred.make<void>()
  const ban = Effect.gen(function* () {
    yield* (yield* PersonStore).nextRevision(personId, undefined)
    yield* Deferred.succeed(begun, undefined)
    yield* untilWaiting(1)
    const wanted = { reason: undefined, note: undefined, issuer: "eve", createdAt: 0, expiresAt: undefined }
    const restrictionId = "00000000-0000-7000-8000-000000000001"
    yield* (yield* RestrictionStore).add({ restrictionId, personId, type: "account_ban", ...wanted })
    yield* (yield* SessionStore).revoke({ personId }, "restriction", 0)
  })
  const login = Effect.andThen(Deferred.await(begun), codeOf(loginAnon(1)))
  const [code] = yield* Effect.all([login, write(ban)], { concurrency: "unbounded" })
  const open = yield* sql`SELECT 1 AS one FROM login_session WHERE revoked_at IS NULL`
  return { code, open: open.length }
})

/** Most sessions of a player in the test of that limit. */
const SESSIONS_MAX = 3

/** Two logins at once by a player with room for one more session: both have read that before either is stored. */
const twoForOnePlace = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (let count = 1; count < SESSIONS_MAX; count++) yield* loginAnon(1)
  const locked = yield* Deferred.make<void>()
  const holder = Effect.gen(function* () {
    yield* sql`UPDATE person SET deleted_at = NULL`
    yield* Deferred.succeed(locked, undefined)
    yield* untilWaiting(2)
  })
  const login = Effect.andThen(Deferred.await(locked), codeOf(loginAnon(1)))
  const codes = yield* Effect.all([login, login, write(holder)], { concurrency: "unbounded" })
  assert.deepStrictEqual(codes.slice(0, 2), ["ok", "ok"])
  return (yield* sql`SELECT 1 AS one FROM login_session`).length
})

/** Ten new identities at once and then one a minute, so that a bucket stays full for the time of a test. */
const fewIdentities = {
  newIdentitiesPerAddressBurst: 10,
  newIdentitiesPerAddressPerMinute: 1,
  newIdentitiesBurst: 10,
  newIdentitiesPerMinute: 1,
}
/** How far ahead of its time such a bucket is when it is full. */
const ROOM_MILLIS = 600_000

/** Takes a condition on the person out of every statement; its parameter stays, because each must be used. */
const without = (condition: string) =>
  Effect.provideService(Statement.CurrentTransformer, (statement: Statement.Statement<unknown>, sql) =>
    Effect.sync(() => {
      const [text, params] = statement.compile()
      const left = text.replace(new RegExp(`AND ${condition} (\\$\\d+)`), "AND CAST($1 AS BIGINT) >= 0")
      return left === text ? statement : sql.unsafe(left, params)
    }),
  )

describe("a login in one statement", () => {
  it.effect("is not stored when it waited for a ban", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* duringBan, { code: "user_auth_restricted", open: 0 })
    }).pipe(inLoginWorld({ database: postgresLayer })),
  )

  it.effect("the control, without the revision of the person in its condition, lets the player in", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* duringBan.pipe(without("revision =")), { code: "ok", open: 1 })
    }).pipe(inLoginWorld({ database: postgresLayer })),
  )

  const settings = { sessionsPerPlayerMax: SESSIONS_MAX }
  it.effect("opens no more sessions than a player may have, when two logins wait for the place of one", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* twoForOnePlace, SESSIONS_MAX)
    }).pipe(inLoginWorld({ database: postgresLayer, settings })),
  )

  it.effect("the control, without the count of logins in its condition, opens one more", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* twoForOnePlace.pipe(without("logins <")), SESSIONS_MAX + 1)
    }).pipe(inLoginWorld({ database: postgresLayer, settings })),
  )
})

describe("a new player", () => {
  for (const [name, database] of [
    ["SQLite", sqliteLayer],
    ["Postgres", postgresLayer],
  ] as const) {
    it.effect(`on ${name} reads what was broadcast since its login was checked, once, and nothing from before`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const broadcasts = yield* Broadcasts
        const publish = (message: string) => broadcasts.publish({ is: "all" }, { message })
        const services = yield* Effect.context<SqlClient.SqlClient>()
        let meanwhile: Fiber.Fiber<unknown, unknown> | undefined
        const meeting = Effect.suspend(() => {
          if (meanwhile !== undefined) return Effect.void
          meanwhile = Effect.runFork(publish("meanwhile"))
          // On SQLite it has to wait for the unit of the login.
          const met = sql.onDialectOrElse({ pg: () => Fiber.await(meanwhile!), orElse: () => Effect.void })
          return Effect.provideContext(met, services)
        })
        yield* publish("before")
        const login = Effect.provideService(loginAnon(1), Statement.CurrentTransformer, (statement) =>
          Effect.as(statement.compile()[0].includes("INSERT INTO player (") ? meeting : Effect.void, statement),
        )
        const { playerUuid } = whoIs(yield* login)
        if (meanwhile !== undefined) yield* Fiber.join(meanwhile)
        yield* publish("after")
        const { wires } = yield* (yield* Notifications).page(playerUuid, { page_size: 9 })
        assert.deepStrictEqual(
          wires.map((wire) => (JSON.parse(wire) as { readonly message: string }).message),
          ["after", "meanwhile"],
        )
      }).pipe(inLoginWorld({ database })),
    )
  }
})

describe("a node that starts on a database that has everything", () => {
  for (const [name, database] of [
    ["SQLite", sqliteLayer],
    ["Postgres", postgresLayer],
  ] as const) {
    it.effect(`on ${name} writes nothing`, () =>
      Effect.gen(function* () {
        const start = Layer.build(secondNode.pipe(Layer.provideMerge(Layer.fresh(Stores.layer))))
        yield* Effect.scoped(start)
        assert.deepStrictEqual(
          (yield* verbsOf(Effect.scoped(start))).filter((verb) => verb !== "SELECT"),
          [],
        )
      }).pipe(inLoginWorld({ database })),
    )
  }
})

describe("the statements of a login", () => {
  it.effect("on SQLite are one read, and a unit of work of three writes, or four where a token is exchanged", () =>
    Effect.gen(function* () {
      yield* prepared
      assert.deepStrictEqual(yield* verbsOf(kinds.known(1)), ["SELECT", "UPDATE", "INSERT", "INSERT"])
      assert.deepStrictEqual(yield* verbsOf(kinds.refresh(1)), ["SELECT", "UPDATE", "UPDATE", "INSERT", "INSERT"])
      assert.lengthOf(yield* verbsOf(kinds.new(1)), 11)
    }).pipe(inLoginWorld({ database: sqliteLayer })),
  )

  it.live("on Postgres leave no error and nothing stored where a bucket is full, and where it has just become so", () =>
    Effect.gen(function* () {
      const { errors, url } = yield* proxiedPostgres("migrated")
      const database = SqlTransaction.layer.pipe(
        Layer.provideMerge(patientPostgres(url)),
        Layer.orDie,
        Layer.merge(cryptoLayer),
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buckets = sql`SELECT bucket, subject, forgotten_at FROM login_failure WHERE forgotten_at > 0
          ORDER BY bucket, subject`
        yield* loginAnon(1)
        yield* sql`UPDATE login_failure SET forgotten_at = at + ${ROOM_MILLIS} WHERE subject = 'new_at_address'`
        const [full, before] = [yield* buckets, errors()]
        assert.strictEqual(yield* codeOf(loginAnon(2)), "too_many_attempts")
        assert.deepStrictEqual(yield* buckets, full)
        assert.strictEqual(errors() - before, 0)

        const locked = yield* Deferred.make<void>()
        const filling = Effect.gen(function* () {
          yield* sql`UPDATE login_failure SET forgotten_at = at + ${ROOM_MILLIS} WHERE subject = 'new_in_all'`
          yield* Deferred.succeed(locked, undefined)
          yield* untilWaiting(1)
        })
        const elsewhere = Effect.andThen(Deferred.await(locked), codeOf(loginAnon(2, {}, { address: "192.0.2.99" })))
        const [code] = yield* Effect.all([elsewhere, write(filling)], { concurrency: "unbounded" })
        assert.strictEqual(code, "too_many_attempts")
        assert.lengthOf(yield* buckets, full.length)
        assert.strictEqual(errors() - before, 0)
        assert.strictEqual(yield* codeOf(loginAnon(3, {}, { address: "192.0.2.98" })), "too_many_attempts")
        assert.lengthOf(yield* buckets, full.length)
        assert.strictEqual(errors() - before, 0)
      }).pipe(inLoginWorld({ database, settings: fewIdentities }))
    }).pipe(Effect.scoped),
  )

  it.live("on Postgres are a round trip each: one where the login is remembered, two or three where it is not", () =>
    Effect.gen(function* () {
      const { roundTrips, url } = yield* proxiedPostgres("migrated")
      const database = SqlTransaction.layer.pipe(
        Layer.provideMerge(patientPostgres(`${url}?pool_size=1`)),
        Layer.orDie,
        Layer.merge(cryptoLayer),
      )
      const costOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
        const before = roundTrips()
        const verbs = yield* verbsOf(effect)
        return { verbs, trips: roundTrips() - before }
      })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* prepared
        const person = whoIs(yield* loginAnon(1)).personId
        const two = { verbs: ["SELECT", "WITH"], trips: 2 }
        // The login before was the first one, and read nothing of the person.
        assert.deepStrictEqual(yield* costOf(loginAnon(1000, { include_refresh: true })), two)
        assert.deepStrictEqual(yield* costOf(loginAnon(1000, { include_refresh: true })), { verbs: ["WITH"], trips: 1 })
        assert.deepStrictEqual(yield* costOf(kinds.refresh(1)), two)
        assert.deepStrictEqual(yield* costOf(kinds.new(1)), two)
        const node = yield* Layer.build(secondNode.pipe(Layer.provideMerge(Layer.fresh(Stores.layer))))
        const elsewhere = (number: number) => Effect.provideContext(loginAnon(number, { include_refresh: true }), node)
        const three = { verbs: ["SELECT", "SELECT", "WITH"], trips: 3 }
        assert.deepStrictEqual(yield* costOf(elsewhere(1)), three)
        const act = Effect.flatMap(PersonStore, (store) => store.nextRevision(person, undefined))
        yield* write(act)
        // The statement that stores the login finds out that what is remembered is out of date.
        const overtaken = { verbs: ["WITH", "SELECT", "WITH"], trips: 3 }
        assert.deepStrictEqual(yield* costOf(elsewhere(1)), overtaken)
        const one = sql`SELECT 1 AS one`
        yield* one
        const planted = yield* costOf(Effect.andThen(one, kinds.known(1)))
        assert.deepStrictEqual(planted.trips, 4, "the node that the act was hidden from, and one statement more")
        const unit = yield* costOf(sql.withTransaction(one))
        assert.deepStrictEqual(unit, { verbs: ["SELECT"], trips: 3 })
      }).pipe(inLoginWorld({ database }))
    }).pipe(Effect.scoped),
  )
})

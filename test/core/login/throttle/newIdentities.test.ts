/** What strangers can have stored: identities that were never seen before, sessions, history (guarantees R43). */
import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { defaultSettings, type DomainSettings } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { Sessions } from "@garrison/core/token/Sessions"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { frozenRandomLayer } from "../../../support/crypto.ts"
import { type DatabaseServices, onEachDatabase, onEachFreshDatabase } from "../../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, rowCounts, secondNode, useRefresh } from "../../../support/logins.ts"

const busy = "too_many_attempts"
const home = "192.0.2.1"
const elsewhere = "198.51.100.1"

let devices = 0

/** The first login of a device that was never seen, and what becomes of it. */
const arrive = (address = home) => codeOf(loginAnon(100 + devices++, {}, { address }))

/** How many of so many first logins are let in: all at once, or one after the other. */
const arrivals = (count: number, address = home, concurrency: 1 | "unbounded" = "unbounded") =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => arrive(address), { concurrency }),
    (codes) => {
      assert.sameMembers([...new Set([...codes, "ok", busy])], ["ok", busy])
      return codes.filter((code) => code === "ok").length
    },
  )

/**
 * Bytes that the rows and their indexes take; the map that Postgres keeps of a table's free space is as large for the
 * few rows of a test as for many.
 */
const size = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.onDialectOrElse({
    pg: () => sql`SELECT SUM(pg_relation_size(oid, 'main')) AS bytes FROM pg_class
      WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace`,
    orElse: () => sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`,
  })
  return Number(row?.bytes)
}).pipe(Effect.orDie)

/** Worlds under one secret of the deployment, for it decides which addresses share a bucket. */
const worldOn = (database: Layer.Layer<DatabaseServices>) => {
  const frozen = Layer.merge(database, frozenRandomLayer("new identities"))
  return (settings: Partial<DomainSettings>) => inLoginWorld({ database: frozen, settings })
}

onEachDatabase((name, database) => {
  const world = worldOn(database)

  describe(`new identities on ${name}`, () => {
    it.effect("of one address are let in at its burst and rate; other addresses and known identities go on", () =>
      Effect.gen(function* () {
        const known = yield* loginAnon(1, { include_refresh: true })
        assert.strictEqual(yield* arrivals(30), 9, "one came before them")
        const before = yield* rowCounts
        const refused = yield* Effect.flip(loginAnon(2))
        assert.deepInclude(refused, { _tag: "LoginBusy", code: busy, retryAfterSeconds: 20 })
        assert.deepStrictEqual(yield* rowCounts, before, "nothing of it is stored")
        assert.strictEqual(yield* codeOf(loginAnon(1)), "ok")
        assert.strictEqual(yield* codeOf(useRefresh(known.refresh_token)), "ok")
        assert.strictEqual(yield* arrive(elsewhere), "ok")
        assert.strictEqual(yield* arrivals(12, "2001:db8:1:2::1"), 10)
        assert.strictEqual(yield* arrive("2001:db8:1:2:ffff::9"), busy, "of IPv6 a /64 is one address")
        assert.strictEqual(yield* arrive("2001:db8:1:3::1"), "ok")
        yield* TestClock.adjust("20 seconds")
        assert.strictEqual(yield* arrivals(5), 1)
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* arrivals(30), 10, "never more than the burst")
      }).pipe(world({ newIdentitiesPerAddressBurst: 10, newIdentitiesPerAddressPerMinute: 3 })),
    )

    it.effect("come from all addresses at one burst and rate, shared by nodes and after them", () =>
      Effect.gen(function* () {
        const here = Effect.forEach(["192.0.2.2", "192.0.2.3", "192.0.2.4"], (address) => arrivals(3, address), {
          concurrency: "unbounded",
        })
        const both = yield* Effect.all([here, Effect.provide(here, secondNode)], { concurrency: "unbounded" })
        assert.strictEqual(
          both.flat().reduce((sum, count) => sum + count, 0),
          10,
        )
        assert.strictEqual(yield* Effect.provide(arrive("192.0.2.5"), secondNode), busy)
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* arrivals(5, "192.0.2.6"), 1)
        assert.strictEqual(yield* arrive(""), busy, "one from an address that is not known counts too")
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(yield* arrivals(5, ""), 2, "and has no limit of its own")
      }).pipe(world({ newIdentitiesBurst: 10, newIdentitiesPerMinute: 60 })),
    )

    it.effect("are counted in several rows where many may come at once, so that they do not all wait for one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = yield* Transaction
        const rowsOf = (subject: string) =>
          Effect.map(sql`SELECT bucket FROM login_failure WHERE subject = ${subject}`, (rows) => rows.length)
        for (let index = 1; index <= 24; index++) yield* arrive(`192.0.2.${index}`)
        assert.strictEqual(yield* rowsOf("new_at_address"), 24)
        assert.isAbove(yield* rowsOf("new_in_all"), 8)
        assert.isAtMost(yield* rowsOf("new_in_all"), 16)

        yield* transaction.run(sql`UPDATE login_failure SET forgotten_at = at + 500000 WHERE subject = 'new_in_all'`)
        const codes = yield* Effect.forEach(Array.from({ length: 24 }), () => arrive(""))
        assert.include(codes, busy, "who draws one that is full is refused")
        assert.include(codes, "ok", "who draws another is let in")
      }).pipe(Random.withSeed("stripes"), world({})),
    )

    it.effect("that are known keep a bounded number of sessions, logins and tokens, however often they come", () => {
      const comeOften = Effect.gen(function* () {
        const sessions = yield* Sessions
        const tokens = yield* AccessTokens
        for (let round = 0; round < 36; round++) {
          const { refresh_token } = yield* loginAnon(1, { include_refresh: true })
          yield* useRefresh(refresh_token)
          const { access_token } = yield* loginAnon(1, { include_refresh: true })
          yield* sessions.end(yield* tokens.authenticate(`Bearer ${access_token}`), "logout")
        }
        return yield* rowCounts
      })
      return Effect.gen(function* () {
        const { login_history, login_session, refresh_token } = yield* comeOften.pipe(world({}))
        assert.isAtMost(login_session ?? 0, 21)
        assert.isAtMost(refresh_token ?? 0, 42)
        assert.isAtMost(login_history ?? 0, 101)
        const control = yield* comeOften.pipe(world({ sessionsPerPlayerMax: 1000 }))
        assert.deepInclude(control, { login_session: 72, refresh_token: 108 }, "without a limit each stays")
      })
    })
  })
})

// Rows of other tests leave room in the tables of a database that is kept.
onEachFreshDatabase((name, database) => {
  const world = worldOn(database)

  describe(`new identities on ${name}`, () => {
    it.effect("take in an hour the space of the admitted ones; without limits the space of all", () => {
      const hour = Effect.gen(function* () {
        yield* arrive(elsewhere)
        const before = yield* size
        let stored = 0
        for (let minute = 0; minute < 60; minute += 5) {
          // Postgres enlarges a table by a page for each insert that waits: more of a few rows than of many.
          stored += yield* arrivals(24, home, 1)
          yield* TestClock.adjust("5 minutes")
        }
        return { stored, bytes: (yield* size) - before }
      })
      return Effect.gen(function* () {
        const limits = { newIdentitiesPerAddressBurst: 10, newIdentitiesPerAddressPerMinute: 1 }
        const bounded = yield* hour.pipe(world(limits))
        const unbounded = yield* hour.pipe(world({}))
        assert.strictEqual(bounded.stored, 10 + 55)
        assert.strictEqual(unbounded.stored, 24 * 12, "the control: all who came")
        assert.isAbove(unbounded.bytes, bounded.bytes)
        const { newIdentitiesPerAddressBurst: burst, newIdentitiesPerAddressPerMinute: rate } = defaultSettings
        const hourFromOneAddress = (burst + rate * 60) * (unbounded.bytes / unbounded.stored)
        assert.isBelow(hourFromOneAddress, 48 * 2 ** 20, "bytes by the defaults")
      })
    })
  })
})

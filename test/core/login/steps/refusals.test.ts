/** Refused logins as security events: whose, what they say, how many are kept (decisions, section 4; R21, R43). */
import { assert, describe, it } from "@effect/vitest"
import { EVENTS_KEPT_MAX, EVENTS_PER_HOUR_MAX } from "@garrison/core/audit/schema"
import { SecurityEventStore } from "@garrison/core/audit/SecurityEventStore"
import type { PersonId } from "@garrison/core/kernel/Identifier"
import { StorageUnavailable } from "@garrison/core/kernel/work/Transaction"
import * as housekeeping from "@garrison/core/login/storing/housekeeping"
import { Passwords } from "@garrison/core/login/password/Passwords"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { settingsInForce } from "@garrison/core/settings"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import { FiguresStore } from "@garrison/core/figures/FiguresStore"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { uuids } from "@garrison/sql/uuid"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import * as TestClock from "effect/testing/TestClock"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { countingKdf } from "../../../support/kdf.ts"
import {
  codeOf,
  createGameClient,
  inLoginWorld,
  login,
  loginAnon,
  secondNode,
  testSettings,
  useRefresh,
  whoIs,
  write,
} from "../../../support/logins.ts"

const eula = { version: 1, url: "https://example.test/eula", sha256: "0".repeat(64), required: true }

const withPassword = (token: string, address = "192.0.2.1") =>
  login({ grant_type: "basic", portal_access_token: token }, { address })

/** A password account that has logged in. */
const ada = Effect.gen(function* () {
  yield* (yield* Passwords).create({ username: "ada", password: "correct horse" }, testAct)
  return whoIs(yield* withPassword("ada:correct horse"))
})

const ban = (personId: PersonId) =>
  Effect.flatMap(Restrictions, (restrictions) => restrictions.add({ personId, type: "account_ban" }, testAct))

const eventsOf = (personId: PersonId) => Effect.flatMap(SecurityEventStore, (store) => store.ofPerson(personId, 1000))

/** How many events of anybody are stored. */
const stored = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM security_event`).length
})

/** The statements that an effect sends, without their values. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const statements: Array<string> = []
    const watched = Effect.provideService(effect, Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        statements.push(statement.compile()[0].replaceAll(/\s+/g, " "))
        return statement
      }),
    )
    return Effect.as(watched, statements)
  })

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database, kdf: countingKdf().layer })

  describe(`refused logins on ${name}`, () => {
    it.effect("of a known person say when, from where, through which client, how, and why", () =>
      Effect.gen(function* () {
        const { personId } = yield* ada
        const { client, credentials } = yield* createGameClient("studio")
        const opened = yield* login(
          { grant_type: "basic", portal_access_token: "ada:correct horse", include_refresh: true },
          { credentials },
        )
        const { sessionId } = yield* (yield* AccessTokens).authenticate(`Bearer ${opened.access_token}`)
        yield* TestClock.adjust("1 hour")
        yield* codeOf(withPassword("ada:wrong horse", "198.51.100.7"))
        yield* codeOf(useRefresh(opened.refresh_token))
        const strict = secondNode.pipe(Layer.provide(settingsInForce({ ...testSettings, agreements: { eula } })))
        yield* Effect.provide(codeOf(withPassword("ada:correct horse")), strict)
        yield* ban(personId)
        yield* codeOf(login({ grant_type: "basic", portal_access_token: "ada:correct horse" }, { credentials }))
        const events = yield* eventsOf(personId)
        assert.deepStrictEqual(
          events.map(({ address, clientUuid, kind, refusal, sessionId: of }) => [
            kind,
            refusal?.grantType,
            refusal?.code,
            address,
            clientUuid === client.clientUuid ? "studio" : "game",
            of,
          ]),
          [
            ["login_refused", "basic", "user_auth_restricted", "192.0.2.1", "studio", undefined],
            ["login_refused", "basic", "user_needs_agreements", "192.0.2.1", "game", undefined],
            ["login_refused", "refresh", "refresh_token_client_id_mismatch", "192.0.2.1", "game", sessionId],
            ["login_refused", "basic", "basic_auth_credentials_not_found", "198.51.100.7", "game", undefined],
          ],
        )
        assert.deepStrictEqual(new Set(events.map(({ at }) => at)), new Set([3_600_000]))
      }).pipe(world),
    )

    it.effect("of persons that are not known are not stored, whatever they present", () =>
      Effect.gen(function* () {
        yield* (yield* Passwords).create({ username: "eve", password: "correct horse" }, testAct)
        const { refresh_token: other = "" } = yield* loginAnon(1, { include_refresh: true })
        const madeUp = `${other.slice(0, 20)}${other.slice(21)}A`
        for (const refused of [
          withPassword("bob:wrong horse"),
          withPassword("eve:wrong horse"),
          withPassword("no colon"),
          useRefresh("never issued"),
          useRefresh(madeUp),
          loginAnon(2, {}, { credentials: { clientId: "studio", secret: "wrong" } }),
        ]) {
          assert.notStrictEqual(yield* codeOf(refused), "ok")
        }
        assert.strictEqual(yield* stored, 0)
      }).pipe(world),
    )

    it.effect("run the same statements for an unknown user as for a wrong password", () =>
      Effect.gen(function* () {
        const { personId } = yield* ada
        const wrong = yield* statementsOf(codeOf(withPassword("ada:wrong horse", "192.0.2.2")))
        assert.lengthOf(yield* eventsOf(personId), 1)
        assert.deepStrictEqual(yield* statementsOf(codeOf(withPassword("bob:wrong horse", "192.0.2.3"))), wrong)
        assert.isTrue(wrong.some((statement) => statement.startsWith("INSERT INTO security_event")))
        const right = yield* statementsOf(withPassword("ada:correct horse", "192.0.2.4"))
        assert.notDeepEqual(right, wrong, "the control: a login that succeeds runs others")
      }).pipe(world),
    )

    it.effect("are kept sixty times an hour and two hundred in all, and do not hide a stolen token", () =>
      Effect.gen(function* () {
        const { refresh_token: token, ...result } = yield* loginAnon(1, { include_refresh: true })
        const { personId } = whoIs(result)
        yield* useRefresh(token)
        yield* TestClock.adjust("11 seconds")
        yield* codeOf(useRefresh(token))
        yield* ban(personId)
        const flood = Effect.forEach(Array.from({ length: EVENTS_PER_HOUR_MAX + 10 }), () => codeOf(loginAnon(1)))
        const refusals = Effect.map(eventsOf(personId), (events) =>
          events.filter(({ refusal }) => refusal?.code === "user_auth_restricted"),
        )
        yield* flood
        assert.isAtMost((yield* refusals).length, EVENTS_PER_HOUR_MAX)
        for (let hour = 0; hour < 4; hour++) {
          yield* TestClock.adjust("61 minutes")
          yield* flood
        }
        const events = yield* eventsOf(personId)
        assert.lengthOf(yield* refusals, EVENTS_KEPT_MAX)
        assert.deepStrictEqual(
          events.slice(EVENTS_KEPT_MAX).map(({ kind }) => kind),
          ["refresh_token_reuse"],
          "although it is the oldest",
        )
      }).pipe(world),
    )

    it.effect("are counted for a day", () =>
      Effect.gen(function* () {
        const figures = yield* FiguresStore
        const { run } = yield* Transaction
        const minute = Math.floor((yield* Clock.currentTimeMillis) / 60_000)
        const count = { grant: "anon", code: "client_credentials_invalid", portalStatus: undefined, count: 1 }
        yield* run(figures.addRefused([1439, 1440, 1441].map((age) => ({ ...count, minute: minute - age }))))
        yield* housekeeping.prune
        assert.deepStrictEqual(yield* figures.refused(minute - 2000), [{ ...count, minute: minute - 1439, count: 2 }])
      }).pipe(world),
    )

    it.effect("are deleted after ninety days, as logins are", () =>
      Effect.gen(function* () {
        const { personId } = whoIs(yield* loginAnon(1))
        yield* ban(personId)
        for (let attempt = 0; attempt < 2; attempt++) yield* codeOf(loginAnon(1))
        const sql = yield* SqlClient.SqlClient
        // Moved in storage: a clock that moves by days runs everything that happens every minute.
        const [older] = (yield* eventsOf(personId)).toReversed()
        const { id } = uuids(sql)
        const age = (millis: number) =>
          write(sql`UPDATE security_event SET at = ${-millis}
            WHERE person_id = ${id(personId)} AND event_id = ${id(older?.eventId)}`)
        yield* age(housekeeping.HISTORY_MILLIS)
        yield* housekeeping.prune
        assert.strictEqual(yield* stored, 2)
        yield* age(housekeeping.HISTORY_MILLIS + 1)
        yield* housekeeping.prune
        assert.strictEqual(yield* stored, 1)
      }).pipe(world),
    )
  })
})

describe("a refusal", () => {
  const brokenEvents = Layer.effect(
    SecurityEventStore,
    Effect.map(SecurityEventStore, (store) => ({ ...store, record: () => Effect.die(new StorageUnavailable("full")) })),
  )

  it.effect("is answered although its event cannot be stored", () =>
    Effect.gen(function* () {
      yield* ban(whoIs(yield* loginAnon(1)).personId)
      const node = secondNode.pipe(Layer.provide(brokenEvents))
      assert.strictEqual(yield* Effect.provide(codeOf(loginAnon(1)), node), "user_auth_restricted")
      assert.strictEqual(yield* stored, 0)
    }).pipe(inLoginWorld()),
  )
})

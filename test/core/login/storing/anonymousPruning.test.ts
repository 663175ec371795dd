/**
 * Anonymous identities that never came back: which are deleted, and that none is deleted by half (guarantees R153). A
 * login at that moment wins, or makes a new identity.
 */
import { assert, describe, it } from "@effect/vitest"
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { Logins } from "@garrison/core/login/Logins"
import { type AnonymousIdentity, AnonymousStore } from "@garrison/core/login/storing/AnonymousStore"
import { countForgettable, pruneFrom } from "@garrison/core/login/storing/anonymousPruning"
import { prune as pruneSessions } from "@garrison/core/login/storing/housekeeping"
import { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { Broadcasts } from "@garrison/core/notification/Broadcasts"
import { Notifications } from "@garrison/core/notification/Notifications"
import { Restrictions } from "@garrison/core/restriction/Restrictions"
import { orUnavailable } from "@garrison/sql/SqlTransaction"
import { uuids } from "@garrison/sql/uuid"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { testAct } from "../../../support/acts.ts"
import { onEachDatabase } from "../../../support/databases.ts"
import { codeOf, inLoginWorld, loginAnon, rowCounts, secondNode, whoIs } from "../../../support/logins.ts"

const DAYS = 400
const DAY_MILLIS = 24 * 60 * 60 * 1000

const before = Effect.map(Clock.currentTimeMillis, (now) => now - DAYS * DAY_MILLIS)

/** A device that logs in once; its session and its history are over. */
const once = (device: number) =>
  Effect.gen(function* () {
    const identity: AnonymousIdentity = whoIs(yield* loginAnon(device))
    return identity
  })

/**
 * Makes everything that is stored so many ms older. The clock stays: it would turn all that is done every second or
 * minute, for days.
 */
const age = Effect.fnUntraced(function* (millis: number) {
  const sql = yield* SqlClient.SqlClient
  yield* (yield* Transaction).run(
    orUnavailable(
      Effect.all([
        sql`UPDATE person SET created_at = created_at - ${millis}, last_login_at = last_login_at - ${millis}
          WHERE logins > 0`,
        sql`UPDATE person_player SET created_at = created_at - ${millis} WHERE player_id > 0`,
        sql`UPDATE login_session SET created_at = created_at - ${millis}, expires_at = expires_at - ${millis}
          WHERE exchanges = 0`,
        sql`UPDATE login_history SET at = at - ${millis} WHERE at > 0`,
      ]),
    ),
  )
})

/** After this, the logins so far are long ago, and their sessions are deleted. */
const later = Effect.andThen(age((DAYS + 1) * DAY_MILLIS), pruneSessions)

const forget = Effect.fnUntraced(function* (identity: AnonymousIdentity) {
  return yield* (yield* AnonymousStore).forget(identity, yield* before)
})

const isForgettable = Effect.fnUntraced(function* (identity: AnonymousIdentity) {
  return yield* (yield* AnonymousStore).isForgettable(identity, yield* before)
})

/** As an order makes its inventory. */
const ordering = ({ playerUuid }: AnonymousIdentity) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    orUnavailable(sql`INSERT INTO inventory_owner (player_uuid, changed_at) VALUES (${uuids(sql).id(playerUuid)}, 1)`),
  )

/** Until a session of Postgres waits for a lock. On SQLite the next unit of work waits for the one before. */
const untilWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = sql.onDialectOrElse({
    pg: () => sql`SELECT COUNT(*) AS count FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    orElse: () => Effect.succeed([{ count: 1 }]),
  })
  while (Number((yield* waiting)[0]?.["count"]) === 0) yield* Effect.promise(() => new Promise(setImmediate))
})

/** What is stored by half: rows that belong to nobody, and ways in that lead to nobody. */
const halves = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql`SELECT
    (SELECT COUNT(*) FROM portal_user AS u LEFT JOIN person AS p ON p.person_id = u.person_id
      WHERE p.person_id IS NULL) AS ways,
    (SELECT COUNT(*) FROM player AS l LEFT JOIN person AS p ON p.person_id = l.person_id
      WHERE p.person_id IS NULL) AS players,
    (SELECT COUNT(*) FROM person_player AS o LEFT JOIN player AS l ON l.player_uuid = o.player_uuid
      WHERE l.player_uuid IS NULL) AS owned,
    (SELECT COUNT(*) FROM person AS p LEFT JOIN portal_user AS u ON u.person_id = p.person_id
      WHERE u.person_id IS NULL) AS persons`
  return Object.values(row ?? {}).map(Number)
}).pipe(Effect.orDie)

const whole = [0, 0, 0, 0]

/** A store of logins whose reads wait for `after` before they answer. */
const readingThen = (after: Effect.Effect<void>) =>
  Layer.effect(
    LoginStore,
    Effect.map(LoginStore, (store) => ({
      ...store,
      recall: () => undefined,
      read: (question) => Effect.tap(store.read(question), after),
    })),
  )

/** Deletes what was judged before, and does not look again: the control. */
const forgetBlindly = Effect.fnUntraced(function* ({ personId, playerUuid }: AnonymousIdentity) {
  const sql = yield* SqlClient.SqlClient
  const { id } = uuids(sql)
  const [person, player] = [id(personId), id(playerUuid)]
  yield* (yield* Transaction).run(
    orUnavailable(
      Effect.all([
        sql`DELETE FROM portal_user WHERE person_id = ${person} AND portal_user_id IS NOT NULL`,
        sql`DELETE FROM person_portal_user WHERE person_id = ${person} AND player_uuid IS NOT NULL`,
        sql`DELETE FROM login_session WHERE person_id = ${person} AND session_id IS NOT NULL`,
        sql`DELETE FROM login_history WHERE person_id = ${person} AND login_id IS NOT NULL`,
        sql`DELETE FROM person_player WHERE person_id = ${person} AND player_uuid IS NOT NULL`,
        sql`DELETE FROM person WHERE person_id = ${person} AND created_at > 0`,
        sql`DELETE FROM player WHERE player_uuid = ${player} AND created_at > 0`,
      ]),
    ),
  )
})

onEachDatabase((name, database) => {
  const world = inLoginWorld({ database })

  describe(`an anonymous identity on ${name}`, () => {
    it.effect("that never came back goes whole, and its device is a new one when it comes after all", () =>
      Effect.gen(function* () {
        const empty = yield* rowCounts
        const gone = yield* once(1)
        yield* later
        assert.isTrue(yield* isForgettable(gone))
        assert.isTrue(yield* forget(gone))
        assert.isFalse(yield* forget(gone), "another node was first")
        assert.deepStrictEqual({ ...(yield* rowCounts), new_identities: 0 }, { ...empty, new_identities: 0 })
        const back = whoIs(yield* loginAnon(1))
        assert.notStrictEqual(back.playerUuid, gone.playerUuid)
        assert.deepStrictEqual(yield* halves, whole)
      }).pipe(world),
    )

    it.effect("is kept by whatever binds it: each of these alone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id } = uuids(sql)
        const transaction = yield* Transaction
        const restrictions = yield* Restrictions
        const [broadcasts, notifications] = [yield* Broadcasts, yield* Notifications]
        const now = yield* Clock.currentTimeMillis
        const ban = { type: "account_ban", reason: "x", expiresAt: now + 1 } as const
        const put = <A, E, R>(statement: Effect.Effect<A, E, R>) => transaction.run(orUnavailable(statement))
        const binding = {
          "a second login": () => loginAnon(2),
          "an order": (one: AnonymousIdentity) => transaction.run(ordering(one)),
          "a notification": ({ playerUuid }: AnonymousIdentity) =>
            notifications.append(playerUuid, { message: "hello" }),
          "a broadcast to a list": ({ playerUuid }: AnonymousIdentity) =>
            broadcasts.publish({ is: "players", players: [playerUuid] }, { message: "hello" }),
          "a restriction that is over": ({ playerUuid }: AnonymousIdentity) =>
            restrictions.addToPlayer(playerUuid, ban, testAct),
          "an accepted agreement": ({ personId }: AnonymousIdentity) =>
            put(sql`INSERT INTO agreement_receipt (person_id, kind, version, sha256, accepted_at, client_uuid, address)
              VALUES (${id(personId)}, 'eula', 1, 'x', 1, ${id(personId)}, '')`),
          "a security event": ({ personId }: AnonymousIdentity) =>
            put(sql`INSERT INTO security_event (person_id, event_id, at, kind, address)
              VALUES (${id(personId)}, ${id(personId)}, ${now}, 'refresh_token_reuse', '')`),
          "an act of an operator": ({ personId }: AnonymousIdentity) =>
            put(sql`UPDATE person SET revision = revision + 1 WHERE person_id = ${id(personId)}`),
          "a deletion": ({ personId }: AnonymousIdentity) =>
            put(sql`UPDATE person SET deleted_at = 1 WHERE person_id = ${id(personId)}`),
          "another way in": ({ personId, playerUuid }: AnonymousIdentity) =>
            put(sql`INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, created_at)
              VALUES (${id(personId)}, 'Golf', 'g', ${id(playerUuid)}, 'g', 1)`),
        }
        let device = 2
        for (const [what, bind] of Object.entries(binding)) {
          const identity = yield* once(device)
          yield* Effect.orDie(Effect.asVoid(bind(identity) as Effect.Effect<unknown, Error, Logins>))
          device = 100 + device
          yield* later
          const stored = yield* rowCounts
          assert.isFalse(yield* isForgettable(identity), what)
          assert.isFalse(yield* forget(identity), what)
          assert.deepStrictEqual(yield* rowCounts, stored, what)
        }
      }).pipe(world),
    )

    it.effect("is too young until the last day is over, and while its session lasts", () =>
      Effect.gen(function* () {
        const identity = yield* once(1)
        yield* age(DAYS * DAY_MILLIS)
        assert.isFalse(yield* isForgettable(identity))
        yield* age(1)
        assert.isFalse(yield* isForgettable(identity), "its session is still stored")
        yield* pruneSessions
        assert.isTrue(yield* isForgettable(identity))
      }).pipe(world),
    )
  })

  describe(`a pruning on ${name}`, () => {
    it.effect("deletes what the count says, goes through all players part by part, and begins again at the end", () =>
      Effect.gen(function* () {
        const devices = yield* Effect.forEach([1, 2, 3, 4, 5], once)
        yield* loginAnon(3)
        yield* later
        const young = yield* once(6)
        const counted = yield* countForgettable(0, DAYS)
        assert.deepStrictEqual(counted, { old: 5, forgettable: 4, next: undefined })
        const store = yield* AnonymousStore
        const walked: Array<string> = []
        for (let after: number | undefined = 0; after !== undefined;) {
          const part: { readonly identities: ReadonlyArray<AnonymousIdentity>; readonly next: number | undefined } =
            yield* store.page(after, yield* before, 2)
          walked.push(...part.identities.map(({ playerUuid }) => playerUuid))
          after = part.next
        }
        assert.deepStrictEqual(
          walked,
          devices.map(({ playerUuid }) => playerUuid),
        )
        const first = yield* countForgettable(0, DAYS, 2)
        assert.deepInclude(first, { old: 2, forgettable: 2 })
        assert.deepStrictEqual(yield* countForgettable(first.next ?? 0, DAYS, 2), {
          ...first,
          forgettable: 1,
          next: (first.next ?? 0) + 2,
        })
        assert.deepStrictEqual(yield* pruneFrom(0, DAYS, 2), { gone: 4, next: 0 })
        assert.deepStrictEqual(yield* pruneFrom(0, DAYS), { gone: 0, next: 0 })
        const left = yield* store.page(0, Number.MAX_SAFE_INTEGER, 100)
        assert.deepStrictEqual(
          left.identities.map(({ playerUuid }) => playerUuid),
          [devices[2]?.playerUuid, young.playerUuid].map((player) => PlayerUuid.make(player ?? "")),
        )
      }).pipe(world),
    )
  })

  describe(`a login and a pruning at once on ${name}`, () => {
    it.effect("the login that comes between the look and the deletion keeps its identity; a control loses it", () =>
      Effect.gen(function* () {
        for (const [device, deletion, isKept] of [
          [1, forget, true],
          [2, forgetBlindly, false],
        ] as const) {
          const identity = yield* once(device)
          yield* later
          assert.isTrue(yield* isForgettable(identity))
          const back = whoIs(yield* loginAnon(device))
          assert.deepStrictEqual(back, identity)
          yield* deletion(identity)
          const again = whoIs(yield* loginAnon(device))
          assert.strictEqual(again.playerUuid === identity.playerUuid, isKept)
        }
      }).pipe(world),
    )

    it.effect("the login that has looked before the deletion makes a new identity, whole", () =>
      Effect.gen(function* () {
        const gone = yield* once(1)
        yield* later
        const hasRead = yield* Deferred.make<void>()
        const goOn = yield* Deferred.make<void>()
        const waiting = Effect.andThen(Deferred.succeed(hasRead, undefined), Deferred.await(goOn))
        const slow = Layer.fresh(Logins.layer).pipe(Layer.provide(readingThen(waiting)))
        const login = yield* Effect.forkChild(Effect.provide(loginAnon(1), slow), { startImmediately: true })
        yield* Deferred.await(hasRead)
        assert.isTrue(yield* forget(gone))
        yield* Deferred.succeed(goOn, undefined)
        const made = whoIs(yield* Fiber.join(login))
        assert.notStrictEqual(made.playerUuid, gone.playerUuid)
        assert.deepStrictEqual(whoIs(yield* loginAnon(1)), made)
        assert.deepStrictEqual(yield* halves, whole)
      }).pipe(world),
    )

    it.effect("of many at once, on two nodes, every login is let in and nothing is stored by half", () =>
      Effect.gen(function* () {
        const devices = Array.from({ length: 24 }, (_, device) => device)
        yield* Effect.forEach(devices, once)
        yield* later
        const logins = Effect.forEach(devices, (device) => Effect.asVoid(loginAnon(device)), {
          concurrency: "unbounded",
        })
        yield* Effect.all([pruneFrom(0, DAYS), Effect.provide(logins, secondNode), pruneFrom(0, DAYS), logins], {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(yield* halves, whole)
        for (const device of devices) assert.strictEqual(yield* codeOf(loginAnon(device)), "ok")
      }).pipe(world),
    )

    it.effect("an order that begins before the deletion and ends after it keeps its player", () =>
      Effect.gen(function* () {
        const identity = yield* once(1)
        yield* later
        const transaction = yield* Transaction
        const hasOrdered = yield* Deferred.make<void>()
        const goOn = yield* Deferred.make<void>()
        const order = transaction.run(
          Effect.andThen(
            ordering(identity),
            Effect.andThen(Deferred.succeed(hasOrdered, undefined), Deferred.await(goOn)),
          ),
        )
        const ordered = yield* Effect.forkChild(order, { startImmediately: true })
        yield* Deferred.await(hasOrdered)
        const deletion = yield* Effect.forkChild(forget(identity), { startImmediately: true })
        yield* untilWaiting
        assert.isUndefined(deletion.pollUnsafe(), "it waits for the order")
        yield* Deferred.succeed(goOn, undefined)
        yield* Fiber.join(ordered)
        assert.isFalse(yield* Fiber.join(deletion))
        assert.deepStrictEqual(whoIs(yield* loginAnon(1)), identity)
      }).pipe(world),
    )
  })
})

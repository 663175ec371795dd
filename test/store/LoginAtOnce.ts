/**
 * What `LoginStore.atOnce` does: each login in one statement, which stores everything or nothing. Every condition of a
 * statement has a login here that meets all others.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/Transaction"
import type { CountedPlace } from "@garrison/core/login/FailureStore"
import { LoginHistoryStore } from "@garrison/core/login/LoginHistoryStore"
import { type KnownLogin, type LoginAtOnce, LoginStore, type NewLogin } from "@garrison/core/login/LoginStore"
import { SessionId } from "@garrison/core/kernel/Identifier"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { type Rotation, type SessionOwner, SessionStore } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newPortalUser } from "../support/identities.ts"

/** The stores that the suite needs. */
export type AtOnceStores =
  | LoginHistoryStore
  | LoginStore
  | PersonStore
  | PlayerStore
  | SessionStore
  | SqlClient.SqlClient
  | Transaction

const client = newClientUuid()

const hashOf = () => Uint8Array.from(randomBytes(32))

/** Runs a login in one statement. */
const atOnce = <A>(use: (store: LoginAtOnce) => Effect.Effect<A>) =>
  Effect.flatMap(LoginStore, (store) => use(store.atOnce ?? assert.fail("the database has no logins in one statement")))

let made = 0

/** An id after all those before it, as ids are that are made with time. */
const laterId = () => `${(0xe0000000 + made++).toString(16)}-${randomUUID().slice(9)}`

const entryOf = (owner: SessionOwner, at: number) => ({
  login: {
    loginId: laterId(),
    at,
    sessionId: SessionId.make(laterId()),
    grantType: "anon" as const,
    clientUuid: client,
    address: "192.0.2.1",
    userAgent: "test",
    player: { personId: owner.personId, playerUuid: owner.playerUuid, platform: owner.platform },
  },
  historyMax: 100,
})

const sessionOf = (owner: SessionOwner, sessionId: SessionId, at: number) => ({
  session: { sessionId, clientUuid: client, clientGeneration: undefined, owner, createdAt: at, expiresAt: at + 9000 },
  token: { hash: hashOf(), expiresAt: at + 5000 },
  sessionsMax: 3,
})

/** How often a person has logged in when `newOwner` has made it. */
const LOGINS_BEFORE = 1

/** The login of a known player that comes after `later` others. */
const knownLogin = (owner: SessionOwner, later: number) => {
  const [at, logins] = [1000 + later, LOGINS_BEFORE + later]
  const entry = entryOf(owner, at)
  const opens = sessionOf(owner, entry.login.sessionId, at)
  return { ...entry, revision: 0, logins, opens } satisfies KnownLogin
}

/** What a login leaves of a person: its sessions, its history, its count of logins. */
const stateOf = Effect.fnUntraced(function* (owner: SessionOwner) {
  const sessions = yield* (yield* SessionStore).ofPerson(owner.personId)
  const history = yield* (yield* LoginHistoryStore).ofPerson(owner.personId, 1000)
  const subject = { platform: owner.platform, portalUserId: owner.portalUserId }
  const { logins } = yield* (yield* LoginStore).read({ publicClientId: undefined, subject, now: 0 })
  return { sessions: sessions.map(({ sessionId }) => sessionId).toSorted(), history: history.length, logins }
})

/** Logs in `count` times. Answers with the session that each login opened, and those that it dropped. */
const logInTimes = Effect.fnUntraced(function* (owner: SessionOwner, count: number, changes: Partial<KnownLogin> = {}) {
  const seen: Array<{ readonly opened: SessionId; readonly dropped: unknown }> = []
  for (let later = 0; later < count; later++) {
    const login = { ...knownLogin(owner, later), ...changes }
    seen.push({ opened: login.login.sessionId, dropped: yield* atOnce((store) => store.storeKnown(login)) })
  }
  return seen
})

/** A session of a known player, whose refresh token can be exchanged until the session ends. */
const exchangeable = Effect.fnUntraced(function* (expiresAt = 9000) {
  const owner = yield* newOwner
  const { opens, ...login } = knownLogin(owner, 0)
  const [session, token] = [{ ...opens.session, expiresAt }, opens.token]
  yield* atOnce((store) => store.storeKnown({ ...login, opens: { ...opens, session } }))
  return { owner, session, token }
})

type Exchangeable = Effect.Success<ReturnType<typeof exchangeable>>

const exchange = ({ owner, session, token }: Exchangeable, changes: Partial<Rotation> = {}) => {
  const { at = 2000, clientUuid = session.clientUuid, sessionId = session.sessionId } = changes
  const { login, ...entry } = entryOf(owner, at)
  const rotation = {
    personId: owner.personId,
    sessionId,
    hash: token.hash,
    clientUuid,
    at,
    successorSeed: hashOf(),
    successor: { hash: hashOf(), expiresAt: 7000 },
    exchangesMax: 2,
    ...changes,
  }
  const known = { ...entry, login: { ...login, sessionId, clientUuid }, revision: 0, logins: 2, opens: { rotation } }
  return atOnce((store) => store.storeKnown(known))
}

/** Exchanges that lack one thing each. */
const brokenExchanges = {
  "the token is another one": (first: Exchangeable) => exchange(first, { hash: hashOf() }),
  "the token has expired": (first: Exchangeable) => exchange(first, { at: first.token.expiresAt }),
  "the session is another one": (first: Exchangeable) => exchange(first, { sessionId: SessionId.make(laterId()) }),
  "the client is another one": (first: Exchangeable) => exchange(first, { clientUuid: newClientUuid() }),
  "the session was exchanged as often as allowed": (first: Exchangeable) => exchange(first, { exchangesMax: 0 }),
  "the session has ended": Effect.fnUntraced(function* (first: Exchangeable) {
    const selection = { personId: first.owner.personId }
    yield* inUnit(Effect.flatMap(SessionStore, (store) => store.revoke(selection, "logout", 1500)))
    return yield* exchange(first)
  }),
}

const place = (subject: "new_at_address" | "new_in_all", capacityMillis: number): CountedPlace => ({
  key: { subject, bucket: made++ },
  limit: { capacityMillis, leakMillis: 100 },
})

const newLogin = (
  user = newPortalUser().user,
  places: NewLogin["places"] = [place("new_at_address", 200), place("new_in_all", 200)],
): NewLogin => {
  const player = newPortalUser({ user })
  const owner = { ...player, ...user }
  const entry = entryOf(owner, player.at)
  return { ...entry, player, opens: sessionOf(owner, entry.login.sessionId, player.at), places }
}

/** How many of the places hold a count. */
const countedIn = (...places: ReadonlyArray<CountedPlace>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`SELECT bucket FROM login_failure WHERE ${sql.in(
      "bucket",
      places.map(({ key }) => key.bucket),
    )}`
    return rows.length
  })

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<AtOnceStores>): void => {
  withLayer(layer)(`logins in one statement on ${name}`, (it) => {
    it.effect("a login of a known player stores its session and its entry, and counts", () =>
      Effect.gen(function* () {
        const owner = yield* newOwner
        const [login] = yield* logInTimes(owner, 1)
        assert.deepStrictEqual(login?.dropped, [])
        assert.deepStrictEqual(yield* stateOf(owner), { sessions: [login?.opened], history: 1, logins: 2 })
      }),
    )

    it.effect("a player has as many sessions as allowed: each further login drops the oldest one", () =>
      Effect.gen(function* () {
        const owner = yield* newOwner
        const seen = yield* logInTimes(owner, 6)
        const opened = seen.map((login) => login.opened)
        const [first, second, third] = opened
        assert.deepStrictEqual(
          seen.map(({ dropped }) => dropped),
          [[], [], [], [first], [second], [third]],
        )
        assert.deepStrictEqual((yield* stateOf(owner)).sessions, opened.slice(3))
      }),
    )

    it.effect("(control) a unit of work leaves the same sessions", () =>
      Effect.gen(function* () {
        const owner = yield* newOwner
        const store = yield* SessionStore
        const opened: Array<SessionId> = []
        for (let later = 0; later < 6; later++) {
          const { opens } = knownLogin(owner, later)
          opened.push(opens.session.sessionId)
          yield* inUnit(store.open(opens.session, opens.token, opens.sessionsMax))
        }
        assert.deepStrictEqual((yield* stateOf(owner)).sessions, opened.slice(3))
      }),
    )

    it.effect(
      "a history never has more entries than allowed: each tenth login makes room for those up to the next",
      () =>
        Effect.gen(function* () {
          const owner = yield* newOwner
          const lengths: Array<number> = []
          for (let later = 0; later < 40; later++) {
            const login = { ...knownLogin(owner, later), historyMax: 20 }
            yield* atOnce((store) => store.storeKnown(login))
            lengths.push((yield* stateOf(owner)).history)
          }
          assert.strictEqual(Math.max(...lengths), 20)
          assert.strictEqual(Math.min(...lengths.slice(20)), 11)
        }),
    )

    it.effect("an act on the person since the checks, and a deletion, keep a login out", () =>
      Effect.gen(function* () {
        const persons = yield* PersonStore
        const [acted, deleted] = [yield* newOwner, yield* newOwner]
        yield* inUnit(persons.nextRevision(acted.personId, undefined))
        yield* inUnit((yield* PlayerStore).deletePerson(deleted.personId, 900))
        for (const owner of [acted, deleted]) {
          assert.deepStrictEqual((yield* logInTimes(owner, 1))[0]?.dropped, "not_stored")
          const { history, sessions } = yield* stateOf(owner)
          assert.deepStrictEqual([history, sessions], [0, []])
        }
      }),
    )

    it.effect("an exchange replaces the live token of a session once, and counts", () =>
      Effect.gen(function* () {
        const first = yield* exchangeable()
        const { owner, session } = first
        assert.deepStrictEqual(yield* exchange(first), [])
        assert.deepStrictEqual(yield* stateOf(owner), { sessions: [session.sessionId], history: 2, logins: 3 })
        assert.strictEqual(yield* exchange(first), "not_stored")
        assert.deepStrictEqual(yield* stateOf(owner), { sessions: [session.sessionId], history: 2, logins: 3 })
      }),
    )

    for (const [lacking, broken] of Object.entries(brokenExchanges)) {
      it.effect(`an exchange stores nothing where ${lacking}`, () =>
        Effect.gen(function* () {
          const first = yield* exchangeable()
          assert.strictEqual(yield* broken(first), "not_stored")
          assert.deepInclude(yield* stateOf(first.owner), { history: 1, logins: 2 })
        }),
      )
    }

    it.effect("an exchange stores nothing where the session is over before its token", () =>
      Effect.gen(function* () {
        const first = yield* exchangeable(2500)
        assert.strictEqual(yield* exchange(first, { at: 2500 }), "not_stored")
        assert.deepStrictEqual(yield* exchange(first, { at: 2499 }), [])
      }),
    )

    it.effect("a new person is stored with its player, portal user, session and entry, and is counted", () =>
      Effect.gen(function* () {
        const login = newLogin()
        const stored = yield* atOnce((store) => store.storeNew(login))
        assert.isAbove(stored === "not_stored" ? 0 : stored.playerId, 0)
        const { playerUuid, personId, user } = login.player
        const owner = { personId, playerUuid, platform: user.platform, portalUserId: user.portalUserId }
        assert.deepStrictEqual(yield* stateOf(owner), { sessions: [login.login.sessionId], history: 1, logins: 1 })
        assert.strictEqual(yield* countedIn(...login.places), 2)
        assert.strictEqual((yield* (yield* PlayerStore).findProfile(playerUuid))?.personId, personId)
      }),
    )

    it.effect("a portal user that another login took, and a full place, store nothing and count nothing", () =>
      Effect.gen(function* () {
        const full = place("new_in_all", 100)
        const before = newLogin(undefined, [place("new_at_address", 100), full])
        assert.notStrictEqual(yield* atOnce((store) => store.storeNew(before)), "not_stored")
        const taken = newLogin(before.player.user)
        const fullFirst = newLogin(undefined, [full, place("new_in_all", 200)])
        const fullSecond = newLogin(undefined, [place("new_at_address", 200), full])
        for (const login of [taken, fullFirst, fullSecond]) {
          assert.strictEqual(yield* atOnce((store) => store.storeNew(login)), "not_stored")
          assert.strictEqual(yield* countedIn(...login.places.filter((counted) => counted !== full)), 0)
          assert.isUndefined(yield* (yield* PlayerStore).findProfile(login.player.playerUuid))
        }
      }),
    )
  })
}

/**
 * What every {@link LoginStore} does with a login that passed its checks: it stores everything or nothing. Every
 * condition has a login here that meets all others.
 */
import { assert, layer as withLayer } from "@effect/vitest"
import { SessionId } from "@garrison/core/kernel/Identifier"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { CountedPlace } from "@garrison/core/login/throttle/FailureStore"
import { LoginHistoryStore } from "@garrison/core/login/storing/LoginHistoryStore"
import { LoginStore, type LoginToStore } from "@garrison/core/login/storing/LoginStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import type { PortalUser } from "@garrison/core/player/schema"
import { type Rotation, type SessionOwner, SessionStore } from "@garrison/core/token/SessionStore"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newPersonId, newPlayerUuid } from "../support/identities.ts"
import {
  continuedLogin,
  hashOf,
  knownLogin,
  laterId,
  newLogin,
  outcomeOf,
  place,
  storeLogin,
} from "../support/storedLogins.ts"

/** The stores that the suite needs. */
type Tested =
  | LoginHistoryStore
  | LoginStore
  | PersonStore
  | PlayerStore
  | SessionStore
  | SqlClient.SqlClient
  | Transaction

const userOf = (platform: "Anon" | "FoxtrotSwitch" | "FoxtrotNAID", displayName = "Ada") => ({
  platform,
  portalUserId: randomUUID(),
  displayName,
})

/** The login of a known player that comes after `later` others. */
const laterLogin = (owner: SessionOwner, later: number) => knownLogin(owner, 1000 + later, { logins: 1 + later })

/** What a login leaves of a person: its sessions, its history, its count of logins. */
const stateOf = Effect.fnUntraced(function* (owner: SessionOwner) {
  const sessions = yield* (yield* SessionStore).ofPerson(owner.personId)
  const history = yield* (yield* LoginHistoryStore).ofPerson(owner.personId, 1000)
  const { logins } = yield* (yield* LoginStore).read({ publicClientId: undefined, subject: owner, now: 0 })
  return { sessions: sessions.map(({ sessionId }) => sessionId).toSorted(), history: history.length, logins }
})

/** Logs in `count` times. Answers with the session that each login opened, and those that it dropped. */
const logInTimes = Effect.fnUntraced(function* (owner: SessionOwner, count: number) {
  const seen: Array<{ readonly opened: SessionId; readonly dropped: unknown }> = []
  for (let later = 0; later < count; later++) {
    const login = laterLogin(owner, later)
    const stored = yield* storeLogin(login)
    seen.push({ opened: login.entry.sessionId, dropped: stored.is === "stored" ? stored.dropped : stored.is })
  }
  return seen
})

/** A session of a known player, whose refresh token can be exchanged until the session ends. */
const exchangeable = Effect.fnUntraced(function* (expiresAt = 9000) {
  const owner = yield* newOwner
  const login = laterLogin(owner, 0)
  const opened = { ...login.session.opened, expiresAt }
  yield* storeLogin({ ...login, session: { ...login.session, opened } })
  return { owner, session: opened, token: login.session.token }
})

type Exchangeable = Effect.Success<ReturnType<typeof exchangeable>>

const exchange = ({ owner, session, token }: Exchangeable, changes: Partial<Rotation> = {}) => {
  const rotation = {
    personId: owner.personId,
    sessionId: session.sessionId,
    hash: token.hash,
    clientUuid: session.clientUuid,
    at: 2000,
    successorSeed: hashOf(),
    successor: { hash: hashOf(), expiresAt: 7000 },
    exchangesMax: 2,
    ...changes,
  }
  return outcomeOf(continuedLogin(owner, { rotation }, rotation.sessionId, rotation.at))
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

/** How many of the places hold a count. */
const countedIn = (...places: ReadonlyArray<CountedPlace>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`SELECT bucket FROM login_failure WHERE forgotten_at > 0 AND ${sql.in(
      "bucket",
      places.map(({ key }) => key.bucket),
    )}`
    return rows.length
  })

/** The players of a person, as its row has them. */
const playersOf = Effect.fnUntraced(function* (subject: SessionOwner) {
  return (yield* (yield* LoginStore).read({ publicClientId: undefined, subject, now: 0 })).players
})

/** Stores logins at once. Answers with their outcomes in order of name. */
const outcomesOf = (logins: ReadonlyArray<LoginToStore>) =>
  Effect.map(Effect.forEach(logins, outcomeOf, { concurrency: "unbounded" }), (outcomes) => outcomes.toSorted())

const known = (it: Parameters<Parameters<ReturnType<typeof withLayer<Tested, never>>>[1]>[0]) => {
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

  it.effect("(control) a session that is opened by itself leaves the same sessions", () =>
    Effect.gen(function* () {
      const owner = yield* newOwner
      const store = yield* SessionStore
      const opened: Array<SessionId> = []
      for (let later = 0; later < 6; later++) {
        const { session } = laterLogin(owner, later)
        opened.push(session.opened.sessionId)
        yield* inUnit(store.open(session.opened, session.token, session.sessionsMax))
      }
      assert.deepStrictEqual((yield* stateOf(owner)).sessions, opened.slice(3))
    }),
  )

  it.effect("surplus sessions go with their exchanged tokens", () =>
    Effect.gen(function* () {
      const first = yield* exchangeable()
      const { owner, session, token } = first
      assert.strictEqual(yield* exchange(first), "stored")
      const place = { personId: owner.personId, sessionId: session.sessionId, hash: token.hash }
      const sessions = yield* SessionStore
      assert.isDefined(yield* sessions.findRefreshToken(place))
      for (let later = 2; later < 5; later++) assert.strictEqual(yield* outcomeOf(laterLogin(owner, later)), "stored")
      const sql = yield* SqlClient.SqlClient
      assert.isUndefined(yield* sessions.findRefreshToken(place))
      assert.notInclude((yield* stateOf(owner)).sessions, session.sessionId)
      const left = yield* sql`SELECT token_hash FROM refresh_exchange`
      assert.isFalse(left.some((row) => Buffer.compare(row["token_hash"] as Uint8Array, token.hash) === 0))
    }),
  )

  it.effect("a history never has more entries than allowed: each tenth login makes room for those up to the next", () =>
    Effect.gen(function* () {
      const owner = yield* newOwner
      const lengths: Array<number> = []
      for (let later = 0; later < 40; later++) {
        yield* storeLogin({ ...laterLogin(owner, later), historyMax: 20 })
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
      for (const owner of [acted, deleted, { ...deleted, personId: newPersonId() }]) {
        assert.deepStrictEqual((yield* logInTimes(owner, 1))[0]?.dropped, "overtaken")
        const { history, sessions } = yield* stateOf(owner)
        assert.deepStrictEqual([history, sessions], [0, []])
      }
    }),
  )

  it.effect("a login is noted: when, under which name, as which player", () =>
    Effect.gen(function* () {
      const players = yield* PlayerStore
      const owner = yield* newOwner
      const login = knownLogin(owner, 5000, { isRenamed: true, isShownAnew: true })
      const user = { ...login.user, displayName: "Eve" }
      assert.strictEqual(yield* outcomeOf({ ...login, user }), "stored")
      assert.strictEqual((yield* players.findPortalUser(user))?.displayName, "Eve")
      const profile = yield* players.findProfile(owner.playerUuid)
      assert.deepInclude(profile, { lastLoginAt: 5000, deletedAt: undefined })
      assert.deepInclude(profile?.player, { displayName: "Eve", active: true })
    }),
  )

  it.effect("work in the unit of a login is stored with it, and a failure of it undoes the login", () =>
    Effect.gen(function* () {
      const owner = yield* newOwner
      const store = yield* LoginStore
      const failing = store.store(laterLogin(owner, 0), Effect.fail("no" as const))
      assert.strictEqual(yield* Effect.flip(failing), "no")
      assert.deepInclude(yield* stateOf(owner), { history: 0, logins: 1, sessions: [] })
      const persons = yield* PersonStore
      const counting = Effect.asVoid(persons.nextRevision(owner.personId, undefined))
      assert.strictEqual((yield* store.store(laterLogin(owner, 0), counting)).is, "stored")
      assert.strictEqual(yield* persons.revision(owner.personId), 1)
      assert.deepInclude(yield* stateOf(owner), { history: 1, logins: 2 })
    }),
  )
}

const exchanges = (it: Parameters<typeof known>[0]) => {
  it.effect("an exchange replaces the live token of a session once, and counts", () =>
    Effect.gen(function* () {
      const first = yield* exchangeable()
      const { owner, session } = first
      assert.strictEqual(yield* exchange(first), "stored")
      assert.deepStrictEqual(yield* stateOf(owner), { sessions: [session.sessionId], history: 2, logins: 3 })
      assert.strictEqual(yield* exchange(first), "token_exchanged")
      assert.deepStrictEqual(yield* stateOf(owner), { sessions: [session.sessionId], history: 2, logins: 3 })
    }),
  )

  for (const [lacking, broken] of Object.entries(brokenExchanges)) {
    it.effect(`an exchange stores nothing where ${lacking}`, () =>
      Effect.gen(function* () {
        const first = yield* exchangeable()
        assert.strictEqual(yield* broken(first), "token_exchanged")
        assert.deepInclude(yield* stateOf(first.owner), { history: 1, logins: 2 })
      }),
    )
  }

  it.effect("an exchange stores nothing where the session is over before its token", () =>
    Effect.gen(function* () {
      const first = yield* exchangeable(2500)
      assert.strictEqual(yield* exchange(first, { at: 2500 }), "token_exchanged")
      assert.strictEqual(yield* exchange(first, { at: 2499 }), "stored")
    }),
  )
}

const firstLogins = (it: Parameters<typeof known>[0]) => {
  it.effect("a new person is stored with its player, portal user, session and entry, and is counted", () =>
    Effect.gen(function* () {
      const players = yield* PlayerStore
      const { login, owner } = newLogin()
      assert.isUndefined(yield* players.findPortalUser(login.user))
      const stored = yield* storeLogin(login)
      assert(stored.is === "stored")
      assert.deepStrictEqual(yield* stateOf(owner), { sessions: [login.entry.sessionId], history: 1, logins: 1 })
      assert.strictEqual(yield* countedIn(...login.player.places), 2)
      assert.strictEqual(yield* playersOf(owner), 1)
      assert.deepStrictEqual(yield* players.findPortalUser(login.user), {
        ...login.user,
        personId: owner.personId,
        parent: undefined,
        player: {
          playerUuid: owner.playerUuid,
          playerId: stored.playerId ?? 0,
          roleId: 1,
          active: true,
          displayName: "Ada",
          platform: "Anon",
          createdAt: 1000,
        },
      })
      assert.isUndefined(yield* players.findPortalUser({ ...login.user, platform: "Basic" }))
    }),
  )

  it.effect("player ids rise, and none is given twice, not even beside a login that is undone", () =>
    Effect.gen(function* () {
      const store = yield* LoginStore
      const first = yield* storeLogin(newLogin().login)
      yield* Effect.flip(store.store(newLogin().login, Effect.fail("undone" as const)))
      const others = yield* Effect.forEach(
        Array.from({ length: 10 }, () => newLogin().login),
        storeLogin,
        { concurrency: "unbounded" },
      )
      const ids = [first, ...others].map((stored) => (stored.is === "stored" ? (stored.playerId ?? 0) : 0))
      assert.strictEqual(new Set(ids).size, 11)
      assert.strictEqual(Math.min(...ids), ids[0])
    }),
  )

  it.effect("a portal user that another login took, and a full place, store nothing and count nothing", () =>
    Effect.gen(function* () {
      const full = place("new_in_all", 100)
      const before = newLogin({}, { places: [place("new_at_address", 100), full] }).login
      assert.strictEqual(yield* outcomeOf(before), "stored")
      const taken = newLogin({ user: before.user })
      const fullFirst = newLogin({}, { places: [full, place("new_in_all", 200)] })
      const fullSecond = newLogin({}, { places: [place("new_at_address", 200), full] })
      const fullAlone = newLogin({}, { places: [full] })
      const expected = ["overtaken", "full", "full", "full"]
      for (const [index, { login, owner }] of [taken, fullFirst, fullSecond, fullAlone].entries()) {
        const stored = yield* storeLogin(login)
        assert.strictEqual(stored.is, expected[index])
        if (stored.is === "full") assert.deepStrictEqual(stored.limit, full.limit)
        assert.strictEqual(yield* countedIn(...login.player.places.filter((counted) => counted !== full)), 0)
        assert.isUndefined(yield* (yield* PlayerStore).findProfile(owner.playerUuid))
      }
    }),
  )

  it.effect("of many who create the same portal user at once, one does; the others are overtaken", () =>
    Effect.gen(function* () {
      const user = userOf("Anon")
      const logins = Array.from({ length: 10 }, () => newLogin({ user }))
      const outcomes = yield* outcomesOf(logins.map(({ login }) => login))
      assert.deepStrictEqual(outcomes, [...Array.from({ length: 9 }, () => "overtaken" as const), "stored"])
      const made = yield* (yield* PlayerStore).findPortalUser(user)
      const { owner } = logins.find(({ owner: { personId } }) => personId === made?.personId) ?? assert.fail("nobody")
      assert.strictEqual(yield* playersOf(owner), 1)
      const counted = logins.filter(({ login }) => login.entry.player.personId !== owner.personId)
      assert.strictEqual(yield* countedIn(...counted.flatMap(({ login }) => login.player.places)), 0)
    }),
  )
}

const parents = (it: Parameters<typeof known>[0]) => {
  it.effect("a parent joins the person, whose newest player is the active one", () =>
    Effect.gen(function* () {
      const store = yield* PlayerStore
      const parent = userOf("FoxtrotNAID", "Parent")
      const first = newLogin({ user: userOf("FoxtrotSwitch", "One"), parent })
      assert.strictEqual(yield* outcomeOf(first.login), "stored")
      const { personId, playerUuid } = first.owner
      assert.deepInclude(yield* store.findPortalUser(parent), { personId, parent: undefined })
      const person = { revision: 0, logins: 1, playersMax: 16 }
      const second = newLogin({ user: userOf("FoxtrotSwitch", "Two"), parent, personId, at: 2000 }, { person })
      assert.strictEqual(yield* outcomeOf(second.login), "stored")
      const found = yield* store.findPortalUser(second.login.user)
      assert.deepStrictEqual(found?.parent, parent)
      assert.isTrue(found?.player?.active)
      assert.isFalse((yield* store.findPortalUser(first.login.user))?.player?.active)
      const profile = yield* store.findProfile(playerUuid)
      assert.strictEqual(profile?.lastLoginAt, 2000)
      assert.deepStrictEqual(
        profile?.players.map((player) => player.playerUuid),
        [playerUuid, second.owner.playerUuid],
      )
      assert.sameMembers(profile?.portalUsers.map((user) => user.displayName) ?? [], ["One", "Two", "Parent"])
      assert.strictEqual(yield* playersOf(first.owner), 2)
      // The first one logs in again, and is the active one.
      assert.strictEqual(yield* outcomeOf(knownLogin(first.owner, 3000, { isShownAnew: true, logins: 2 })), "stored")
      assert.isTrue((yield* store.findPortalUser(first.login.user))?.player?.active)
      assert.isFalse((yield* store.findPortalUser(second.login.user))?.player?.active)
    }),
  )

  it.effect("a person never owns more players than allowed, however many are created at once", () =>
    Effect.gen(function* () {
      const parent = userOf("FoxtrotNAID")
      const { login, owner } = newLogin({ user: userOf("FoxtrotSwitch"), parent })
      yield* storeLogin(login)
      const { personId } = owner
      const person = { revision: 0, logins: 1, playersMax: 3 }
      const children = Array.from(
        { length: 8 },
        () => newLogin({ user: userOf("FoxtrotSwitch"), parent, personId }, { person }).login,
      )
      const outcomes = yield* outcomesOf(children)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "stored").length, 2)
      assert.strictEqual(outcomes.filter((outcome) => outcome === "overtaken").length, 6)
      assert.strictEqual(yield* playersOf(owner), 3)
      assert.strictEqual(yield* countedIn(...children.flatMap(({ player: { places } }) => places)), 4)
    }),
  )

  it.effect("a parent of somebody else cannot be claimed by a new person", () =>
    Effect.gen(function* () {
      const parent = userOf("FoxtrotNAID")
      assert.strictEqual(yield* outcomeOf(newLogin({ user: parent }).login), "stored")
      const { login, owner } = newLogin({ user: userOf("FoxtrotSwitch"), parent })
      assert.strictEqual(yield* outcomeOf(login), "overtaken")
      assert.strictEqual(yield* countedIn(...login.player.places), 0)
      assert.isUndefined(yield* (yield* PlayerStore).findPortalUser(login.user))
      assert.strictEqual(yield* playersOf(owner), 0)
    }),
  )

  it.effect("a new parent joins the person while there is room, unless it has just joined another one", () =>
    Effect.gen(function* () {
      const store = yield* PlayerStore
      const owner = yield* newOwner
      let logins = 0
      const moved = (portalUsersMax: number | undefined, parent: PortalUser = userOf("FoxtrotNAID")) => ({
        ...knownLogin(owner, 3000, { movedTo: { parent, portalUsersMax }, logins: ++logins }),
        parent,
      })
      const joins = moved(2)
      assert.strictEqual(yield* outcomeOf(joins), "stored")
      assert.deepInclude(yield* store.findPortalUser(joins.parent), { personId: owner.personId })
      assert.deepStrictEqual((yield* store.findPortalUser(owner))?.parent, joins.parent)
      for (const over of [moved(2), moved(undefined)]) {
        assert.strictEqual(yield* outcomeOf(over), "stored")
        assert.isUndefined(yield* store.findPortalUser(over.parent))
        assert.strictEqual((yield* store.findPortalUser(owner))?.parent?.portalUserId, over.parent.portalUserId)
      }
      const other = newLogin({ user: userOf("FoxtrotNAID") }).login
      assert.strictEqual(yield* outcomeOf(other), "stored")
      assert.strictEqual(yield* outcomeOf(moved(9, other.user)), "overtaken")
      assert.notStrictEqual((yield* store.findPortalUser(owner))?.parent?.portalUserId, other.user.portalUserId)
    }),
  )

  it.effect("a portal user is looked up anew when it has moved to another person", () =>
    Effect.gen(function* () {
      const [store, logins] = [yield* PlayerStore, yield* LoginStore]
      const { login, owner } = newLogin()
      yield* storeLogin(login)
      const read = logins.read({ publicClientId: undefined, subject: login.user, now: 0 })
      assert.strictEqual((yield* read).known?.personId, owner.personId)
      yield* inUnit(store.deletePerson(owner.personId, 2000))
      assert.isUndefined((yield* read).known)
      const next = newLogin({ user: login.user, playerUuid: newPlayerUuid() })
      assert.strictEqual(yield* outcomeOf(next.login), "stored")
      assert.strictEqual((yield* read).known?.personId, next.owner.personId)
    }),
  )
}

/** Runs the suite against the stores that `layer` gives. */
export const suite = (name: string, layer: Layer.Layer<Tested>): void => {
  withLayer(layer)(`LoginStore on ${name}`, (it) => {
    known(it)
    exchanges(it)
    firstLogins(it)
    parents(it)
  })
}

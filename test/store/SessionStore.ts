/** What every {@link SessionStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import { ClientStore } from "@garrison/core/client/ClientStore"
import type { Client } from "@garrison/core/client/schema"
import { SessionId } from "@garrison/core/kernel/Identifier"
import type { Transaction } from "@garrison/core/kernel/work/Transaction"
import type { LoginStore } from "@garrison/core/login/storing/LoginStore"
import { PersonStore } from "@garrison/core/person/PersonStore"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import {
  type NewSession,
  type SessionOf,
  type RefreshTokenPlace,
  type SessionOwner,
  SessionStore,
} from "@garrison/core/token/SessionStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import { randomBytes, randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newPersonId, newSessionId } from "../support/identities.ts"
import { continuedLogin, outcomeOf, rotates } from "../support/storedLogins.ts"

const hashOf = () => Uint8Array.from(randomBytes(32))

const sessionOf = (owner: SessionOwner | undefined, given: Partial<NewSession> = {}): NewSession => ({
  sessionId: newSessionId(),
  clientUuid: newClientUuid(),
  clientGeneration: undefined,
  owner,
  createdAt: 1000,
  expiresAt: 9000,
  ...given,
})

/** Opens a session with a refresh token. */
const opened = Effect.fnUntraced(function* (given: Partial<NewSession> = {}) {
  const store = yield* SessionStore
  const owner = yield* newOwner
  const session = sessionOf(owner, given)
  const token = { hash: hashOf(), expiresAt: 5000 }
  assert.deepStrictEqual(yield* inUnit(store.open(session, token, 20)), [])
  return { store, owner, session, token }
})

/** A session as its access tokens name it. */
const named = ({ clientUuid, owner, sessionId }: NewSession): SessionOf =>
  owner === undefined
    ? { kind: "machine", subject: clientUuid, sessionId }
    : { kind: "player", subject: owner.playerUuid, sessionId }

/** A refresh token of a session. */
const placeOf = ({ owner, sessionId }: NewSession, hash: Uint8Array) => ({
  personId: owner?.personId ?? newPersonId(),
  sessionId,
  hash,
})

/** Uses a refresh token without exchanging it. */
const extend = (owner: SessionOwner, token: RefreshTokenPlace, expiresAt: number) =>
  outcomeOf(continuedLogin(owner, { extended: { ...token, expiresAt } }, token.sessionId))

const rotation = (hash: Uint8Array, session: NewSession, at = 2000) => ({
  ...placeOf(session, hash),
  clientUuid: session.clientUuid,
  at,
  successorSeed: hashOf(),
  successor: { hash: hashOf(), expiresAt: 7000 },
  exchangesMax: 10,
})

/** A client as a session store sees it. */
const newClient = Effect.fnUntraced(function* (fields: Partial<Client> = {}) {
  const clients = yield* ClientStore
  const clientUuid = newClientUuid()
  const client: Client = {
    clientUuid,
    clientId: clientUuid,
    kind: "machine",
    description: undefined,
    orgId: undefined,
    permissions: [],
    grants: [],
    public: false,
    disabled: false,
    created: 1000,
    generation: 5,
    revision: 0,
    redirectUris: [],
    pkceExempt: false,
    ...fields,
  }
  yield* inUnit(clients.insert(client, newSecret()))
  return client
})

const newSecret = () => ({
  secretId: randomUUID(),
  hash: hashOf(),
  lastFour: "last",
  created: 1000,
  expires: undefined,
  lastUsed: undefined,
})

let sessionCount = 0

/** A session id after all those before it, as ids are that are made with time. */
const laterSessionId = () => SessionId.make(`${(0xf0000000 + sessionCount++).toString(16)}-${newSessionId().slice(9)}`)

/** How a session stands at a moment; the generation is looked at where it matters. */
const standingOf = (session: NewSession, now = 2000, tokenId = "token") =>
  Effect.flatMap(SessionStore, (store) =>
    Effect.map(store.standing(named(session), tokenId, now), (found) => (found === "ended" ? found : found.is)),
  )

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<
    | SessionStore
    | ClientStore
    | LoginStore
    | PersonStore
    | PlayerStore
    | RestrictionStore
    | SqlClient.SqlClient
    | Transaction
  >,
): void => {
  withLayer(layer)(`SessionStore on ${name}`, (it) => {
    it.effect("a refresh token is found at its place with its session", () =>
      Effect.gen(function* () {
        const { store, owner, session, token } = yield* opened()
        const { sessionId, clientUuid, expiresAt } = session
        assert.deepEqual(yield* store.findRefreshToken(placeOf(session, token.hash)), {
          hash: token.hash,
          expiresAt: 5000,
          rotatedAt: undefined,
          successorSeed: undefined,
          session: { sessionId, clientUuid, owner, expiresAt, revokedAt: undefined, clientEnded: false },
          personDeleted: false,
        })
        assert.isUndefined(yield* store.findRefreshToken(placeOf(session, hashOf())))
        const elsewhere = yield* opened()
        assert.isUndefined(yield* store.findRefreshToken(placeOf(elsewhere.session, token.hash)), "another's session")
        assert.isUndefined(
          yield* store.findRefreshToken({ ...placeOf(session, token.hash), personId: elsewhere.owner.personId }),
          "another person",
        )
      }),
    )

    it.effect("a session of a machine client has no owner", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const session = sessionOf(undefined)
        assert.deepStrictEqual(yield* inUnit(store.open(session, undefined, 20)), [])
        assert.deepStrictEqual(yield* store.standing(named(session), "token", 2000), {
          is: "current",
          generation: undefined,
          permissions: undefined,
        })
      }),
    )

    it.effect("no session is opened against a restriction in force that refuses login", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const restrictions = yield* RestrictionStore
        const outcomeUnder = Effect.fnUntraced(function* (type: RestrictionType, expiresAt: number | undefined) {
          const owner = yield* newOwner
          const { personId } = owner
          const restrictionId = randomUUID()
          const wanted = { reason: undefined, note: undefined, issuer: "eve", createdAt: 0, expiresAt }
          yield* inUnit(restrictions.add({ restrictionId, personId, type, ...wanted }))
          const token = { hash: hashOf(), expiresAt: 5000 }
          const opens = () => inUnit(store.open(sessionOf(owner), token, 20))
          const first = (yield* opens()) === "restricted"
          yield* inUnit(restrictions.lift(personId, restrictionId, "eve", 1))
          token.hash = hashOf()
          return [first, (yield* opens()) === "restricted"].map((refused) => (refused ? "restricted" : "opened"))
        })
        assert.deepStrictEqual(yield* outcomeUnder("account_ban", undefined), ["restricted", "opened"])
        assert.deepStrictEqual(yield* outcomeUnder("account_lockout", 1001), ["restricted", "opened"])
        assert.deepStrictEqual(yield* outcomeUnder("account_deny_auth", 1000), ["opened", "opened"])
        assert.deepStrictEqual(yield* outcomeUnder("account_pending_deletion", undefined), ["opened", "opened"])
      }),
    )

    it.effect("a ban that comes while a login is being stored ends its session too", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const restrictions = yield* RestrictionStore
        const players = yield* PlayerStore
        const owner = yield* newOwner
        const { personId, playerUuid } = owner
        const session = sessionOf(owner)
        const sessionOpened = yield* Deferred.make<void>()
        const login = Effect.gen(function* () {
          yield* (yield* PersonStore).nextRevision(personId, undefined)
          yield* store.open(session, undefined, 20)
          yield* Deferred.succeed(sessionOpened, undefined)
          // Time enough for a ban that does not wait for this login to be stored without seeing it.
          for (let turn = 0; turn < 100; turn++) yield* players.findProfile(playerUuid)
        })
        const wanted = { reason: undefined, note: undefined, issuer: "eve", createdAt: 1001, expiresAt: undefined }
        // What a restriction does in its unit of work. To count the revision up locks the person's row.
        const ban = Effect.gen(function* () {
          yield* (yield* PersonStore).nextRevision(personId, undefined)
          yield* restrictions.add({ restrictionId: randomUUID(), personId, type: "account_ban", ...wanted })
          return yield* store.revoke({ personId }, "restriction", 1001)
        })
        const stored = yield* Effect.forkChild(inUnit(login))
        yield* Deferred.await(sessionOpened)
        const [, ended] = yield* Effect.all([Fiber.join(stored), inUnit(ban)], { concurrency: "unbounded" })
        assert.deepStrictEqual(ended, [session.sessionId])
      }),
    )

    it.effect("a rotation happens once, and remembers what it takes to make the successor again", () =>
      Effect.gen(function* () {
        const { owner, store, session, token } = yield* opened()
        const first = rotation(token.hash, session)
        assert.isTrue(yield* rotates(owner, first))
        assert.isFalse(yield* rotates(owner, rotation(token.hash, session)))
        const place = placeOf(session, token.hash)
        assert.deepInclude(yield* store.findRefreshToken(place), { hash: token.hash, rotatedAt: 2000 })
        assert.deepEqual((yield* store.findRefreshToken(place))?.successorSeed, first.successorSeed)
        const successor = yield* store.findRefreshToken(placeOf(session, first.successor.hash))
        assert.deepInclude(successor, { expiresAt: 7000, rotatedAt: undefined })
        assert.strictEqual(successor?.session.sessionId, session.sessionId)
      }),
    )

    it.effect("nothing is rotated for another client, after either end, or in a session that was ended", () =>
      Effect.gen(function* () {
        const { owner, store, session, token } = yield* opened()
        const exchanges = (given: object, at?: number) =>
          rotates(owner, { ...rotation(token.hash, session, at), ...given })
        assert.isFalse(yield* exchanges({ clientUuid: newClientUuid() }))
        assert.isFalse(yield* exchanges({}, 5000))
        assert.isFalse(yield* exchanges({ hash: hashOf() }))
        yield* inUnit(store.revoke(named(session), "logout", 1500))
        assert.isFalse(yield* exchanges({}))
        const ended = yield* opened({ expiresAt: 2000 })
        assert.isFalse(yield* rotates(ended.owner, rotation(ended.token.hash, ended.session)))
      }),
    )

    it.effect("of many rotations at once one happens", () =>
      Effect.gen(function* () {
        const { owner, session, token } = yield* opened()
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => rotates(owner, rotation(token.hash, session)),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(outcomes.filter((rotated) => rotated).length, 1)
      }),
    )

    it.effect("the idle limit moves forward only, never past the session, and not once rotated", () =>
      Effect.gen(function* () {
        const { owner, store, session, token } = yield* opened()
        const extended = (expiresAt: number) =>
          Effect.andThen(
            extend(owner, placeOf(session, token.hash), expiresAt),
            Effect.map(store.findRefreshToken(placeOf(session, token.hash)), (found) => found?.expiresAt),
          )
        assert.strictEqual(yield* extended(6000), 6000)
        assert.strictEqual(yield* extended(4000), 6000)
        assert.strictEqual(yield* extended(9001), 6000)
        assert.strictEqual(yield* extended(9000), 9000)
        const other = yield* opened()
        const next = rotation(other.token.hash, other.session)
        yield* rotates(other.owner, next)
        yield* extend(other.owner, placeOf(other.session, other.token.hash), 8000)
        const successor = yield* store.findRefreshToken(placeOf(other.session, next.successor.hash))
        assert.strictEqual(successor?.expiresAt, 7000)
        assert.strictEqual(yield* standingOf(session), "current")
      }),
    )

    it.effect("revocation reaches one session or all of a person, once", () =>
      Effect.gen(function* () {
        const { store, owner, session } = yield* opened()
        const second = sessionOf(owner)
        const stranger = yield* opened()
        yield* inUnit(store.open(second, undefined, 20))
        assert.deepStrictEqual(yield* inUnit(store.revoke(named(session), "logout", 2000)), [session.sessionId])
        const { personId } = owner
        assert.deepStrictEqual(yield* inUnit(store.revoke({ personId }, "operator", 3000)), [second.sessionId])
        assert.deepStrictEqual(yield* inUnit(store.revoke({ personId }, "operator", 4000)), [])
        assert.strictEqual(yield* standingOf(session), "ended")
        assert.strictEqual(yield* standingOf(second), "ended")
        assert.strictEqual(yield* standingOf(stranger.session), "current")
        assert.strictEqual(
          yield* standingOf({ ...session, sessionId: newSessionId() }),
          "ended",
          "one that is not stored",
        )
      }),
    )

    it.effect("the sessions of a person are found, the newest first, with what ended them, and no token", () =>
      Effect.gen(function* () {
        const { owner, session: first, store } = yield* opened({ sessionId: laterSessionId() })
        const [second, third] = [0, 1].map(() => sessionOf(owner, { sessionId: laterSessionId() })) as [
          NewSession,
          NewSession,
        ]
        for (const plain of [second, third]) yield* inUnit(store.open(plain, undefined, 20))
        yield* inUnit(store.revoke(named(second), "logout", 2000))
        const found = yield* store.ofPerson(owner.personId)
        const view = {
          playerUuid: owner.playerUuid,
          platform: owner.platform,
          createdAt: 1000,
          expiresAt: 9000,
          isRefreshable: false,
          clientEnded: false,
          ended: undefined,
        }
        const idsOf = ({ clientUuid, sessionId }: NewSession) => ({ clientUuid, sessionId })
        assert.deepStrictEqual(found, [
          { ...view, ...idsOf(third) },
          { ...view, ...idsOf(second), ended: { at: 2000, reason: "logout" } },
          { ...view, ...idsOf(first), isRefreshable: true, expiresAt: 5000 },
        ])
        assert.deepStrictEqual(yield* store.ofPerson((yield* newOwner).personId), [])
      }),
    )

    it.effect("it is found how a session began, ended or not, and no session of another person", () =>
      Effect.gen(function* () {
        const { owner, session, store, token } = yield* opened()
        const { personId, platform, portalUserId } = owner
        const origin = { openedAt: 1000, isLogin: true, portalUser: { platform, portalUserId } }
        assert.deepStrictEqual(yield* store.origin(personId, session.sessionId), origin)
        yield* rotates(owner, rotation(token.hash, session))
        yield* inUnit(store.revoke(named(session), "logout", 3000))
        assert.deepStrictEqual(yield* store.origin(personId, session.sessionId), origin)
        const issued = sessionOf(owner, { isIssued: true, createdAt: 2000 })
        yield* inUnit(store.open(issued, undefined, 20))
        assert.deepStrictEqual(yield* store.origin(personId, issued.sessionId), {
          ...origin,
          openedAt: 2000,
          isLogin: false,
        })
        assert.isUndefined(yield* store.origin((yield* newOwner).personId, session.sessionId))
        assert.isUndefined(yield* store.origin(personId, newSessionId()))
      }),
    )

    it.effect("a single token can be revoked, twice like once", () =>
      Effect.gen(function* () {
        const { store, session } = yield* opened()
        const tokenId = randomUUID()
        yield* inUnit(store.revokeToken(tokenId, 5000))
        yield* inUnit(store.revokeToken(tokenId, 5000))
        assert.strictEqual(yield* standingOf(session, 2000, tokenId), "ended")
        assert.strictEqual(yield* standingOf(session, 2000, randomUUID()), "current")
      }),
    )

    it.effect("a session stands in its client's generation, and with the secret before while that counts", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const clients = yield* ClientStore
        const { clientUuid } = yield* newClient()
        const open = (clientGeneration: number) => {
          const session = sessionOf(undefined, { clientUuid, clientGeneration })
          return Effect.as(inUnit(store.open(session, undefined, 20)), session)
        }
        const rotate = (previousExpires: number) =>
          inUnit(clients.change(clientUuid, { secret: { secret: newSecret(), previousExpires } }))
        const first = yield* open(5)
        const [older, newer] = [yield* open(4), yield* open(6)]
        const permissions: ReadonlyArray<string> = []
        assert.deepStrictEqual(yield* store.standing(named(first), "token", 2000), {
          is: "current",
          generation: 5,
          permissions,
        })
        assert.deepStrictEqual([yield* standingOf(older), yield* standingOf(newer)], ["ended", "ended"])

        yield* rotate(3000)
        assert.deepStrictEqual(yield* store.standing(named(first), "token", 2999), {
          is: "former",
          generation: 5,
          permissions,
        })
        assert.strictEqual(yield* standingOf(first, 3000), "ended", "at the moment at which the secret stops")
        const second = yield* open(6)
        yield* rotate(4000)
        assert.strictEqual(yield* standingOf(first, 2999), "ended", "two secrets later")
        assert.strictEqual(yield* standingOf(second, 2999), "former")
        yield* rotate(0)
        assert.strictEqual(yield* standingOf(second, 2999), "ended", "replaced without an overlap")
      }),
    )

    it.effect("the sessions of a client end when it is disabled, for good, and when it is removed", () =>
      Effect.gen(function* () {
        const clients = yield* ClientStore
        const game = yield* newClient({ kind: "game" })
        const { clientUuid, generation: clientGeneration } = game
        const { owner, store, session, token } = yield* opened({ clientUuid, clientGeneration })
        const bystander = yield* opened({ clientUuid: (yield* newClient()).clientUuid, clientGeneration })
        assert.strictEqual(yield* standingOf(session), "current")
        yield* inUnit(clients.change(clientUuid, { secret: { secret: newSecret(), previousExpires: 0 } }))
        assert.strictEqual(yield* standingOf(session), "current", "a game's new secret leaves its players alone")

        yield* inUnit(clients.change(clientUuid, { disabled: true }))
        assert.strictEqual(yield* standingOf(session), "ended")
        yield* inUnit(clients.change(clientUuid, { disabled: false }))
        assert.strictEqual(yield* standingOf(session), "ended")
        assert.isTrue((yield* store.findRefreshToken(placeOf(session, token.hash)))?.session.clientEnded)
        assert.isFalse(yield* rotates(owner, rotation(token.hash, session)))
        assert.isFalse(
          (yield* store.findRefreshToken(placeOf(bystander.session, bystander.token.hash)))?.session.clientEnded,
        )

        const again = yield* opened({ clientUuid, clientGeneration: clientGeneration + 2 })
        assert.strictEqual(yield* standingOf(again.session), "current")
        yield* inUnit(clients.remove(clientUuid))
        assert.strictEqual(yield* standingOf(again.session), "ended")
        assert.isTrue((yield* store.findRefreshToken(placeOf(again.session, again.token.hash)))?.session.clientEnded)
        assert.strictEqual(yield* standingOf(bystander.session), "current")
      }),
    )

    it.effect("a player keeps as many sessions as allowed, those that were opened last, and none that has ended", () =>
      Effect.gen(function* () {
        const { store, owner, session: first, token } = yield* opened({ sessionId: laterSessionId() })
        const stranger = yield* opened()
        const later: Array<NewSession> = []
        for (let number = 1; number <= 5; number++) {
          const session = sessionOf(owner, { sessionId: laterSessionId(), createdAt: 1000 + number })
          later.push(session)
          if (number < 5) yield* inUnit(store.open(session, undefined, 20))
        }
        const [one, two, three, four, five] = later as [NewSession, NewSession, NewSession, NewSession, NewSession]
        yield* inUnit(store.revoke(named(four), "logout", 1500))
        const gone = yield* inUnit(store.open(five, undefined, 3))
        assert.sameMembers(Array.from(gone), [first.sessionId, one.sessionId, four.sessionId])
        assert.isUndefined(yield* store.findRefreshToken(placeOf(first, token.hash)), "its refresh token goes with it")
        assert.deepStrictEqual(
          yield* Effect.forEach([first, one, two, three, four, five], (session) => standingOf(session)),
          ["ended", "ended", "current", "current", "ended", "current"],
        )
        assert.strictEqual(yield* standingOf(stranger.session), "current")
      }),
    )

    it.effect("a session that has run out takes no room from one that has not", () =>
      Effect.gen(function* () {
        const { store, owner, session: first } = yield* opened({ sessionId: laterSessionId() })
        const short = sessionOf(owner, { sessionId: laterSessionId(), createdAt: 1001, expiresAt: 1100 })
        const last = sessionOf(owner, { sessionId: laterSessionId(), createdAt: 1100 })
        yield* inUnit(store.open(short, undefined, 2))
        assert.deepStrictEqual(yield* inUnit(store.open(last, undefined, 2)), [])
        assert.strictEqual(yield* standingOf(first), "current")
      }),
    )

    it.effect("a machine client keeps its newest sessions, and players who logged in through it keep theirs", () =>
      Effect.gen(function* () {
        const { store, session: ofPlayer } = yield* opened()
        const { clientUuid } = ofPlayer
        const own = Array.from({ length: 4 }, () => sessionOf(undefined, { clientUuid, sessionId: laterSessionId() }))
        const gone = yield* Effect.forEach(own, (session) => inUnit(store.open(session, undefined, 2)))
        assert.deepStrictEqual(gone, [[], [], ...own.slice(0, 2).map(({ sessionId }) => [sessionId])])
        assert.strictEqual(yield* standingOf(ofPlayer), "current")
      }),
    )

    it.effect("a session is exchanged as often as allowed, and then no more", () =>
      Effect.gen(function* () {
        const { owner, session, token } = yield* opened()
        let { hash } = token
        for (let exchange = 1; exchange <= 3; exchange++) {
          const next = { ...rotation(hash, session), exchangesMax: 2 }
          assert.strictEqual(yield* rotates(owner, next), exchange <= 2)
          hash = next.successor.hash
        }
      }),
    )

    it.effect("pruning takes what ended before, a few at a time, refresh tokens included", () =>
      Effect.gen(function* () {
        const { store, owner, session, token } = yield* opened({ createdAt: -500, expiresAt: -100 })
        yield* inUnit(store.open(sessionOf(owner, { createdAt: -500, expiresAt: -100 }), undefined, 20))
        yield* inUnit(store.open(sessionOf(owner, { createdAt: -500, expiresAt: -99 }), undefined, 20))
        yield* inUnit(store.revokeToken(randomUUID(), -100))
        assert.strictEqual(yield* store.prune(-99, 1), 2)
        assert.strictEqual(yield* store.prune(-99, 10), 1)
        assert.strictEqual(yield* store.prune(-99, 10), 0)
        assert.isUndefined(yield* store.findRefreshToken(placeOf(session, token.hash)))
      }),
    )
  })
}

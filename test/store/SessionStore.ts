/** What every {@link SessionStore} does. */
import { assert, layer as withLayer } from "@effect/vitest"
import type { Transaction } from "@garrison/core/kernel/Transaction"
import { PlayerStore } from "@garrison/core/player/PlayerStore"
import { RestrictionStore } from "@garrison/core/restriction/RestrictionStore"
import type { RestrictionType } from "@garrison/core/restriction/schema"
import { type NewSession, type SessionOwner, SessionStore } from "@garrison/core/token/SessionStore"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { randomBytes, randomUUID } from "node:crypto"
import { inUnit, newClientUuid, newOwner, newSessionId } from "../support/identities.ts"

const hashOf = () => Uint8Array.from(randomBytes(32))

const sessionOf = (owner: SessionOwner | undefined, given: Partial<NewSession> = {}): NewSession => ({
  sessionId: newSessionId(),
  clientUuid: newClientUuid(),
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
  assert.strictEqual(yield* inUnit(store.open(session, token)), "opened")
  return { store, owner, session, token }
})

const rotation = (hash: Uint8Array, session: NewSession, at = 2000) => ({
  hash,
  clientUuid: session.clientUuid,
  at,
  successorSeed: hashOf(),
  successor: { hash: hashOf(), expiresAt: 7000 },
})

/** Runs the suite against the store that `layer` gives. */
export const suite = (
  name: string,
  layer: Layer.Layer<SessionStore | PlayerStore | RestrictionStore | Transaction>,
): void => {
  withLayer(layer)(`SessionStore on ${name}`, (it) => {
    it.effect("a refresh token is found by its hash with its session", () =>
      Effect.gen(function* () {
        const { store, owner, session, token } = yield* opened()
        const { sessionId, clientUuid, expiresAt } = session
        assert.deepEqual(yield* store.findRefreshToken(token.hash), {
          hash: token.hash,
          expiresAt: 5000,
          rotatedAt: undefined,
          successorSeed: undefined,
          session: { sessionId, clientUuid, owner, expiresAt, revokedAt: undefined },
          personDeleted: false,
        })
        assert.isUndefined(yield* store.findRefreshToken(hashOf()))
      }),
    )

    it.effect("a session of a machine client has no owner", () =>
      Effect.gen(function* () {
        const store = yield* SessionStore
        const session = sessionOf(undefined)
        assert.strictEqual(yield* inUnit(store.open(session, undefined)), "opened")
        assert.isFalse(yield* store.isRevoked(session.sessionId, "token"))
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
          const first = yield* inUnit(store.open(sessionOf(owner), { hash: hashOf(), expiresAt: 5000 }))
          yield* inUnit(restrictions.lift(restrictionId, "eve", 1))
          return [first, yield* inUnit(store.open(sessionOf(owner), undefined))]
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
          yield* players.recordLogin({ personId, playerUuid, at: 1000, renamed: undefined, shownAs: undefined })
          yield* store.open(session, undefined)
          yield* Deferred.succeed(sessionOpened, undefined)
          // Time enough for a ban that does not wait for this login to be stored without seeing it.
          for (let turn = 0; turn < 100; turn++) yield* players.findProfile(playerUuid)
        })
        const wanted = { reason: undefined, note: undefined, issuer: "eve", createdAt: 1001, expiresAt: undefined }
        const ban = Effect.andThen(
          restrictions.add({ restrictionId: randomUUID(), personId, type: "account_ban", ...wanted }),
          store.revoke({ personId }, "restriction", 1001),
        )
        const stored = yield* Effect.forkChild(inUnit(login))
        yield* Deferred.await(sessionOpened)
        const [, ended] = yield* Effect.all([Fiber.join(stored), inUnit(ban)], { concurrency: "unbounded" })
        assert.deepStrictEqual(ended, [session.sessionId])
      }),
    )

    it.effect("a rotation happens once, and remembers what it takes to make the successor again", () =>
      Effect.gen(function* () {
        const { store, session, token } = yield* opened()
        const first = rotation(token.hash, session)
        assert.isTrue(yield* inUnit(store.rotate(first)))
        assert.isFalse(yield* inUnit(store.rotate(rotation(token.hash, session))))
        assert.deepInclude(yield* store.findRefreshToken(token.hash), { rotatedAt: 2000 })
        assert.deepEqual((yield* store.findRefreshToken(token.hash))?.successorSeed, first.successorSeed)
        const successor = yield* store.findRefreshToken(first.successor.hash)
        assert.deepInclude(successor, { expiresAt: 7000, rotatedAt: undefined })
        assert.strictEqual(successor?.session.sessionId, session.sessionId)
      }),
    )

    it.effect("nothing is rotated for another client, after either end, or in a session that was ended", () =>
      Effect.gen(function* () {
        const { store, session, token } = yield* opened()
        const rotates = (given: object, at?: number) =>
          inUnit(store.rotate({ ...rotation(token.hash, session, at), ...given }))
        assert.isFalse(yield* rotates({ clientUuid: newClientUuid() }))
        assert.isFalse(yield* rotates({}, 5000))
        assert.isFalse(yield* rotates({ hash: hashOf() }))
        yield* inUnit(store.revoke({ sessionId: session.sessionId }, "logout", 1500))
        assert.isFalse(yield* rotates({}))
        const ended = yield* opened({ expiresAt: 2000 })
        assert.isFalse(yield* inUnit(ended.store.rotate(rotation(ended.token.hash, ended.session))))
      }),
    )

    it.effect("of many rotations at once one happens", () =>
      Effect.gen(function* () {
        const { store, session, token } = yield* opened()
        const outcomes = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => inUnit(store.rotate(rotation(token.hash, session))),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(outcomes.filter((rotated) => rotated).length, 1)
      }),
    )

    it.effect("the idle limit moves forward only, never past the session, and not once rotated", () =>
      Effect.gen(function* () {
        const { store, session, token } = yield* opened()
        const extended = (expiresAt: number) =>
          Effect.andThen(
            inUnit(store.extend(token.hash, expiresAt)),
            Effect.map(store.findRefreshToken(token.hash), (found) => found?.expiresAt),
          )
        assert.strictEqual(yield* extended(6000), 6000)
        assert.strictEqual(yield* extended(4000), 6000)
        assert.strictEqual(yield* extended(9001), 6000)
        assert.strictEqual(yield* extended(9000), 9000)
        const other = yield* opened()
        yield* inUnit(store.rotate(rotation(other.token.hash, other.session)))
        yield* inUnit(store.extend(other.token.hash, 8000))
        assert.strictEqual((yield* store.findRefreshToken(other.token.hash))?.expiresAt, 5000)
        assert.isFalse(yield* store.isRevoked(session.sessionId, "token"))
      }),
    )

    it.effect("revocation reaches one session or all of a person, once", () =>
      Effect.gen(function* () {
        const { store, owner, session } = yield* opened()
        const second = sessionOf(owner)
        const stranger = yield* opened()
        yield* inUnit(store.open(second, undefined))
        assert.deepStrictEqual(yield* inUnit(store.revoke({ sessionId: session.sessionId }, "logout", 2000)), [
          session.sessionId,
        ])
        const { personId } = owner
        assert.deepStrictEqual(yield* inUnit(store.revoke({ personId }, "operator", 3000)), [second.sessionId])
        assert.deepStrictEqual(yield* inUnit(store.revoke({ personId }, "operator", 4000)), [])
        assert.isTrue(yield* store.isRevoked(session.sessionId, "token"))
        assert.isTrue(yield* store.isRevoked(second.sessionId, "token"))
        assert.isFalse(yield* store.isRevoked(stranger.session.sessionId, "token"))
        assert.isFalse(yield* store.isRevoked(newSessionId(), "token"))
      }),
    )

    it.effect("a single token can be revoked, twice like once", () =>
      Effect.gen(function* () {
        const { store, session } = yield* opened()
        const tokenId = randomUUID()
        yield* inUnit(store.revokeToken(tokenId, 5000))
        yield* inUnit(store.revokeToken(tokenId, 5000))
        assert.isTrue(yield* store.isRevoked(session.sessionId, tokenId))
        assert.isFalse(yield* store.isRevoked(session.sessionId, randomUUID()))
      }),
    )

    it.effect("pruning takes what ended before, a few at a time, refresh tokens included", () =>
      Effect.gen(function* () {
        const { store, owner, token } = yield* opened({ createdAt: -500, expiresAt: -100 })
        yield* inUnit(store.open(sessionOf(owner, { createdAt: -500, expiresAt: -100 }), undefined))
        yield* inUnit(store.open(sessionOf(owner, { createdAt: -500, expiresAt: -99 }), undefined))
        yield* inUnit(store.revokeToken(randomUUID(), -100))
        assert.strictEqual(yield* inUnit(store.prune(-99, 1)), 2)
        assert.strictEqual(yield* inUnit(store.prune(-99, 10)), 1)
        assert.strictEqual(yield* inUnit(store.prune(-99, 10)), 0)
        assert.isUndefined(yield* store.findRefreshToken(token.hash))
      }),
    )
  })
}

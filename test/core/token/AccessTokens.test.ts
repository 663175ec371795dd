/**
 * Access tokens from issue to memory (decisions, section 3; guarantees R16, R27, R34, R35). Refusals: refusals.test.ts.
 */
import { assert, describe, it } from "@effect/vitest"
import { StorageTime } from "@garrison/core/kernel/time/StorageTime"
import { StorageUnavailable, Transaction } from "@garrison/core/kernel/work/Transaction"
import { RoleStore } from "@garrison/core/permission/RoleStore"
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import type { SessionStore } from "@garrison/core/token/SessionStore"
import { VerifiedTokens } from "@garrison/core/token/VerifiedTokens"
import { SqlDriver } from "@garrison/sql/SqlDriver"
import * as SqlRoleStore from "@garrison/sql/permission/SqlRoleStore"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import {
  claimsIn,
  codeOf,
  forge,
  goodClaims,
  player,
  playerRequest,
  respelt,
  revoke,
  SessionLookups,
  start,
  startSeconds,
  withTokens,
} from "./services.ts"

const issued = Effect.flatMap(AccessTokens, (tokens) => Effect.map(tokens.issue(playerRequest), ({ token }) => token))

/** A token that has been presented once. */
const remembered = Effect.gen(function* () {
  const token = yield* issued
  assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
  return token
})

describe("AccessTokens", () => {
  it.effect("a player's token names the caller for fifteen minutes", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const { token, expiresInSeconds } = yield* tokens.issue(playerRequest)
      assert.strictEqual(expiresInSeconds, 900)
      const claims = claimsIn(token)
      const { permissions } = playerRequest
      assert.deepStrictEqual({ ...claims }, { ...goodClaims, jti: claims.jti, permissions })
      assert.deepStrictEqual(yield* tokens.authenticate(`Bearer ${token}`), {
        kind: "player",
        subject: player,
        clientId: "game",
        permissions,
        sessionId: playerRequest.sessionId,
        platform: "Anon",
        portalUserId: "portal-user",
        tokenId: claims.jti,
        expiresAt: start + 900_000,
      })
    }).pipe(withTokens()),
  )

  it.effect("a machine's token says so, for an hour", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const request = { ...playerRequest, kind: "machine", platform: "", portalUserId: "" } as const
      const { token, expiresInSeconds } = yield* tokens.issue(request)
      assert.strictEqual(expiresInSeconds, 3600)
      const caller = yield* tokens.authenticate(`Bearer ${token}`)
      assert.strictEqual(caller.kind, "machine")
      assert.strictEqual(caller.platform, "")
      assert.strictEqual(caller.expiresAt, start + 3_600_000)
    }).pipe(withTokens()),
  )

  it.effect("a token is taken a minute before `iat` and after `exp` where other clocks write, and no longer", () =>
    Effect.gen(function* () {
      const at = (iat: number, exp: number) =>
        Effect.flatMap(forge({ ...goodClaims, iat, exp }), (token) => codeOf(`Bearer ${token}`))
      const now = startSeconds
      assert.strictEqual(yield* at(now + 60, now + 960), "accepted")
      assert.strictEqual(yield* at(now + 61, now + 961), "auth_token_invalid_claim")
      assert.strictEqual(yield* at(now - 959, now - 59), "accepted")
      assert.strictEqual(yield* at(now - 960, now - 60), "auth_token_expired")
      const token = yield* remembered
      yield* TestClock.adjust(959_999)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
    }).pipe(withTokens(), Effect.provideService(StorageTime, { now: Clock.currentTimeMillis })),
  )

  it.effect("ES256 works the same when it is configured", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const token = yield* remembered
      assert.strictEqual(yield* codeOf(`bearer ${token}`), "accepted")
      const { keys } = yield* tokens.publicKeys
      assert.deepStrictEqual(
        keys.map((key) => [key.alg, key.kty, key.crv, key.use]),
        [
          ["ES256", "EC", "P-256", "sig"],
          ["ES256", "EC", "P-256", "sig"],
        ],
      )
    }).pipe(withTokens({ signingAlgorithm: "ES256" })),
  )

  it.effect("the published keys hold nothing private", () =>
    Effect.gen(function* () {
      const { keys } = yield* (yield* AccessTokens).publicKeys
      for (const key of keys) assert.hasAllKeys(key, ["kty", "crv", "x", "kid", "alg", "use"])
    }).pipe(withTokens()),
  )

  it.effect("two tokens of one session are two tokens", () =>
    Effect.gen(function* () {
      assert.notStrictEqual(claimsIn(yield* issued).jti, claimsIn(yield* issued).jti)
    }).pipe(withTokens()),
  )
})

describe("the memory of verified tokens", () => {
  it.effect("answers without leaving the thread and without a lookup", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const lookups = yield* SessionLookups
      const token = yield* remembered
      assert.strictEqual(lookups.count, 1)
      yield* TestClock.adjust("59999 millis")
      // Started on a fiber of its own, it is done before this one goes on only if nothing in it waits.
      const isSynchronous = Effect.fnUntraced(function* (candidate: string) {
        let answered = false
        yield* tokens.authenticate(`Bearer ${candidate}`).pipe(
          Effect.tap(() => Effect.sync(() => void (answered = true))),
          Effect.forkChild({ startImmediately: true }),
        )
        return answered
      })
      assert.isTrue(yield* isSynchronous(token))
      assert.strictEqual(lookups.count, 1)
      assert.isFalse(yield* isSynchronous(yield* issued), "a token that was never seen takes longer")
    }).pipe(withTokens()),
  )

  it.effect("does not believe for a minute in a session that ended while it was looked up", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const verified = yield* VerifiedTokens
      const token = yield* issued
      const { jti } = claimsIn(token)
      const ended = Effect.andThen(
        revoke(jti),
        Effect.sync(() => verified.forgetToken(jti)),
      )
      lookups.meanwhile = Effect.provideContext(ended, yield* Effect.context<SessionStore | Transaction>())
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted", "it was looked up before")
      lookups.meanwhile = Effect.void
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
    }).pipe(withTokens()),
  )

  it.effect("does not believe for a minute in a permission that was withdrawn while it was looked up", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const verified = yield* VerifiedTokens
      const authorization = `Bearer ${yield* remembered}`
      const held = AccessTokens.use((tokens) => Effect.map(tokens.authenticate(authorization), (it) => it.permissions))
      const { permissions } = playerRequest
      assert.sameMembers([...(yield* held)], [...permissions])
      const role = { roleId: 1, name: "player", permissions: ["presence:*"], bypassesLock: false }
      const put = Effect.provide(
        RoleStore.use((roles) => roles.put(role)),
        SqlRoleStore.layer,
      )
      const withdrawn = Effect.flatMap(Transaction, (transaction) => transaction.run(put))
      const recheck = Effect.sync(() => verified.recheck(({ subject }) => subject === playerRequest.subject))
      lookups.meanwhile = Effect.provideContext(
        Effect.andThen(withdrawn, recheck),
        yield* Effect.context<SqlClient.SqlClient | SqlDriver | Transaction>(),
      )
      yield* recheck
      assert.sameMembers([...(yield* held)], [...permissions], "it was looked up before")
      lookups.meanwhile = Effect.void
      assert.deepStrictEqual(yield* held, ["presence:read"])
    }).pipe(withTokens()),
  )

  it.effect("remembers what a lookup found also where sessions of others ended meanwhile", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const verified = yield* VerifiedTokens
      const token = yield* remembered
      yield* TestClock.adjust("60 seconds")
      lookups.meanwhile = Effect.sync(() => verified.forgetToken("0194f3c2-0000-7000-8000-000000000000"))
      const { count } = lookups
      for (let times = 0; times < 3; times++) assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      assert.strictEqual(lookups.count, count + 1)
    }).pipe(withTokens()),
  )

  it.effect("looks a revocation up every sixty seconds, and remembers it for good", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const token = yield* remembered
      yield* revoke(claimsIn(token).jti)
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      assert.strictEqual(lookups.count, 2)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      assert.strictEqual(lookups.count, 2, "a revocation is for good")
    }).pipe(withTokens()),
  )

  it.effect("a token that was never seen is looked up at once", () =>
    Effect.gen(function* () {
      const token = yield* issued
      yield* revoke(claimsIn(token).jti)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
    }).pipe(withTokens()),
  )

  it.effect("another spelling of the signature is not a JWT, whether or not the token is revoked", () =>
    Effect.gen(function* () {
      const token = yield* remembered
      assert.notStrictEqual(respelt(token), token)
      assert.strictEqual(yield* codeOf(`Bearer ${respelt(token)}`), "auth_not_jwt")
      yield* revoke(claimsIn(token).jti)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      assert.strictEqual(yield* codeOf(`Bearer ${respelt(token)}`), "auth_not_jwt")
    }).pipe(withTokens()),
  )

  it.effect("another signature under a remembered jti is verified again", () =>
    Effect.gen(function* () {
      const token = yield* remembered
      const [header, payload, signature = ""] = token.split(".")
      const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1)
      assert.strictEqual(yield* codeOf(`Bearer ${header}.${payload}.${flipped}`), "auth_token_sig_invalid")
      assert.strictEqual(yield* codeOf(`Bearer ${header}.${payload}.`), "auth_token_sig_invalid")
    }).pipe(withTokens()),
  )

  it.effect("a longer claim under a remembered jti is verified again", () =>
    Effect.gen(function* () {
      const token = yield* remembered
      const [header, , signature] = token.split(".")
      const claims = { ...claimsIn(token), permissions: ["*"] }
      const payload = Buffer.from(JSON.stringify(claims)).toString("base64url")
      assert.strictEqual(yield* codeOf(`Bearer ${header}.${payload}.${signature}`), "auth_token_sig_invalid")
    }).pipe(withTokens()),
  )

  it.effect("ends with exp, to the millisecond", () =>
    Effect.gen(function* () {
      const token = yield* remembered
      yield* TestClock.setTime(start + 899_999)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      yield* TestClock.setTime(start + 900_000)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired", "forgotten, and still expired")
    }).pipe(withTokens()),
  )

  it.effect("a clock that is set back brings no token back", () =>
    Effect.gen(function* () {
      const token = yield* remembered
      const late = yield* issued
      yield* TestClock.setTime(start + 900_000)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      yield* TestClock.setTime(start)
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "auth_token_expired")
      assert.strictEqual(yield* codeOf(`Bearer ${late}`), "auth_token_expired")
      const next = yield* issued
      assert.strictEqual(yield* codeOf(`Bearer ${next}`), "accepted", "a new token is not issued in the past")
    }).pipe(withTokens()),
  )

  it.effect("neither refuses nor accepts a token while revocations cannot be looked up", () =>
    Effect.gen(function* () {
      const tokens = yield* AccessTokens
      const lookups = yield* SessionLookups
      const token = yield* remembered
      const unseen = yield* issued
      lookups.isDown = true
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted", "within the sixty seconds")
      const dies = Effect.fnUntraced(function* (candidate: string) {
        const exit = yield* Effect.exit(tokens.authenticate(`Bearer ${candidate}`))
        assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof StorageUnavailable)
      })
      yield* dies(unseen)
      yield* TestClock.adjust("60 seconds")
      yield* dies(token)
      yield* dies(token)
      lookups.isDown = false
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
    }).pipe(withTokens()),
  )

  it.effect("forgets the token unused for longest when it is full", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const first = yield* remembered
      const second = yield* remembered
      assert.strictEqual(yield* codeOf(`Bearer ${first}`), "accepted")
      yield* remembered
      assert.strictEqual(lookups.count, 3)
      assert.strictEqual(yield* codeOf(`Bearer ${first}`), "accepted")
      assert.strictEqual(lookups.count, 3, "the first was used since")
      assert.strictEqual(yield* codeOf(`Bearer ${second}`), "accepted")
      assert.strictEqual(lookups.count, 4, "the second gave way")
    }).pipe(withTokens({ verifiedTokensMax: 2 })),
  )

  it.effect("is off at size zero", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const token = yield* remembered
      assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      assert.strictEqual(lookups.count, 2)
    }).pipe(withTokens({ verifiedTokensMax: 0 })),
  )

  it.effect("takes tokens whose claims stand in another order", () =>
    Effect.gen(function* () {
      const lookups = yield* SessionLookups
      const token = yield* forge(Object.fromEntries(Object.entries(goodClaims).toReversed()))
      for (let repeat = 0; repeat < 3; repeat++) assert.strictEqual(yield* codeOf(`Bearer ${token}`), "accepted")
      assert.strictEqual(lookups.count, 1)
    }).pipe(withTokens()),
  )
})

/** Issues access tokens for sessions, and verifies them into callers (decisions, section 3). */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { requiredVersions } from "../agreement/rules.ts"
import { AgreementSettings } from "../agreement/settings.ts"
import { forwardClock } from "../kernel/time/ForwardClock.ts"
import * as SharedClock from "../kernel/time/SharedClock.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { inBoth } from "../permission/rules.ts"
import { type TokenCode, TokenRefused } from "./errors.ts"
import { areValuesValid, callerOf, claimsOf, isExpired, isSubject } from "./rules/claims.ts"
import { lifetimeSeconds } from "./rules/lifetime.ts"
import { readAuthorization, type ReadToken } from "./rules/parse.ts"
import type { Caller } from "../kernel/Caller.ts"
import type { IssuedToken, JwksJson, TokenRequest } from "./schema.ts"
import { SessionStore } from "./SessionStore.ts"
import { TokenSettings } from "./settings.ts"
import { makeSign, verify } from "./signature.ts"
import { SigningKeys } from "./SigningKeys.ts"
import { authorizationOf, type VerifiedToken, VerifiedTokens } from "./VerifiedTokens.ts"

const refuse = (code: TokenCode): Effect.Effect<never, TokenRefused> => Effect.fail(new TokenRefused({ code }))

/** Issues and verifies access tokens. */
export class AccessTokens extends Context.Service<
  AccessTokens,
  {
    /** A new access token. The kind of the request decides how long it lives. */
    readonly issue: (request: TokenRequest) => Effect.Effect<IssuedToken>
    /**
     * The caller of the Authorization header. Refuses in the order of decisions, section 3. For a token that was
     * verified before, the result is there at once, without a fiber. Dies when sessions cannot be looked up, so that no
     * caller passes unchecked.
     */
    readonly authenticate: (authorization: string | undefined) => Effect.Effect<Caller, TokenRefused>
    /** Whether the token of the Authorization header was verified before, so that it costs little to look at again. */
    readonly isKnown: (authorization: string | undefined) => boolean
    /** Every published key. */
    readonly publicKeys: Effect.Effect<JwksJson>
  }
>()("@garrison/core/token/AccessTokens") {
  static readonly layer = Layer.effect(
    AccessTokens,
    Effect.gen(function* () {
      const keys = yield* SigningKeys
      const sessions = yield* SessionStore
      const settings = yield* TokenSettings
      const verified = yield* VerifiedTokens
      const leewayMillis = yield* SharedClock.leewayMillis(settings.clockSkewSeconds)
      const recheckMillis = settings.verificationCacheSeconds * 1000
      const required = requiredVersions((yield* AgreementSettings).agreements)
      const timeOf = forwardClock()
      const clock = yield* Clock.Clock

      /**
       * The caller of a token by what storage says now. Undefined: its session has ended, or its player has not
       * accepted what is required.
       */
      const present = Effect.fnUntraced(function* (token: VerifiedToken, now: Timestamp) {
        const { caller, granted } = token
        const timesWithdrawn = verified.timesWithdrawn()
        const standing = yield* sessions.standing(caller, caller.tokenId, now, required)
        token.ended ||= standing === "ended"
        if (token.ended || standing === "ended") return undefined
        // Unlike an end, this passes. So the token is not remembered, and looked up again.
        if (standing.lacksAgreements === true) return verified.remove(token)
        const narrowed: Caller = { ...caller, permissions: inBoth(granted, standing.permissions ?? granted) }
        // What was withdrawn during the lookup would be believed for a minute, so the next request looks again.
        if (timesWithdrawn === verified.timesWithdrawn()) Object.assign(token, { caller: narrowed, checkedAt: now })
        return narrowed
      })

      const fromMemory = (token: VerifiedToken, now: Timestamp): Effect.Effect<Caller, TokenRefused> => {
        if (now >= token.caller.expiresAt + leewayMillis) {
          verified.remove(token)
          return refuse("auth_token_expired")
        }
        if (token.ended) return refuse("auth_token_expired")
        if (now - token.checkedAt < recheckMillis) return Effect.succeed(token.caller)
        return Effect.flatMap(present(token, now), (caller) =>
          caller === undefined ? refuse("auth_token_expired") : Effect.succeed(caller),
        )
      }

      const fromSignature = Effect.fnUntraced(function* (read: ReadToken, now: Timestamp) {
        const key = read.keyId === undefined ? undefined : yield* keys.find(read.keyId)
        if (key === undefined) return yield* refuse("auth_invalid_key_id")
        if (!(yield* verify(read.text, key))) return yield* refuse("auth_token_sig_invalid")
        if (isExpired(read.claims, now, leewayMillis)) return yield* refuse("auth_token_expired")
        if (!isSubject(read.claims)) return yield* refuse("auth_token_invalid_claim")
        const { text, signingInput, signature, claims } = read
        const authorization = authorizationOf(text)
        const known = { caller: callerOf(claims), granted: claims.permissions, checkedAt: now, ended: false }
        const token: VerifiedToken = { authorization, signingInput, signature, ...known }
        const timesForgotten = verified.timesForgotten()
        const caller = yield* present(token, now)
        if (caller !== undefined && !areValuesValid(claims, now, settings, leewayMillis))
          return yield* refuse("auth_token_invalid_claim")
        const isKnown = caller !== undefined || token.ended
        // A session that ended during the lookup would be believed for a minute, so the next request looks again.
        if (isKnown && timesForgotten === verified.timesForgotten()) verified.add(token)
        return caller ?? (yield* refuse("auth_token_expired"))
      })

      const authenticate = (authorization: string | undefined): Effect.Effect<Caller, TokenRefused> => {
        const now = timeOf(clock)
        const remembered = authorization === undefined ? undefined : verified.find(authorization)
        if (remembered !== undefined) return fromMemory(remembered, now)
        const read = readAuthorization(authorization, settings.signingAlgorithm)
        if (Result.isFailure(read)) return refuse(read.failure)
        const respelt = verified.same(read.success)
        return respelt === undefined ? fromSignature(read.success, now) : fromMemory(respelt, now)
      }

      return AccessTokens.of({
        issue: yield* makeIssue(timeOf),
        authenticate,
        isKnown: (authorization) => authorization !== undefined && verified.find(authorization) !== undefined,
        publicKeys: keys.published,
      })
    }),
  )
}

/** Makes `AccessTokens.issue`. It has the time of verification, so that no token is verified before its `iat`. */
const makeIssue = Effect.fnUntraced(function* (timeOf: (clock: Clock.Clock) => Timestamp) {
  const keys = yield* SigningKeys
  const random = yield* SecureRandom.SecureRandom
  const settings = yield* TokenSettings
  const sign = yield* makeSign
  return Effect.fnUntraced(function* (request: TokenRequest) {
    const now = yield* Effect.clockWith((clock) => Effect.succeed(timeOf(clock)))
    const key = yield* keys.signer
    const claims = claimsOf(request, yield* random.uuidV7(), now, settings)
    return { token: yield* sign(claims, key), expiresInSeconds: lifetimeSeconds(request.kind, settings) }
  })
})

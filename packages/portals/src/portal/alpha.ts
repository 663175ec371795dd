/**
 * The portal alpha: an id token proves a user of the platform Alpha, or of AlphaPlay where the token is for a play
 * audience. Any other credential is an authorization code, which alpha exchanges for an id token (decisions, section
 * 4).
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForIdToken, type PresentedCode } from "../codeExchange.ts"
import { verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { AlphaSettings } from "../settings/alpha.ts"
import { hasFormOfJwt, type SignedTokenRefusal } from "../signedToken.ts"

const codes = {
  keys_not_available: "alpha_keys_not_available",
  key_unknown: "alpha_token_not_valid",
  not_valid: "alpha_token_not_valid",
} as const satisfies Record<SignedTokenRefusal, PortalRefusal<"alpha">>

const exchangeFailed = "alpha_token_exchange_failed" as const

/** Makes the portal of these settings. */
export const makeAlpha = Effect.fnUntraced(function* (settings: AlphaSettings) {
  const { algorithms = ["RS256"], audiences, issuer, jwksUrl, playAudiences = [], timeoutSeconds = 3 } = settings
  const keys = yield* makeKeySet({ owner: "alpha", url: jwksUrl, timeoutSeconds })
  const breaker = yield* makeBreaker("alpha", settings)
  const exchange = codeExchangeOf(settings, "client_secret_basic")
  const isOfPlay = (audience: unknown) => playAudiences.some((play) => play === audience)
  const rules = { issuer, algorithms, audiences: [...audiences, ...playAudiences] }

  const proveToken = Effect.fnUntraced(function* (token: string, nonce?: string) {
    const claims = yield* Effect.mapError(verifyIdToken(token, { ...rules, nonce }, keys), (refusal) => codes[refusal])
    const isPlay = claims.audiences.every(isOfPlay)
    // A token for both could be either of two users.
    if (!isPlay && claims.audiences.some(isOfPlay)) return yield* Effect.fail(codes.not_valid)
    return {
      platform: isPlay ? ("AlphaPlay" as const) : ("Alpha" as const),
      portalUserId: claims.subject,
      displayName: claims.nickname,
      parent: undefined,
    }
  })

  const proveCode = (code: PresentedCode, nonce?: string) =>
    exchangeForIdToken(exchange, code, breaker).pipe(
      Effect.mapError(() => exchangeFailed),
      Effect.flatMap((token) => proveToken(token, nonce)),
    )

  const portal: Portal<"alpha"> = {
    prove: ({ token }) =>
      hasFormOfJwt(token) ? proveToken(token) : proveCode({ code: token, redirectUri: settings.redirectUri }),
  }
  return { portal, oauth: redirectLogin<"alpha">(settings, (code) => proveCode(code, code.nonce)) }
})

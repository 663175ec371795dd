/**
 * The portal bravo: an id token proves a user; any other credential is an authorization code, which bravo exchanges for
 * an id token (decisions, section 4).
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForIdToken, type PresentedCode } from "../codeExchange.ts"
import { verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { BravoSettings } from "../settings/bravo.ts"
import { hasFormOfJwt, type SignedTokenRefusal } from "../signedToken.ts"

const codes = {
  keys_not_available: "bravo_failed_key_lookup",
  key_unknown: "bravo_token_key_not_valid",
  not_valid: "bravo_token_not_valid",
} as const satisfies Record<SignedTokenRefusal, PortalRefusal<"bravo">>

const exchangeFailed = "bravo_token_exchange_failed" as const

/** Makes the portal of these settings. */
export const makeBravo = Effect.fnUntraced(function* (settings: BravoSettings) {
  const { algorithms = ["RS256"], audiences, issuer, jwksUrl, timeoutSeconds = 3 } = settings
  const keys = yield* makeKeySet({ owner: "bravo", url: jwksUrl, timeoutSeconds })
  const breaker = yield* makeBreaker("bravo", settings)
  const exchange = codeExchangeOf(settings, "client_secret_post")

  const proveToken = Effect.fnUntraced(function* (token: string, nonce?: string) {
    const proved = verifyIdToken(token, { issuer, algorithms, audiences, nonce }, keys)
    const { nickname, subject } = yield* Effect.mapError(proved, (refusal) => codes[refusal])
    return { platform: "Bravo" as const, portalUserId: subject, displayName: nickname, parent: undefined }
  })

  const proveCode = (code: PresentedCode, nonce?: string) =>
    exchangeForIdToken(exchange, code, breaker).pipe(
      Effect.mapError(() => exchangeFailed),
      Effect.flatMap((token) => proveToken(token, nonce)),
    )

  const portal: Portal<"bravo"> = {
    prove: ({ token }) =>
      hasFormOfJwt(token) ? proveToken(token) : proveCode({ code: token, redirectUri: settings.redirectUri }),
  }
  return { portal, oauth: redirectLogin<"bravo">(settings, (code) => proveCode(code, code.nonce)) }
})

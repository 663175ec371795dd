/**
 * The portal india: players log in by redirect alone. India exchanges the code for an id token (decisions, section 5).
 */
import type { OauthRefusal } from "@garrison/core/login/portal/OauthGateway"
import * as Effect from "effect/Effect"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForIdToken } from "../codeExchange.ts"
import { verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { IndiaSettings } from "../settings/india.ts"
import type { SignedTokenRefusal } from "../signedToken.ts"

const codes = {
  keys_not_available: "india_keys_not_available",
  key_unknown: "india_token_invalid",
  not_valid: "india_token_invalid",
} as const satisfies Record<SignedTokenRefusal, OauthRefusal<"india">>

const exchangeFailed = "india_token_exchange_failed" as const

/** Makes the login by redirect of these settings. */
export const makeIndia = Effect.fnUntraced(function* (settings: IndiaSettings) {
  const { algorithms = ["RS256"], audiences, issuer, jwksUrl, timeoutSeconds = 3 } = settings
  const keys = yield* makeKeySet({ owner: "india", url: jwksUrl, timeoutSeconds })
  const breaker = yield* makeBreaker("india", settings)
  const exchange = codeExchangeOf(settings, "client_secret_basic")

  return redirectLogin<"india">(settings, (code) =>
    Effect.gen(function* () {
      const token = yield* Effect.mapError(exchangeForIdToken(exchange, code, breaker), () => exchangeFailed)
      const proved = verifyIdToken(token, { issuer, algorithms, audiences, nonce: code.nonce }, keys)
      const { nickname, subject } = yield* Effect.mapError(proved, (refusal) => codes[refusal])
      return { platform: "India" as const, portalUserId: subject, displayName: nickname, parent: undefined }
    }),
  )
})

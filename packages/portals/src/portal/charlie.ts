/**
 * The portal charlie. A token of the first generation is verified with configured keys, one of the second with
 * published keys; any other credential is an authorization code, which charlie exchanges for a token of the second
 * generation (decisions, section 4).
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForIdToken, type PresentedCode } from "../codeExchange.ts"
import { type IdTokenClaims, verifyIdToken } from "../idToken.ts"
import { fixedKeys, makeKeySet } from "../KeySet.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { CharlieSettings, CharlieV1Settings, CharlieV2Settings } from "../settings/charlie.ts"
import { hasFormOfJwt, type SignedTokenRefusal, unverifiedClaims } from "../signedToken.ts"

const codesOfV1 = {
  // Configured keys are always there: this is the answer to a key that cannot be used.
  keys_not_available: "charlie_v1_token_key_id_invalid",
  key_unknown: "charlie_v1_token_key_id_invalid",
  not_valid: "charlie_v1_token_invalid",
} as const satisfies Record<SignedTokenRefusal, PortalRefusal<"charlie">>

const codesOfV2 = {
  keys_not_available: "charlie_v2_keys_not_available",
  key_unknown: "charlie_v2_token_invalid",
  not_valid: "charlie_v2_token_invalid",
} as const satisfies Record<SignedTokenRefusal, PortalRefusal<"charlie">>

const exchangeFailed = "charlie_oauth_token_exchange_failed" as const

type Verify = (token: string, nonce?: string) => Effect.Effect<IdTokenClaims, PortalRefusal<"charlie">>

const unknownGeneration: Verify = () => Effect.fail(codesOfV2.not_valid)

const firstGeneration = ({ algorithms = ["RS256"], audiences, issuer, keys }: CharlieV1Settings): Verify => {
  const keySet = fixedKeys(keys)
  return (token) =>
    Effect.mapError(verifyIdToken(token, { issuer, algorithms, audiences }, keySet), (refusal) => codesOfV1[refusal])
}

const secondGeneration = Effect.fnUntraced(function* (
  { algorithms = ["RS256"], audiences, issuer, jwksUrl }: CharlieV2Settings,
  timeoutSeconds: number,
) {
  const keySet = yield* makeKeySet({ owner: "charlie", url: jwksUrl, timeoutSeconds })
  const verify: Verify = (token, nonce) =>
    Effect.mapError(
      verifyIdToken(token, { issuer, algorithms, audiences, nonce }, keySet),
      (refusal) => codesOfV2[refusal],
    )
  return verify
})

const userOf = ({ nickname, subject }: IdTokenClaims) => ({
  platform: "Charlie" as const,
  portalUserId: subject,
  displayName: nickname,
  parent: undefined,
})

/** Makes the portal of these settings. */
export const makeCharlie = Effect.fnUntraced(function* (settings: CharlieSettings) {
  const { timeoutSeconds = 3, v1, v2 } = settings
  const verifyV1 = v1 && firstGeneration(v1)
  const verifyV2 = v2 === undefined ? unknownGeneration : yield* secondGeneration(v2, timeoutSeconds)
  const breaker = yield* makeBreaker("charlie", settings)
  const exchange = v2 && codeExchangeOf({ ...v2, timeoutSeconds }, "client_secret_basic")

  const verifyToken: Verify = (token) =>
    verifyV1 !== undefined && unverifiedClaims(token)["iss"] === v1?.issuer ? verifyV1(token) : verifyV2(token)

  const verifyCode = (code: PresentedCode, nonce?: string) =>
    exchangeForIdToken(exchange, code, breaker).pipe(
      Effect.mapError(() => exchangeFailed),
      Effect.flatMap((token) => verifyV2(token, nonce)),
    )

  const portal: Portal<"charlie"> = {
    prove: ({ token }) =>
      Effect.map(
        hasFormOfJwt(token) ? verifyToken(token) : verifyCode({ code: token, redirectUri: v2?.redirectUri }),
        userOf,
      ),
  }
  const oauth = redirectLogin<"charlie">(v2 ?? {}, (code) => Effect.map(verifyCode(code, code.nonce), userOf))
  return { portal, oauth }
})

/**
 * The portal deltalive. Garrison has a token of its own there, with which it exchanges the XSTS token of a user for an
 * XToken. That one says who the user is (decisions, section 4).
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { bearer, makeClientToken } from "../clientToken.ts"
import { verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import { type OutboundFailed, postJson } from "../outbound.ts"
import type { DeltaliveSettings } from "../settings/deltalive.ts"
import { nameOf } from "../signedToken.ts"

/** An XSTS token: 1 to 16384 printable ASCII characters. No other credential is sent. */
const xstsTokenPattern = /^[!-~]{1,16384}$/

const codes = {
  service_token: "delta_access_token_request_failed",
  xsts_token: "delta_xsts_token_invalid",
  xsts_exchange: "delta_xsts_token_exchange_failed",
  x_token_exchange: "delta_xtoken_exchange_failed",
  x_token: "delta_xtoken_invalid",
} as const satisfies Record<string, PortalRefusal<"deltalive">>

const XTokenAnswer = Schema.Struct({ x_token: Schema.String })
const decodeAnswer = Schema.decodeUnknownEffect(XTokenAnswer)

/** Whether the portal refuses the token of Garrison, and not that of the user (RFC 6750, section 3.1). */
const isOurTokenRefused = ({ refusal }: OutboundFailed): boolean =>
  refusal?.status === 401 && refusal.error === "invalid_token"

/** The code of an exchange that failed. */
const codeOfFailure = (failure: OutboundFailed): PortalRefusal<"deltalive"> => {
  if (isOurTokenRefused(failure)) return codes.service_token
  const status = failure.refusal?.status
  if (status === 401 || status === 403) return codes.xsts_token
  return status === 400 ? codes.xsts_exchange : codes.x_token_exchange
}

/** Makes the portal of these settings. */
export const makeDeltalive = Effect.fnUntraced(function* (settings: DeltaliveSettings) {
  const { algorithms = ["RS256"], audiences, issuer, jwksUrl, timeoutSeconds = 3, xTokenUrl } = settings
  const breaker = yield* makeBreaker(settings.failuresMax)
  const serviceToken = yield* makeClientToken({ ...settings, url: settings.serviceTokenUrl, timeoutSeconds }, breaker)
  const keys = yield* makeKeySet({ owner: "deltalive", url: jwksUrl, timeoutSeconds })

  const exchange = Effect.fnUntraced(function* (xstsToken: string) {
    const token = yield* Effect.mapError(serviceToken.get, () => codes.service_token)
    const at = { url: xTokenUrl, timeoutSeconds, headers: bearer(token) }
    const { body } = yield* breaker.guard(postJson(at, { xsts_token: xstsToken })).pipe(
      Effect.tapError((failure) => (isOurTokenRefused(failure) ? serviceToken.forget(token) : Effect.void)),
      Effect.mapError(codeOfFailure),
    )
    const { x_token } = yield* Effect.mapError(decodeAnswer(body), () => codes.x_token_exchange)
    return x_token
  })

  const prove = Effect.fnUntraced(function* (token: string) {
    if (!xstsTokenPattern.test(token)) return yield* Effect.fail(codes.xsts_token)
    const proved = verifyIdToken(yield* exchange(token), { issuer, algorithms, audiences }, keys)
    const { claims, subject } = yield* Effect.mapError(proved, () => codes.x_token)
    const displayName = nameOf(claims["gamertag"])
    return { platform: "DeltaLive" as const, portalUserId: subject, displayName, parent: undefined }
  })

  const portal: Portal<"deltalive"> = { prove: ({ token }) => prove(token) }
  return portal
})

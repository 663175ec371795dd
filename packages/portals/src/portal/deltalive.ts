/**
 * The portal deltalive. Garrison has a token of its own there, with which it exchanges the XSTS token of a user for an
 * XToken. The XToken names the user (decisions, section 4). The code of a login by redirect is exchanged for an XSTS
 * token first.
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForAccessToken } from "../codeExchange.ts"
import { verifyIdToken } from "../idToken.ts"
import { makeKeySet } from "../KeySet.ts"
import type { OutboundFailed } from "../outbound.ts"
import { makePortalClient, type NoClientToken } from "../portalClient.ts"
import { redirectLogin } from "../redirectLogin.ts"
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

/** The code of an exchange that failed. */
const codeOfFailure = (failure: OutboundFailed | NoClientToken): PortalRefusal<"deltalive"> => {
  if (failure._tag === "NoClientToken") return codes.service_token
  const status = failure.refusal?.status
  if (status === 401 || status === 403) return codes.xsts_token
  return status === 400 ? codes.xsts_exchange : codes.x_token_exchange
}

/** Makes the portal of these settings. */
export const makeDeltalive = Effect.fnUntraced(function* (settings: DeltaliveSettings) {
  const { algorithms = ["RS256"], audiences, issuer, jwksUrl, timeoutSeconds = 3, xTokenUrl } = settings
  const breaker = yield* makeBreaker("deltalive", settings)
  const source = { ...settings, clientTokenUrl: settings.serviceTokenUrl, timeoutSeconds }
  const client = yield* makePortalClient(source, breaker)
  const keys = yield* makeKeySet({ owner: "deltalive", url: jwksUrl, timeoutSeconds })

  const exchange = Effect.fnUntraced(function* (xstsToken: string) {
    const { body } = yield* Effect.mapError(client.post(xTokenUrl, { xsts_token: xstsToken }), codeOfFailure)
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
  const codeExchange = codeExchangeOf(settings, "client_secret_basic")
  const oauth = redirectLogin<"delta">(settings, (code) =>
    exchangeForAccessToken(codeExchange, code, breaker).pipe(
      Effect.mapError(() => codes.xsts_exchange),
      Effect.flatMap(prove),
    ),
  )
  return { portal, oauth }
})

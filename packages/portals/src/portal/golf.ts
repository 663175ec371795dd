/**
 * The portal golf: it says whose ticket a ticket is, for which application it was given, and whether the user is banned
 * or offline (decisions, section 4). The code of a login by redirect is exchanged for a ticket first.
 */
import type { Portal, PortalRefusal } from "@garrison/core/login/portal/PortalGateway"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForAccessToken } from "../codeExchange.ts"
import { type OutboundFailed, postForm } from "../outbound.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { GolfSettings } from "../settings/golf.ts"
import { nameOf, portalUserIdOf } from "../signedToken.ts"

/** A ticket: 1 to 2048 bytes in hexadecimal digits. No other credential is sent. */
const ticketPattern = /^(?:[0-9a-f]{2}){1,2048}$/i

/** Each member is required: a user whose bans are not told is not taken for one without. */
const TicketAnswer = Schema.Struct({
  user_id: Schema.String,
  app_id: Schema.String,
  anticheat_banned: Schema.Boolean,
  publisher_banned: Schema.Boolean,
  offline: Schema.Boolean,
  name: Schema.optionalKey(Schema.Unknown),
})
const decodeAnswer = Schema.decodeUnknownEffect(TicketAnswer)

const codes = {
  anticheat_banned: "golf_user_anticheat_banned",
  publisher_banned: "golf_user_publisherbanned",
  offline: "golf_user_offline",
  invalid_ticket: "golf_token_invalid",
  other_app: "golf_token_for_wrong_app",
  exchange_failed: "golf_token_exchange_failed",
} as const satisfies Record<string, PortalRefusal<"golf">>

/** The code of an answer that is no ticket: the error that the portal names, or none. */
const codeOfFailure = ({ refusal }: OutboundFailed): PortalRefusal<"golf"> => {
  if (refusal?.error === "invalid_ticket") return codes.invalid_ticket
  return refusal?.error === "offline" ? codes.offline : codes.exchange_failed
}

/** Why a user may not log in; undefined: nothing says so. */
const refusalOf = (answer: typeof TicketAnswer.Type, appId: string): PortalRefusal<"golf"> | undefined => {
  if (answer.app_id !== appId) return codes.other_app
  if (answer.anticheat_banned) return codes.anticheat_banned
  if (answer.publisher_banned) return codes.publisher_banned
  return answer.offline ? codes.offline : undefined
}

/** Makes the portal of these settings. */
export const makeGolf = Effect.fnUntraced(function* (settings: GolfSettings) {
  const { apiKey, appId, ticketUrl, timeoutSeconds = 3 } = settings
  const breaker = yield* makeBreaker("golf", settings)
  const at = { url: ticketUrl, timeoutSeconds, headers: { "x-api-key": apiKey } }

  const prove = Effect.fnUntraced(function* (ticket: string) {
    if (!ticketPattern.test(ticket)) return yield* Effect.fail(codes.invalid_ticket)
    const asked = breaker.guard("ticket", ticketUrl, postForm(at, { app_id: appId, ticket }))
    const { body } = yield* Effect.mapError(asked, codeOfFailure)
    const answer = yield* Effect.mapError(decodeAnswer(body), () => codes.exchange_failed)
    const refusal = refusalOf(answer, appId)
    if (refusal !== undefined) return yield* Effect.fail(refusal)
    const portalUserId = portalUserIdOf(answer.user_id)
    if (portalUserId === undefined) return yield* Effect.fail(codes.exchange_failed)
    return { platform: "Golf" as const, portalUserId, displayName: nameOf(answer.name), parent: undefined }
  })

  const portal: Portal<"golf"> = { prove: ({ token }) => prove(token) }
  const codeSettings = { ...settings, clientId: appId, clientSecret: apiKey }
  const codeExchange = codeExchangeOf(codeSettings, "client_secret_basic")
  const oauth = redirectLogin<"golf">(codeSettings, (code) =>
    exchangeForAccessToken(codeExchange, code, breaker).pipe(
      Effect.mapError(() => codes.exchange_failed),
      Effect.flatMap(prove),
    ),
  )
  return { portal, oauth }
})

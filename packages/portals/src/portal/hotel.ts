/**
 * The portal hotel: players log in by redirect alone. Hotel exchanges the code for an access token, which tells its
 * user (decisions, section 5).
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeBreaker } from "../Breaker.ts"
import { codeExchangeOf, exchangeForAccessToken } from "../codeExchange.ts"
import { getJson, isRefused } from "../outbound.ts"
import { bearer } from "../portalClient.ts"
import { redirectLogin } from "../redirectLogin.ts"
import type { HotelSettings } from "../settings/hotel.ts"
import { nameOf, portalUserIdOf } from "../signedToken.ts"

const exchangeFailed = "hotel_token_exchange_failed" as const
const invalidToken = "hotel_invalid_access_token" as const

/** What an access token tells of its user. */
const UserInfo = Schema.Struct({ sub: Schema.Unknown, nickname: Schema.optionalKey(Schema.Unknown) })
const decodeUser = Schema.decodeUnknownEffect(UserInfo)

/** Makes the login by redirect of these settings. */
export const makeHotel = Effect.fnUntraced(function* (settings: HotelSettings) {
  const { timeoutSeconds = 3, userInfoUrl: url } = settings
  const breaker = yield* makeBreaker("hotel", settings)
  const exchange = codeExchangeOf(settings, "client_secret_post")

  const userOf = Effect.fnUntraced(function* (token: string) {
    const asked = breaker.guard("user", url, getJson({ url, timeoutSeconds, headers: bearer(token) }))
    const { body } = yield* Effect.mapError(asked, (failed) => (isRefused(failed) ? invalidToken : exchangeFailed))
    const { nickname, sub } = yield* Effect.mapError(decodeUser(body), () => invalidToken)
    const portalUserId = portalUserIdOf(sub)
    if (portalUserId === undefined) return yield* Effect.fail(invalidToken)
    return { platform: "Hotel" as const, portalUserId, displayName: nameOf(nickname), parent: undefined }
  })

  return redirectLogin<"hotel">(settings, (code) =>
    exchangeForAccessToken(exchange, code, breaker).pipe(
      Effect.mapError(() => exchangeFailed),
      Effect.flatMap(userOf),
    ),
  )
})

/** The settings of logins by redirect (decisions, sections 5 and 15). */
import * as Schema from "effect/Schema"
import { complaint, TextOf } from "../kernel/input/Field.ts"
import { count, optionalText, seconds, slice, type ValuesOf } from "../kernel/Setting.ts"

/** Longest `state` of a game, in characters: our own state contains it. */
export const GAME_STATE_LENGTH_MAX = 480

/** Longest address of this service: that of the longest host name. */
const PUBLIC_URL_LENGTH_MAX = 267

const minute = 60

const Origin = TextOf({ minimum: 1, maximum: PUBLIC_URL_LENGTH_MAX }).check(
  Schema.isPattern(
    /^https?:\/\/(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/,
    complaint("value_error", "must be an https or http address without a path"),
  ),
)

/** The settings of logins by redirect. */
export const OauthSettings = slice("@garrison/core/oauth/settings", {
  publicUrl: {
    ...optionalText(
      "address at which browsers reach this service, such as https://play.example; portals send players back to it",
    ),
    schema: Schema.UndefinedOr(Origin),
    accepts: "an https or http address without a path",
  },
  authorizationRequestSeconds: seconds(10 * minute, "how long a player may take to log in at a portal"),
  authorizationCodeSeconds: seconds(minute, "life of an authorization code"),
  authorizationLoginSeconds: seconds(
    10 * minute,
    "how long after the portal's answer the tokens can be had, also when agreements must be accepted first",
  ),
  // As many as one address may bring back, again and again, in the time in which they expire.
  authorizationRequestsPerAddress: count(
    600,
    "logins by redirect",
    "logins by redirect that one address, or one /64 of IPv6, may bring back from a portal in authorizationRequestSeconds; more are answered 503",
  ),
  authorizationRequestsMax: count(
    60_000,
    "logins by redirect",
    "logins by redirect that all addresses together may bring back from a portal in authorizationRequestSeconds; more are answered 503",
  ),
})
export type OauthSettings = ValuesOf<typeof OauthSettings.settings>

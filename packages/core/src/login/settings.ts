/** The settings of logins (decisions, sections 4 and 15). */
import { choices, count, optionalNumber, slice, toggle, type ValuesOf } from "../kernel/Setting.ts"
import { SWITCHES } from "../kernel/GrantType.ts"

/** At most one a millisecond, which is how finely they are counted. */
const perMinute = { maximum: 60_000 }

/** Longest time before anonymous players are pruned, in days. */
export const PRUNE_DAYS_MAX = 3650

/** The settings of logins. */
export const LoginSettings = slice("@garrison/core/login/settings", {
  userAuthEnabled: toggle(true, "whether players may log in"),
  clientAuthEnabled: toggle(true, "whether machine clients may log in"),
  grantsEnabled: choices(
    SWITCHES,
    ["anon", "refresh", "client_credentials"],
    "grants that clients may use; a login by redirect needs the grant of its portal (that of echo is echo5_v3), hotel and india their own names",
  ),
  authenticationLimited: toggle(false, "only identities seen before may log in"),
  authenticationLocked: toggle(false, "no player may log in, except those whose role bypasses the lock"),
  playersPerPersonMax: count(16, "players", "players that one person may own"),
  portalUsersPerPersonMax: count(16, "portal users", "portal users that one person may have"),
  newIdentitiesPerAddressBurst: count(
    5000,
    "logins",
    "first logins that one address, or one /64 of IPv6, may send at once; more are answered 503",
  ),
  newIdentitiesPerAddressPerMinute: count(
    120,
    "logins per minute",
    "first logins per minute from one address after newIdentitiesPerAddressBurst is used up",
    perMinute,
  ),
  newIdentitiesBurst: count(
    50_000,
    "logins",
    "first logins that all addresses together may send at once; more are answered 503",
  ),
  newIdentitiesPerMinute: count(
    6000,
    "logins per minute",
    "first logins per minute from all addresses after newIdentitiesBurst is used up",
    perMinute,
  ),
  anonymousPruneDays: optionalNumber(
    { unit: "days", minimum: 1, maximum: PRUNE_DAYS_MAX },
    "days after which an anonymous player who logged in once is deleted, unless an order, item, claim, link or promise keeps the player",
  ),
  loginsInFlightMax: count(
    256,
    "logins",
    "logins served at the same time, besides those that wait for a portal; more are answered 503",
  ),
})
export type LoginSettings = ValuesOf<typeof LoginSettings.settings>

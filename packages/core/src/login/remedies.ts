/**
 * What to do about each refusal of a login: the game that logs in, and the operator of the deployment. The reference
 * page `docs/grants.md` prints it. `errors.ts` says what a code means.
 */
import type { LoginBusyCode, LoginCode } from "./errors.ts"

/** What to do about a code. */
export interface Remedy {
  readonly game: string
  /** undefined: nothing. */
  readonly operator?: string
}

const disabled = (grants: string): Remedy => ({
  game: "Offer the player another way to log in.",
  operator: `Put ${grants} into \`grantsEnabled\`, and into the grants of the client where it has a list of its own.`,
})

const portalDisabled = (setting: string, grants: string): Remedy => ({
  game: "Offer the player another way to log in.",
  operator: `Configure the setting \`${setting}\`. Put ${grants} into \`grantsEnabled\`, and into the grants of the client where it has a list of its own.`,
})

/** A portal that has no grant. */
const redirectDisabled = (setting: string): Remedy => ({
  game: "Offer the player another way to log in.",
  operator: `Configure the setting \`${setting}\`, and put \`${setting}\` into \`grantsEnabled\`. A client with a list of grants cannot use the portal.`,
})

const empty: Remedy = { game: "Send the credential in `portal_access_token`." }

/** A token that proves nothing. `settings` are those that are compared with the token. */
const badToken = (portal: string, settings: string): Remedy => ({
  game: `Get a new token from ${portal}, and log in with it before it expires.`,
  operator: `Where every login fails: compare ${settings} with what ${portal} shows for the game, and check the clock of the machine.`,
})

/** A token that proves nothing, or whose keys could not be fetched: the interface has one code for both. */
const badTokenOrKeys = (portal: string, settings: string): Remedy => {
  const { game, operator = "" } = badToken(portal, settings)
  return { game, operator: `${operator} Check that this machine reaches the keys of ${portal}: the log has the cause.` }
}

/** A code that could not be exchanged. `settings` are those of the exchange. */
const badExchange = (portal: string, settings: string): Remedy => ({
  game: `Get a new code from ${portal}: a code is good for one login, and for a short time.`,
  operator: `Where every login fails: compare ${settings} with what ${portal} shows for the game, and check that this machine reaches ${portal}.`,
})

/** A portal that does not answer a request of Garrison's own. */
const down = (portal: string, settings: string): Remedy => ({
  game: "Try again after some seconds, and wait longer after each attempt.",
  operator: `Check that this machine reaches ${settings} of ${portal}. After \`failuresMax\` failed requests Garrison asks only now and then until ${portal} answers again.`,
})

/** A portal that does not accept a request of Garrison's own, or does not answer it. */
const refusedOrDown = (portal: string, settings: string): Remedy => ({
  game: "Try again after some seconds, and wait longer after each attempt.",
  operator: `Compare ${settings} with what ${portal} shows for the game, and check that this machine reaches ${portal}.`,
})

/** Keys that could not be fetched: the log has the cause. */
const keysDown = (portal: string, setting: string): Remedy => ({
  game: "Try again after some seconds, and wait longer after each attempt.",
  operator: `Check that this machine reaches ${setting} of ${portal}. The log has the cause.`,
})

const newToken = "Get a new token from the portal, and log in with it."

/** The codes of a login by redirect. */
export const redirectRemedies = {
  no_redirects_configured: {
    game: "Log in by a grant instead.",
    operator:
      "Give the address to which the game wants its players sent back to the client, with `garrison client edit`.",
  },
  redirect_uri_does_not_match: {
    game: "Send one of the redirect addresses of the client, letter for letter.",
    operator: "`garrison client list` shows the addresses of the client. They are compared letter by letter.",
  },
  error_occurred_during_exchange: {
    game: "Begin the login anew. The player may have refused it at the portal.",
    operator: "Where every login fails: compare the client and the addresses with what the portal shows for the game.",
  },
  failed_to_verify_state: {
    game: "Begin the login anew. Its answer is good once.",
    operator: "`authorizationRequestSeconds` is how long a player may take at the portal.",
  },
  failed_to_save_state: {
    game: "Begin the login anew after some seconds.",
    operator: "Check that the database accepts writes. The log has the cause.",
  },
  failed_to_save_tokens: {
    game: "Begin the login anew after some seconds.",
    operator: "Check that the database accepts writes. The log has the cause.",
  },
  authorization_code_not_found: {
    game: "Begin the login anew. A code is good once, for a short time, and for the client that began the login.",
    operator: "`authorizationCodeSeconds` is how long a code lives.",
  },
} as const satisfies Partial<Record<LoginCode, Remedy>>

const shared = {
  internal_error: {
    game: "Try again: other logins of the same player changed its rows meanwhile.",
    operator: "Look for a client that logs the same player in many times at once.",
  },
  too_many_users: {
    game: "Log in as a user that the person has already.",
    operator: "`playersPerPersonMax` is the limit.",
  },
  user_auth_restricted: {
    game: "Show the player the restrictions in the body, and when they expire.",
    operator: "`garrison player show` lists the restrictions, and `garrison player unban` lifts one.",
  },
  user_needs_agreements: {
    game: "Show the player the agreements whose `needs_*` is true. Log in anew with `accept_*` for those that the player accepts.",
    operator:
      "`agreements` has the versions that are wanted, and `garrison player show` those that the person accepted.",
  },
  error_retrieving_player_results: {
    game: "Do not repeat the login. Ask the player to turn to the support of the game.",
    operator: "The portal user is stored without its player. Restore the rows from a backup, or delete the person.",
  },
  failed_to_retrieve_roles: {
    game: "Try again later.",
    operator: "The role of the player no longer exists. `garrison player role` gives the player another one.",
  },
  client_credentials_invalid: {
    game: "Send the `client_id` and secret of the client in a Basic header, or none where the deployment has a default client.",
    operator:
      "`garrison client list` shows whether the client exists and is enabled, and `garrison client rotate` gives it a new secret. `defaultClientId` names the client of logins without credentials.",
  },
  authentication_limited: {
    game: "Tell the player that new players cannot join at the moment.",
    operator: "`authenticationLimited` is on.",
  },
  authentication_locked: {
    game: "Tell the player that the game is closed at the moment, and try again later.",
    operator: "`authenticationLocked` is on. A role that bypasses the lock still logs in.",
  },
  invalid_grant_type: { game: "Send one of the grant types of this page." },
  user_auth_disabled: {
    game: "This deployment logs no users in.",
    operator: "`userAuthEnabled` is off.",
  },
  client_auth_disabled: {
    game: "This deployment logs no machine clients in.",
    operator:
      "`clientAuthEnabled` is off, `client_credentials` is not in `grantsEnabled` or in the grants of the client, or the client is that of a game: the grant is for machines.",
  },
} as const satisfies Partial<Record<LoginCode, Remedy>>

const own = {
  anon_disabled: disabled("`anon`"),
  anon_token_empty: { game: "Make a random secret once, keep it on the device, and send it in `portal_access_token`." },
  basic_disabled: disabled("`basic`"),
  basic_token_empty: empty,
  basic_auth_incorrect_format: { game: "Send USERNAME:PASSWORD. Neither half may be empty." },
  basic_auth_credentials_not_found: {
    game: "Ask the player for user name and password again. After several wrong ones the next attempt has to wait.",
    operator:
      "`garrison player create` creates an account, and `garrison player history` lists the refused logins of one.",
  },
  developer_api_disabled: portalDisabled("juliet", "`juliet`"),
  developer_api_token_empty: empty,
  developer_api_token_invalid: {
    game: "Get a new developer token, and log in with it.",
    operator:
      "Where every login fails: compare `introspectionUrl`, `audiences`, `clientId` and `clientSecret` with those of the developer API, and check that this machine reaches it.",
  },
  refresh_disabled: disabled("`refresh`"),
  refresh_token_empty: empty,
  refresh_token_not_found: {
    game: "Forget the refresh token, and log in by the player's own credential. Always keep the newest refresh token.",
    operator:
      "`refreshIdleSeconds` and `refreshAbsoluteSeconds` are how long refresh tokens and sessions live. An old token that is used again ends its session. `garrison session list` says what ended a session.",
  },
  refresh_token_invalid_user: {
    game: "Forget the refresh token, and log in by the player's own credential.",
  },
  refresh_token_client_id_mismatch: {
    game: "Log in with the client that the refresh token was issued to.",
  },
} as const satisfies Partial<Record<LoginCode, Remedy>>

const identityPortals = {
  hotel_disabled: redirectDisabled("hotel"),
  hotel_token_empty: { game: "Begin the login anew: hotel answered without a code." },
  hotel_invalid_access_token: badToken("hotel", "`clientId` and `clientSecret`"),
  hotel_token_exchange_failed: badExchange("hotel", "`tokenUrl`, `clientId` and `clientSecret`"),
  bravo_disabled: portalDisabled("bravo", "`bravo`"),
  bravo_token_empty: empty,
  bravo_failed_key_lookup: keysDown("bravo", "`jwksUrl`"),
  bravo_token_exchange_failed: badExchange("bravo", "`tokenUrl`, `clientId`, `clientSecret` and `redirectUri`"),
  bravo_token_key_not_valid: badToken("bravo", "`jwksUrl`"),
  bravo_token_not_valid: badToken("bravo", "`issuer`, `audiences` and `algorithms`"),
  charlie_disabled: portalDisabled("charlie", "`charlie`"),
  charlie_token_empty: empty,
  charlie_v1_token_key_id_invalid: badToken("charlie", "`v1.keys`"),
  charlie_v1_token_invalid: badToken("charlie", "`v1.issuer`, `v1.audiences` and `v1.algorithms`"),
  charlie_v2_keys_not_available: keysDown("charlie", "`v2.jwksUrl`"),
  charlie_v2_token_invalid: badToken("charlie", "`v2.issuer`, `v2.audiences` and `v2.algorithms`"),
  charlie_oauth_token_exchange_failed: badExchange(
    "charlie",
    "`v2.tokenUrl`, `v2.clientId`, `v2.clientSecret` and `v2.redirectUri`",
  ),
  alpha_disabled: portalDisabled("alpha", "`alpha`"),
  alpha_token_empty: empty,
  alpha_keys_not_available: keysDown("alpha", "`jwksUrl`"),
  alpha_token_not_valid: badToken("alpha", "`issuer`, `audiences`, `playAudiences` and `algorithms`"),
  alpha_token_exchange_failed: badExchange("alpha", "`tokenUrl`, `clientId`, `clientSecret` and `redirectUri`"),
  india_disabled: redirectDisabled("india"),
  india_token_empty: { game: "Begin the login anew: india answered without a code." },
  india_token_invalid: badToken("india", "`issuer`, `audiences` and `algorithms`"),
  india_keys_not_available: keysDown("india", "`jwksUrl`"),
  india_token_exchange_failed: badExchange("india", "`tokenUrl`, `clientId` and `clientSecret`"),
} as const satisfies Partial<Record<LoginCode, Remedy>>

const foxtrot = {
  foxtrot_disabled: portalDisabled("foxtrot", "`foxtrot` or `foxtrot_switch`"),
  foxtrot_token_empty: {
    game: "Send the credential in `portal_access_token`, and for `foxtrot_switch` the account token in `portal_parent_access_token`.",
  },
  foxtrot_env_credentials_not_found: {
    game: newToken,
    operator:
      "Give the environment `clientId` and `clientSecret`: it converts account ids, and must identify itself for that.",
  },
  foxtrot_access_token_not_valid: badTokenOrKeys(
    "foxtrot",
    "`issuer`, `audiences` and `algorithms` of the environment",
  ),
  foxtrot_no_environment_matches_env_id: {
    game: "Log in at an environment of foxtrot that the deployment knows.",
    operator: "Add an environment with the `env` of the tokens to `environments`.",
  },
  foxtrot_retrieve_client_credentials_failed: refusedOrDown(
    "foxtrot",
    "`ppid.clientTokenUrl`, `clientId` and `clientSecret` of the environment",
  ),
  foxtrot_ppid_conversion_failed: down("foxtrot", "`ppid.conversionUrl`"),
  foxtrot_ppid_conversion_too_many_accounts_found: {
    game: "Do not repeat the login. Ask the player to turn to the support of foxtrot.",
    operator: "The account has several PPIDs: Garrison cannot choose one.",
  },
  foxtrot_ppid_conversion_no_accounts_found: {
    game: "Ask the player to open the game once on a device of foxtrot, and log in again.",
    operator: "Check that the client of the environment belongs to this game.",
  },
  foxtrot_ppid_missing: {
    game: "Try again later.",
    operator: "Foxtrot answers a conversion without a PPID: ask its support.",
  },
  foxtrot_ppid_key_not_valid: badTokenOrKeys("foxtrot", "`ppid.jwksUrl` of the environment"),
  foxtrot_service_key_url_not_found: badToken("foxtrot", "`service.keyUrls` of the environment"),
  foxtrot_service_access_token_not_valid: badTokenOrKeys("foxtrot", "`service.issuer` of the environment"),
  foxtrot_service_access_token_for_wrong_app: badToken("foxtrot", "`service.applicationIds` of the environment"),
  foxtrot_oauth_env_not_found: {
    game: "Offer the player another way to log in.",
    operator: "Give one of `environments` an `authorizeUrl`, so that players can log in at it by redirect.",
  },
  foxtrot_token_exchange_failed: badExchange(
    "foxtrot",
    "`tokenUrl`, `clientId`, `clientSecret` and `redirectUri` of the environment",
  ),
} as const satisfies Partial<Record<LoginCode, Remedy>>

const details = (api: string): Remedy => ({
  game: "Offer the player another way to log in: the deployment cannot ask for the details of the user.",
  operator: `Set \`${api}.detailsUrl\`. Where it is set, ask echo to switch the details on for the game.`,
})

/** An id token that echo did not give for a code, by version 3. */
const idTokenFailed = (api: string): Remedy =>
  badExchange("echo", `\`${api}.idTokenUrl\`, \`clientId\`, \`clientSecret\` and \`redirectUri\``)

const echoToken: Remedy = {
  ...badTokenOrKeys("echo", "`issuer`, `audiences` and `algorithms`"),
  game: "Get a new code from echo, and log in with it.",
}

const echo = {
  echo4_v1_disabled: portalDisabled("echo.echo4V1", "`echo4_v1`"),
  echo4_v1_token_empty: empty,
  echo4_v1_token_expired: { game: "Get a new code from echo, and log in with it at once." },
  echo4_v1_token_exchange_failed: badExchange(
    "echo",
    "`echo4V1.tokenUrl`, `clientId`, `clientSecret` and `redirectUri`",
  ),
  echo4_v1_id_token_request_failed: down("echo", "`echo4V1.idTokenUrl`"),
  echo4_v1_id_token_not_valid: echoToken,
  echo4_v1_token_details_disabled: details("echo4V1"),
  echo4_v1_token_details_request_failed: down("echo", "`echo4V1.detailsUrl`"),
  echo4_v3_disabled: portalDisabled("echo.echo4V3", "`echo4_v3`"),
  echo4_v3_token_details_disabled: details("echo4V3"),
  echo4_v3_token_empty: empty,
  echo4_v3_id_token_request_failed: idTokenFailed("echo4V3"),
  echo4_v3_id_token_not_valid: echoToken,
  echo5_v3_disabled: portalDisabled("echo.echo5V3", "`echo5_v3`"),
  echo5_v3_token_details_disabled: details("echo5V3"),
  echo5_v3_token_empty: empty,
  echo5_v3_id_token_request_failed: idTokenFailed("echo5V3"),
  echo5_v3_id_token_not_valid: echoToken,
  echo_environment_permission_denied: {
    game: "Log in at the environment of echo that the deployment is configured for.",
    operator: "Compare `clientId`, `clientSecret` and `environment` with what echo shows for the game.",
  },
} as const satisfies Partial<Record<LoginCode, Remedy>>

const ticketPortals = {
  golf_disabled: portalDisabled("golf", "`golf`"),
  golf_token_empty: empty,
  golf_token_exchange_failed: refusedOrDown("golf", "`ticketUrl`, `tokenUrl`, `appId` and `apiKey`"),
  golf_user_anticheat_banned: { game: "Tell the player that golf's anti-cheat system has banned the account." },
  golf_user_publisherbanned: { game: "Tell the player that the publisher has banned the account on golf." },
  golf_user_offline: { game: "Ask the player to go online on golf, get a new ticket, and log in with it." },
  golf_token_invalid: { game: "Get a new ticket from golf, and send it as hexadecimal digits." },
  golf_token_for_wrong_app: {
    game: "Get a ticket for this game.",
    operator: "Compare `appId` with what golf shows for the game.",
  },
  delta_disabled: portalDisabled("deltalive", "`deltalive`"),
  delta_xsts_token_empty: empty,
  delta_xsts_token_invalid: { game: "Get a new XSTS token from deltalive, and log in with it before it expires." },
  delta_xtoken_invalid: badTokenOrKeys("deltalive", "`issuer`, `audiences`, `jwksUrl` and `algorithms`"),
  delta_access_token_request_failed: refusedOrDown("deltalive", "`serviceTokenUrl`, `clientId` and `clientSecret`"),
  delta_xsts_token_exchange_failed: {
    game: "Get a new XSTS token from deltalive that is made for this game, and log in with it.",
    operator:
      "Check that the XSTS tokens of the game are made for the client of `clientId`. For logins by redirect, check that this machine reaches `tokenUrl`.",
  },
  delta_xtoken_exchange_failed: down("deltalive", "`xTokenUrl`"),
} as const satisfies Partial<Record<LoginCode, Remedy>>

/** What to do about each code of a login. */
export const loginRemedies: Readonly<Record<LoginCode, Remedy>> = {
  ...shared,
  ...redirectRemedies,
  ...own,
  ...identityPortals,
  ...foxtrot,
  ...echo,
  ...ticketPortals,
}

/** What to do about each code of a login that was not checked. */
export const loginBusyRemedies: Readonly<Record<LoginBusyCode, Remedy>> = {
  login_capacity_reached: {
    game: "Wait as long as `Retry-After` says, and try again.",
    operator: "`loginsInFlightMax` is the limit.",
  },
  too_many_attempts: {
    game: "Wait as long as `Retry-After` says before the next attempt.",
    operator:
      "A wait after wrong passwords and secrets ends by itself. Where many new players come from one address, raise `newIdentitiesPerAddressBurst` and `newIdentitiesPerAddressPerMinute`.",
  },
}

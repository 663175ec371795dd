/** All refusals of a login (interface, section 7), and the errors that carry the codes. */
import * as Schema from "effect/Schema"
import { clientCodes } from "../client/errors.ts"
import { refusal } from "../kernel/Refusal.ts"
import { Restriction } from "../restriction/schema.ts"

/** The shared codes: policy, client, person. */
const sharedCodes = {
  internal_error: "Something went wrong inside the service. Trying again may succeed.",
  no_redirects_configured: "No redirect address is configured for OAuth logins.",
  redirect_uri_does_not_match: "The redirect address is not one of those configured.",
  error_occurred_during_exchange: "The authorization code could not be exchanged.",
  failed_to_verify_state: "The state of the OAuth login is unknown, expired or already used.",
  failed_to_save_state: "The state of the OAuth login could not be stored.",
  failed_to_save_tokens: "The tokens of the OAuth login could not be stored.",
  too_many_users: "The account has as many users as it may have.",
  user_auth_restricted: "Login is refused because the user is restricted.",
  user_needs_agreements: "Agreements must be accepted before login; the body lists them.",
  error_retrieving_player_results: "The player of this user could not be looked up.",
  failed_to_retrieve_roles: "The roles of this user could not be looked up.",
  client_credentials_invalid: clientCodes.client_credentials_invalid,
  authentication_limited: "Login is limited, for now, to accounts that have logged in before.",
  authentication_locked: "Login is locked for now.",
  invalid_grant_type: "The grant type is not supported.",
  user_auth_disabled: "User login is not permitted by policy.",
  client_auth_disabled: "Client login is not permitted by policy.",
  authorization_code_not_found: "The authorization code is unknown or has expired.",
} as const

/** Garrison's own ways to log in. */
const ownCodes = {
  anon_disabled: "Anonymous login is disabled.",
  anon_token_empty: "The device secret is empty.",
  basic_disabled: "Login by user name and password is disabled.",
  basic_token_empty: "The user name and password are empty.",
  basic_auth_incorrect_format: "The credentials do not have the form USERNAME:PASSWORD.",
  basic_auth_credentials_not_found: "The user name or the password is wrong.",
  developer_api_disabled: "Login by the developer API is disabled.",
  developer_api_token_empty: "The developer API token is empty.",
  developer_api_token_invalid: "The developer API token is invalid or has expired.",
  refresh_disabled: "Login by refresh token is disabled.",
  refresh_token_empty: "The refresh token is empty.",
  refresh_token_not_found: "The refresh token is unknown or has expired.",
  refresh_token_invalid_user: "The user of the refresh token no longer exists.",
  refresh_token_client_id_mismatch: "The refresh token was issued to another client.",
} as const

/** The portals hotel, bravo, charlie, alpha and india. */
const identityPortalCodes = {
  hotel_disabled: "Login by hotel is disabled.",
  hotel_token_empty: "The hotel token is empty.",
  hotel_invalid_access_token: "The hotel access token is invalid.",
  hotel_token_exchange_failed: "The exchange with hotel failed.",
  bravo_disabled: "Login by bravo is disabled.",
  bravo_token_empty: "The bravo token is empty.",
  bravo_failed_key_lookup: "The keys of bravo could not be retrieved.",
  bravo_token_exchange_failed: "The exchange with bravo failed.",
  bravo_token_key_not_valid: "The bravo token names a key that bravo does not publish.",
  bravo_token_not_valid: "The bravo token is invalid.",
  charlie_disabled: "Login by charlie is disabled.",
  charlie_token_empty: "The charlie token is empty.",
  charlie_v1_token_key_id_invalid: "The charlie v1 token names an unknown key.",
  charlie_v1_token_invalid: "The charlie v1 token is invalid.",
  charlie_v2_keys_not_available: "The keys of charlie v2 could not be retrieved.",
  charlie_v2_token_invalid: "The charlie v2 token is invalid.",
  charlie_oauth_token_exchange_failed: "The exchange with charlie failed.",
  alpha_disabled: "Login by alpha is disabled.",
  alpha_token_empty: "The alpha token is empty.",
  alpha_keys_not_available: "The keys of alpha could not be retrieved.",
  alpha_token_not_valid: "The alpha token is invalid.",
  alpha_token_exchange_failed: "The exchange with alpha failed.",
  india_disabled: "Login by india is disabled.",
  india_token_empty: "The india token is empty.",
  india_token_invalid: "The india token is invalid.",
  india_keys_not_available: "The keys of india could not be retrieved.",
  india_token_exchange_failed: "The exchange with india failed.",
} as const

/** The portal foxtrot: account token, service token, conversion of the account id to a PPID. */
const foxtrotCodes = {
  foxtrot_disabled: "Login by foxtrot is disabled.",
  foxtrot_token_empty: "The foxtrot token is empty.",
  foxtrot_env_credentials_not_found: "No credentials are configured for this foxtrot environment.",
  foxtrot_access_token_not_valid: "The foxtrot account token is invalid.",
  foxtrot_no_environment_matches_env_id: "No configured foxtrot environment has the id that the token names.",
  foxtrot_retrieve_client_credentials_failed: "The client credentials for foxtrot could not be retrieved.",
  foxtrot_ppid_conversion_failed: "The foxtrot account id could not be converted to a PPID.",
  foxtrot_ppid_conversion_too_many_accounts_found: "The foxtrot account id converts to more than one PPID.",
  foxtrot_ppid_conversion_no_accounts_found: "The foxtrot account id converts to no PPID.",
  foxtrot_ppid_missing: "The foxtrot conversion answered without a PPID.",
  foxtrot_ppid_key_not_valid: "The key of the foxtrot PPID token is invalid.",
  foxtrot_service_key_url_not_found: "The key address in the foxtrot service token is not one of those configured.",
  foxtrot_service_access_token_not_valid: "The foxtrot service token is invalid.",
  foxtrot_service_access_token_for_wrong_app: "The foxtrot service token is for another application.",
  foxtrot_oauth_env_not_found: "The foxtrot environment of this OAuth login is not configured.",
  foxtrot_token_exchange_failed: "The exchange with foxtrot failed.",
} as const

/** The portal echo, in its version 1 and version 3, on generations 4 and 5. */
const echoCodes = {
  echo4_v1_disabled: "Login by echo v1 on generation 4 is disabled.",
  echo4_v1_token_empty: "The echo v1 token is empty.",
  echo4_v1_token_expired: "The echo v1 token has expired.",
  echo4_v1_token_exchange_failed: "The echo v1 token exchange failed.",
  echo4_v1_id_token_request_failed: "The echo v1 id token could not be retrieved.",
  echo4_v1_id_token_not_valid: "The echo v1 id token is invalid.",
  echo4_v1_token_details_disabled: "The echo v1 token details are disabled.",
  echo4_v1_token_details_request_failed: "The echo v1 token details could not be retrieved.",
  echo4_v3_disabled: "Login by echo v3 on generation 4 is disabled.",
  echo4_v3_token_details_disabled: "The echo v3 token details are disabled on generation 4.",
  echo4_v3_token_empty: "The echo v3 token is empty.",
  echo4_v3_id_token_request_failed: "The echo v3 id token could not be retrieved on generation 4.",
  echo4_v3_id_token_not_valid: "The echo v3 id token of generation 4 is invalid.",
  echo5_v3_disabled: "Login by echo v3 on generation 5 is disabled.",
  echo5_v3_token_details_disabled: "The echo v3 token details are disabled on generation 5.",
  echo5_v3_token_empty: "The echo v3 token is empty.",
  echo5_v3_id_token_request_failed: "The echo v3 id token could not be retrieved on generation 5.",
  echo5_v3_id_token_not_valid: "The echo v3 id token of generation 5 is invalid.",
  echo_environment_permission_denied:
    "Echo denied access to the environment: client id and secret do not match, or the environment is not allowed.",
} as const

/** The portals golf (tickets) and delta (XSTS tokens). */
const ticketPortalCodes = {
  golf_disabled: "Login by golf is disabled.",
  golf_token_empty: "The golf ticket is empty.",
  golf_token_exchange_failed: "The exchange with golf failed.",
  golf_user_anticheat_banned: "The user is banned by the anti-cheat system of golf.",
  golf_user_publisherbanned: "The user is banned by the publisher on golf.",
  golf_user_offline: "The user is offline on golf, which invalidates tickets.",
  golf_token_invalid: "The golf ticket is invalid.",
  golf_token_for_wrong_app: "The golf ticket is for another application.",
  delta_disabled: "Login by delta is disabled.",
  delta_xsts_token_empty: "The delta XSTS token is empty.",
  delta_xsts_token_invalid: "The delta XSTS token is invalid.",
  delta_xtoken_invalid: "The delta XToken is invalid.",
  delta_access_token_request_failed: "The service token for delta could not be retrieved.",
  delta_xsts_token_exchange_failed: "The exchange of the delta XSTS token failed.",
  delta_xtoken_exchange_failed: "The exchange for the delta XToken failed.",
} as const

/** Every code of {@link LoginRefused}, with its description. */
export const loginCodes = {
  ...sharedCodes,
  ...ownCodes,
  ...identityPortalCodes,
  ...foxtrotCodes,
  ...echoCodes,
  ...ticketPortalCodes,
} as const

/** One of {@link loginCodes}. */
export type LoginCode = keyof typeof loginCodes

/** The codes of {@link LoginBusy} (decisions, section 4). */
export const loginBusyCodes = {
  login_capacity_reached: "Too many logins are under way. Try again after the time given.",
  too_many_attempts: "Too many failed attempts, or too many new identities. Try again after the time given.",
} as const

/** One of {@link loginBusyCodes}. */
export type LoginBusyCode = keyof typeof loginBusyCodes

/** The codes whose bodies have nothing but the code. */
export type PlainLoginCode = Exclude<LoginCode, "user_auth_restricted" | "user_needs_agreements">

/** The login is refused. */
export class LoginRefused extends refusal("LoginRefused", loginCodes)<{ readonly code: PlainLoginCode }> {}

const encodeRestrictions = Schema.encodeSync(Schema.Array(Restriction))

/** The credential was proved, but these restrictions refuse the login. */
export class LoginRestricted extends refusal("LoginRestricted", loginCodes)<{
  readonly code: "user_auth_restricted"
  readonly restrictions: ReadonlyArray<Restriction>
}> {
  override get details() {
    return { restrictions: encodeRestrictions(this.restrictions) }
  }
}

/** The credential was proved, but agreements are missing; true for each missing kind. */
export class AgreementsRequired extends refusal("AgreementsRequired", loginCodes)<{
  readonly code: "user_needs_agreements"
  readonly needs_eula: boolean
  readonly needs_tos: boolean
  readonly needs_privacy_policy: boolean
}> {
  override get details() {
    const { needs_eula, needs_privacy_policy, needs_tos } = this
    return { needs_eula, needs_tos, needs_privacy_policy }
  }
}

/** The login was not checked, and may be tried again after `retryAfterSeconds`. */
export class LoginBusy extends refusal("LoginBusy", loginBusyCodes)<{
  readonly code: LoginBusyCode
  readonly retryAfterSeconds: number
  readonly limit?: string
}> {}

/** Refusals to create or change a password account; for operators, not part of the login operation. */
export const accountCodes = {
  username_invalid:
    "A user name has 1 to 64 characters of one script, no colon, no control characters, no white space at its ends.",
  username_taken: "Another account has this user name, or one that looks the same.",
  password_invalid: "A password has at least 8 characters and at most 1024 bytes.",
  account_not_found: "There is no account of this user name.",
} as const

/** One of {@link accountCodes}. */
export type AccountCode = keyof typeof accountCodes

/** A password account cannot be created or changed. */
export class AccountRefused extends refusal("AccountRefused", accountCodes)<{ readonly code: AccountCode }> {}

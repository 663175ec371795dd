/** Which codes each operation of a login by redirect refuses with; the sentences are those of a login. */
import type { PlainLoginCode } from "../login/errors.ts"
import { OAUTH_PORTALS, oauthPortals } from "../login/portal/OauthGateway.ts"

/** Refusals to begin, before the address to return to is known to be safe. */
export const beginRefusals = [
  "no_redirects_configured",
  "redirect_uri_does_not_match",
  "client_credentials_invalid",
] as const satisfies ReadonlyArray<PlainLoginCode>

/** The refusal of an answer of a portal that belongs to no login. */
export const responseRefusals = ["failed_to_verify_state"] as const satisfies ReadonlyArray<PlainLoginCode>

/** Refusals to exchange a code. */
export const exchangeRefusals = [
  "authorization_code_not_found",
  "client_credentials_invalid",
  "user_auth_disabled",
  ...OAUTH_PORTALS.map((name) => oauthPortals[name].disabled),
  "authentication_locked",
  "authentication_limited",
  "too_many_users",
  "error_retrieving_player_results",
  "failed_to_retrieve_roles",
  "internal_error",
] as const satisfies ReadonlyArray<PlainLoginCode>

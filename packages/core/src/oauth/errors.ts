/** Which codes the token exchange refuses with; the sentences are those of a login. */
import type { PlainLoginCode } from "../login/errors.ts"

/** Refusals to exchange a code. */
export const exchangeRefusals = [
  "authorization_code_not_found",
  "client_credentials_invalid",
  "user_auth_disabled",
  "authentication_locked",
  "authentication_limited",
  "too_many_users",
  "error_retrieving_player_results",
  "failed_to_retrieve_roles",
  "internal_error",
] as const satisfies ReadonlyArray<PlainLoginCode>

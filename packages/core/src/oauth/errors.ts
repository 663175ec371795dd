/** The refusals of the token exchange (interface, section 7). */
import { refusal } from "../kernel/Refusal.ts"
import { loginCodes } from "../login/errors.ts"

/** The codes of the token exchange. */
export const oauthCodes = {
  authorization_code_not_found: loginCodes.authorization_code_not_found,
} as const

/** One of {@link oauthCodes}. */
export type OauthCode = keyof typeof oauthCodes

/** The exchange is refused, and no token was issued. */
export class OauthRefused extends refusal("OauthRefused", oauthCodes)<{ readonly code: OauthCode }> {}

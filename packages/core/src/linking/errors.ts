/** The refusals to link a portal user to a person, and to unlink it. */
import { notFoundCodes } from "../kernel/NotFound.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { LoginCode } from "../login/errors.ts"
import type { Grant } from "../login/grant/Grant.ts"
import { grants } from "../login/grant/grants.ts"
import { identityGrantOf } from "../login/rules/checks.ts"
import type { Merge } from "./schema.ts"

/** The codes of this area. */
export const linkCodes = {
  portal_user_taken: "The portal user belongs to another player. The body counts what a merge would join.",
  too_many_portal_users: "The person has as many portal users as it may have.",
  last_portal_user: "No other portal user logs in as this player, so the player would be lost.",
  login_not_recent: "The session is not of a recent login. Log in again, and link then.",
  portal_user_too_new: "A portal user that was linked in the last days removes no older one, and does not stay alone.",
} as const

/** One of {@link linkCodes}. */
export type LinkCode = keyof typeof linkCodes

/** The refusals of a login whose credential is verified for a link; a restriction comes after the credential. */
export const proofRefusals: ReadonlyArray<LoginCode> = [
  "invalid_grant_type",
  "client_credentials_invalid",
  "user_auth_disabled",
  ...new Set(
    Object.values(grants).flatMap((each: Grant): ReadonlyArray<LoginCode> => {
      const grant = identityGrantOf(each)
      return grant === undefined ? [] : [grant.disabledCode, grant.emptyCode, ...grant.refusals]
    }),
  ),
  "user_auth_restricted",
  "internal_error",
]

/** The link is as it was. */
export class LinkRefused extends refusal("LinkRefused", linkCodes)<{
  readonly code: Exclude<LinkCode, "portal_user_taken">
}> {}

/** The portal user belongs to another person, or logs in as another player of the same person. */
export class PortalUserTaken extends refusal("PortalUserTaken", linkCodes)<{
  readonly code: "portal_user_taken"
  readonly merge: Merge
}> {
  override get details() {
    return { merge: this.merge }
  }
}

/** The person has no such portal user. */
export class PortalUserNotFound extends refusal("PortalUserNotFound", notFoundCodes)<{
  readonly code: "resource_not_found"
}> {
  override get message() {
    return "The person has no such portal user."
  }
}

/** Adding another way to log in (decisions, section 14). */
import { proofRefusals } from "@garrison/core/linking/errors"
import { LinkedPortalUsers, PortalUserTakenBody } from "@garrison/core/linking/schema"
import { loginBusyCodes } from "@garrison/core/login/errors"
import { LoginRequest, LoginRestrictedBody } from "@garrison/core/login/schema"
import { linkedPortalUsers } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

/** Of its 403 codes two carry more than the error body: what refuses, and what a merge would join. */
export const linkPortalUser = operation({
  id: "linkPortalUser",
  method: "POST",
  path: "/users/v1/me/link",
  mounts: ["public"],
  access: bearer.stored("player"),
  lane: "login",
  summary: "Link a portal user",
  description:
    "Verifies the credential of a login body and makes its portal user another way to log in as the caller's player, " +
    "which keeps its player_uuid and inventory. A portal user of another player is refused, with counts of what a " +
    "merge would join. refresh and client_credentials prove no portal user and are refused with invalid_grant_type. " +
    "The caller must have logged in a short time ago; a refresh does not count. The player gets a notification.",
  body: { schema: LoginRequest },
  success: content(LinkedPortalUsers),
  refusals: {
    403: [...proofRefusals, "login_not_recent", "portal_user_taken", "too_many_portal_users"],
    404: ["resource_not_found"],
    503: Object.keys(loginBusyCodes),
  },
  refusalBodies: { user_auth_restricted: LoginRestrictedBody, portal_user_taken: PortalUserTakenBody },
  example: {
    request: { grant_type: "golf", portal_access_token: "a ticket of golf" },
    answer: { portal_users: linkedPortalUsers },
  },
})

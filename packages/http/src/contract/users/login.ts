/** Logging in over HTTP (interface, section 4.1). */
import { logIn } from "@garrison/core/login/operations/logIn"
import { AgreementsRequiredBody, LoginRequest, LoginRestrictedBody } from "@garrison/core/login/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Of its 403 codes two carry more than the error body: what is missing, and what refuses (decisions, section 4). */
export const login = route(logIn, {
  id: "login",
  method: "POST",
  path: "/users/v1/login",
  mounts: ["public"],
  who: "client",
  lane: "login",
  body: { schema: LoginRequest },
  success: content(logIn.answer),
  refusalBodies: { user_needs_agreements: AgreementsRequiredBody, user_auth_restricted: LoginRestrictedBody },
})

/** Ending the session of an access token over HTTP. */
import { logOut } from "@garrison/core/token/operations/logOut"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Takes any access token, and asks for no permission. */
export const logout = route(logOut, {
  id: "logout",
  method: "POST",
  path: "/users/v1/logout",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  isIdempotent: true,
  success: content(logOut.answer),
})

/** Ending the session of an access token (decisions, section 14). */
import { IntegerOf } from "@garrison/core/kernel/Field"
import * as Schema from "effect/Schema"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

const LogoutResult = Schema.Struct({
  sessions_ended: IntegerOf({ minimum: 0 }).annotate({ description: "0 when the session had ended before." }),
}).annotate({ identifier: "LogoutResult" })

/** Takes any access token, and asks for no permission. */
export const logout = operation({
  id: "logout",
  method: "POST",
  path: "/users/v1/logout",
  mounts: ["public"],
  access: bearer.remembered("any"),
  lane: "storage",
  summary: "Log out",
  description:
    "Ends the session of the access token: its refresh token stops at once, the access token itself within a minute.",
  success: content(LogoutResult),
  example: { answer: { sessions_ended: 1 } },
})

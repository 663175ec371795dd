/** Beginning an inventory session of the caller over HTTP. */
import { beginSession } from "@garrison/core/order/operations/beginSession"
import { SessionRequest } from "@garrison/core/order/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** The body may be left out. */
export const startSession = route(beginSession, {
  id: "startSession",
  method: "POST",
  path: "/inventory/v1/player/me/session",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  body: { schema: SessionRequest, required: false },
  success: content(beginSession.answer),
})

/** Looking up the presence of several players over HTTP. */
import { viewPresences } from "@garrison/core/presence/operations/viewPresences"
import { PresenceBatch } from "@garrison/core/presence/schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** Each as the caller may see it. A POST, because 200 players do not fit an address. */
export const playerPresences = route(viewPresences, {
  id: "playerPresences",
  method: "POST",
  path: "/presence/v1/player/presence:batch",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  body: { schema: PresenceBatch },
  success: content(viewPresences.answer, "personal"),
})

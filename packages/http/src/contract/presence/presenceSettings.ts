/** How often players report, over HTTP. */
import { showPresenceSettings } from "@garrison/core/presence/operations/showPresenceSettings"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** The same for every caller. */
export const presenceSettings = route(showPresenceSettings, {
  id: "presenceSettings",
  method: "GET",
  path: "/presence/v1/settings",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  success: content(showPresenceSettings.answer, "settings"),
})

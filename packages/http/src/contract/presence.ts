/** Presence. */
import { ownPresence } from "@garrison/core/operation/examples"
import { reportPresence } from "@garrison/core/presence/operations/reportPresence"
import { showPresenceSettings } from "@garrison/core/presence/operations/showPresenceSettings"
import { viewPresence } from "@garrison/core/presence/operations/viewPresence"
import { viewPresences } from "@garrison/core/presence/operations/viewPresences"
import { PresenceBatch, PresencePatch } from "@garrison/core/presence/schema"
import { area } from "./area.ts"
import { route } from "./route.ts"
import { revalidated, content, tagged } from "./success.ts"

/** They are under `/presence/v1`. */
export const presence = area("presence", "Who is online.", {
  playerPresence: route("GET /presence/v1/player/uuid/:player_uuid/presence", viewPresence, {
    who: "any remembered",
    success: revalidated(viewPresence.answer),
  }),
  // A POST, because 200 players do not fit an address.
  playerPresences: route("POST /presence/v1/player/presence:batch", viewPresences, {
    who: "any remembered",
    body: { schema: PresenceBatch },
    success: content(viewPresences.answer, "personal"),
  }),
  ownPresence: route("GET /presence/v1/player/me/presence", viewPresence, {
    who: "own remembered",
    summary: "The caller's own presence",
    success: revalidated(viewPresence.answer),
    example: { answer: ownPresence },
  }),
  reportPresence: route("PATCH /presence/v1/player/me/presence", reportPresence, {
    who: "own remembered",
    summary: "Report the caller's presence",
    isIdempotent: true,
    body: { schema: PresencePatch, required: false },
    success: tagged(reportPresence.answer),
  }),
  presenceSettings: route("GET /presence/v1/settings", showPresenceSettings, {
    who: "any remembered",
    lane: "memory",
    success: content(showPresenceSettings.answer, "settings"),
  }),
})

/** How often players report (decisions, section 13). */
import { PresenceSettings } from "@garrison/core/presence/schema"
import { bearer, operation } from "../operation.ts"
import { content } from "../success.ts"

/** The same for every caller. */
export const presenceSettings = operation({
  id: "presenceSettings",
  method: "GET",
  path: "/presence/v1/settings",
  mounts: ["public"],
  access: bearer.remembered("any", "presence:read", "presence:edit:self"),
  lane: "memory",
  summary: "How often to report",
  description: "The interval of heartbeats, and the age at which a player counts as offline; both in seconds.",
  success: content(PresenceSettings, "settings"),
  example: { answer: { heartbeat_seconds: 30, offline_seconds: 60 } },
})

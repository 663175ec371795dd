/** Reporting the caller's presence (decisions, section 13). */
import { PresencePatch, PresenceRecord } from "@garrison/core/presence/schema"
import { ownPresence } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { tagged } from "../success.ts"

/** An empty report is the heartbeat. Null clears its field. */
export const reportPresence = operation({
  id: "reportPresence",
  method: "PATCH",
  path: "/presence/v1/player/me/presence",
  mounts: ["public"],
  access: bearer.remembered("player", "presence:edit:self"),
  lane: "storage",
  summary: "Report the caller's presence",
  description:
    "The heartbeat as well. An absent field stays as it was; null or an empty value clears `message` and " +
    "`custom_data`, and elsewhere null counts as absent. Without a report for `offline_seconds` the player counts as offline.",
  body: { schema: PresencePatch, required: false, nullsKept: true },
  success: tagged(PresenceRecord),
  refusals: { 404: ["resource_not_found"] },
  example: { request: { status: "online", message: "In the arena" }, answer: ownPresence },
})

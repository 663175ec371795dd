/** Reporting the caller's presence over HTTP. */
import { reportPresence as reports } from "@garrison/core/presence/operations/reportPresence"
import { PresencePatch } from "@garrison/core/presence/schema"
import { route } from "../route.ts"
import { tagged } from "../success.ts"

/** The body may be left out. */
export const reportPresence = route(reports, {
  id: "reportPresence",
  method: "PATCH",
  path: "/presence/v1/player/me/presence",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "Report the caller's presence",
  isIdempotent: true,
  body: { schema: PresencePatch, required: false },
  success: tagged(reports.answer),
})

/** Presence over HTTP (interface, section 4.7). */
import { Presences } from "@garrison/core/presence/Presences"
import { encodePresence, viewerOf } from "@garrison/core/presence/rules"
import * as Effect from "effect/Effect"
import { CACHE, json } from "../request/Answer.ts"
import type { Handler } from "../request/Handler.ts"
import { conditional, withTag } from "./conditional.ts"

/** A player's presence as the caller may see it. */
const playerPresence = Effect.map(Presences, (presences): Handler<"playerPresence"> => ({ params }, request) => {
  const viewer = viewerOf(request.caller, params.player_uuid)
  return Effect.map(presences.view(params.player_uuid, viewer), (record) =>
    conditional(request, encodePresence(record), CACHE.personal),
  )
})

const SELF = { isSelf: true, seesAll: false }

/** The caller's own presence. */
const ownPresence = Effect.map(
  Presences,
  (presences): Handler<"ownPresence"> =>
    (_, request) =>
      Effect.map(presences.view(request.caller.subject, SELF), (record) =>
        conditional(request, encodePresence(record), CACHE.personal),
      ),
)

/** Takes a report, which is the heartbeat as well. */
const reportPresence = Effect.map(Presences, (presences): Handler<"reportPresence"> => ({ body }, request) => {
  const { platform, subject } = request.caller
  const reported = presences.report(subject, body, platform)
  // A write that happened is never answered with 304 (RFC 9110, section 13.1.2).
  return Effect.map(reported, (record) => withTag(encodePresence(record), CACHE.personal))
})

/** How often to report. */
const presenceSettings = Effect.map(Presences, (presences): Handler<"presenceSettings"> => {
  const answer = Effect.succeed(
    json(200, JSON.stringify(presences.settings), ["Cache-Control", "private, max-age=300"]),
  )
  return () => answer
})

/** The handlers of this area. */
export const presence = { playerPresence, ownPresence, reportPresence, presenceSettings }

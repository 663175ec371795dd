/** Presence over HTTP (interface, section 4.7). */
import { Presences } from "@garrison/core/presence/Presences"
import { viewerOf } from "@garrison/core/presence/rules"
import * as Effect from "effect/Effect"
import type { Handler } from "../request/Handler.ts"

/** A player's presence as the caller may see it. */
const playerPresence = Effect.map(Presences, (presences): Handler<"playerPresence"> => ({ params }, request) => {
  const viewer = viewerOf(request.caller, params.player_uuid)
  return presences.view(params.player_uuid, viewer)
})

const SELF = { isSelf: true, seesAll: false }

/** The caller's own presence. */
const ownPresence = Effect.map(
  Presences,
  (presences): Handler<"ownPresence"> =>
    (_, request) =>
      presences.view(request.caller.subject, SELF),
)

/** Takes a report, which is the heartbeat as well. */
const reportPresence = Effect.map(Presences, (presences): Handler<"reportPresence"> => ({ body }, request) => {
  const { platform, subject } = request.caller
  return presences.report(subject, body, platform)
})

/** How often to report. */
const presenceSettings = Effect.map(Presences, (presences): Handler<"presenceSettings"> => {
  const settings = Effect.succeed(presences.settings)
  return () => settings
})

/** The handlers of this area. */
export const presence = { playerPresence, ownPresence, reportPresence, presenceSettings }

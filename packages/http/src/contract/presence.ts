/** Presence (interface, section 4.7; decisions, section 13). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { PresencePatch, PresenceRecord, PresenceSettings } from "@garrison/core/presence/schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { authenticationCodes } from "./authentication.ts"
import { conditionalHeaders, etagHeader } from "./headers.ts"
import { conditionalRefusals, refusals, refusalsWithBody } from "./responses.ts"

/** The path of `playerPresence`. */
export const presenceParams = { player_uuid: PlayerUuid }

const taggedPresence = HttpApiSchema.WithHeaders(PresenceRecord, etagHeader)
const notFound = { 403: authenticationCodes, 404: ["resource_not_found"] }
const refusedReads = refusals({ ...notFound, ...conditionalRefusals })

const playerPresence = HttpApiEndpoint.get("playerPresence", "/presence/v1/player/uuid/:player_uuid/presence", {
  params: presenceParams,
  headers: conditionalHeaders,
  success: taggedPresence,
  error: refusedReads,
}).annotateMerge(
  OpenApi.annotations({
    identifier: "playerPresence",
    summary: "A player's presence",
    description:
      "As the caller may see it: `invisible` and stale are `offline`, and an offline record shows no message and no " +
      "custom data. The player and holders of `presence:read:any` also see do_not_disturb and last_seen.",
  }),
)

const ownPresence = HttpApiEndpoint.get("ownPresence", "/presence/v1/player/me/presence", {
  headers: conditionalHeaders,
  success: taggedPresence,
  error: refusedReads,
}).annotateMerge(
  OpenApi.annotations({
    identifier: "ownPresence",
    summary: "The caller's own presence",
    description: "Shows the true status, `invisible` included.",
  }),
)

const reportPresence = HttpApiEndpoint.patch("reportPresence", "/presence/v1/player/me/presence", {
  payload: PresencePatch,
  success: taggedPresence,
  error: refusalsWithBody(notFound),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "reportPresence",
    summary: "Report the caller's presence",
    description:
      "The heartbeat as well. An absent field stays as it was; null or an empty value clears `message` and " +
      "`custom_data`, and elsewhere null counts as absent. Without a report for `offline_seconds` the player counts as offline.",
  }),
)

const presenceSettings = HttpApiEndpoint.get("presenceSettings", "/presence/v1/settings", {
  success: PresenceSettings,
  error: refusals({ 403: authenticationCodes }),
}).annotateMerge(
  OpenApi.annotations({
    identifier: "presenceSettings",
    summary: "How often to report",
    description: "The interval of heartbeats, and the age at which a player counts as offline; both in seconds.",
  }),
)

/** The operations under `/presence/v1`. */
export const presence = HttpApiGroup.make("presence")
  .add(playerPresence, ownPresence, reportPresence, presenceSettings)
  .annotateMerge(OpenApi.annotations({ title: "presence", description: "Who is online." }))

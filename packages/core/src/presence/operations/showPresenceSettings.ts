/** How often players report (decisions, section 13). */
import * as Effect from "effect/Effect"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { Presences } from "../Presences.ts"
import { PresenceSettings } from "../schema.ts"

/** The times of presence, the same for every caller. */
export const showPresenceSettings = read(
  { name: "presence.showSettings", permissions: ["presence:read", "presence:edit:self"] },
  {
    title: "How often to report",
    sentence: "The interval of heartbeats, and the age at which a player counts as offline; both in seconds.",
    input: {},
    answer: value(PresenceSettings),
    refusals: [],
    example: { input: {}, answer: { heartbeat_seconds: 30, offline_seconds: 60 } },
    run: () => Presences.use(({ settings }) => Effect.succeed(settings)),
  },
)

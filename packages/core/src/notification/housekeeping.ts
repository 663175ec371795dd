/**
 * Deletes expired notifications and broadcasts (decisions, section 9). An append deletes those of its own player; this
 * loop is for players who get no new ones, and for the log.
 */
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/work/Background.ts"
import { Broadcasts } from "./Broadcasts.ts"
import { Notifications } from "./Notifications.ts"

/** Deletes what is not kept any more, in small units of work, until none of it is left. Answers with the number. */
export const prune = Effect.gen(function* () {
  const ofPlayers = yield* untilNone((yield* Notifications).prune)
  return ofPlayers + (yield* untilNone((yield* Broadcasts).prune))
})

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("old notifications were not pruned", prune)

/**
 * Deletes notifications that are past their time (decisions, section 9). An append drops those of its own player; this
 * is for players who get no new ones.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { warningOf } from "../kernel/Background.ts"
import { Notifications } from "./Notifications.ts"

/** How often to look for them. */
const INTERVAL = "10 minutes"

/** Deletes in small units of work until nothing is left that may go; answers with how many notifications went. */
export const prune = Effect.gen(function* () {
  const notifications = yield* Notifications
  let total = 0
  for (let gone = yield* notifications.prune; gone > 0; gone = yield* notifications.prune) total += gone
  return total
})

/** Prunes every ten minutes for as long as the layer lives. What fails is tried again the next time. */
export const layer = Layer.effectDiscard(
  prune.pipe(
    warningOf("old notifications were not pruned"),
    Effect.repeat(Schedule.spaced(INTERVAL)),
    Effect.forkScoped,
  ),
)

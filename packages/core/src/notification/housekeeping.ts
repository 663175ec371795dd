/**
 * Deletes expired notifications (decisions, section 9). An append deletes those of its own player; this loop is for
 * players who get no new ones.
 */
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/work/Background.ts"
import { Notifications } from "./Notifications.ts"

/** Deletes expired notifications in small units of work, until none is left. Answers with their number. */
export const prune = Effect.flatMap(Notifications, (notifications) => untilNone(notifications.prune))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("old notifications were not pruned", prune)

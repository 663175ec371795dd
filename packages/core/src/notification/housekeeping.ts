/**
 * Deletes notifications that are past their time (decisions, section 9). An append drops those of its own player; this
 * is for players who get no new ones.
 */
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/Background.ts"
import { Notifications } from "./Notifications.ts"

/** Deletes in small units of work until nothing is left that may go; answers with how many notifications went. */
export const prune = Effect.flatMap(Notifications, (notifications) => untilNone(notifications.prune))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("old notifications were not pruned", prune)

/** Deletes kept answers that may no longer be repeated (decisions, section 2). */
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/work/Background.ts"
import { Idempotency } from "./Idempotency.ts"

/** Deletes expired answers in small units of work, until none is left. Answers with their number. */
export const prune = Effect.flatMap(Idempotency, (idempotency) => untilNone(idempotency.prune))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("answers kept for repetitions were not pruned", prune)

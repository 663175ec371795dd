/** Deletes kept answers that may not be repeated any more (decisions, section 2). */
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/Background.ts"
import { Idempotency } from "./Idempotency.ts"

/** Deletes in small units of work until nothing is left that may go; answers with how many answers went. */
export const prune = Effect.flatMap(Idempotency, (idempotency) => untilNone(idempotency.prune))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("answers kept for repetitions were not pruned", prune)

/** Deletes kept answers that may not be repeated any more (decisions, section 2). */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { warningOf } from "../kernel/Background.ts"
import { Idempotency } from "./Idempotency.ts"

/** Deletes in small units of work until nothing is left that may go; answers with how many answers went. */
export const prune = Effect.gen(function* () {
  const idempotency = yield* Idempotency
  let total = 0
  for (let gone = yield* idempotency.prune; gone > 0; gone = yield* idempotency.prune) total += gone
  return total
})

/** Prunes every ten minutes for as long as the layer lives. What fails is tried again the next time. */
export const layer = Layer.effectDiscard(
  prune.pipe(
    warningOf("answers kept for repetitions were not pruned"),
    Effect.repeat(Schedule.spaced("10 minutes")),
    Effect.forkScoped,
  ),
)

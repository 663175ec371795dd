/** Deletes what logins by redirect leave behind: used states and codes that have expired. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/work/Background.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { UsedStateStore } from "./UsedStateStore.ts"

/** How many rows are looked for at once. */
const prunedAtOnce = 1000

/**
 * How long a used state is kept after it has expired, in ms. A node whose clock is so far behind still takes the state,
 * and must not take it twice.
 */
const USED_STATE_KEPT_MILLIS = 10 * 60 * 1000

/** Deletes expired rows until none is left. Answers with their number. */
export const prune = Effect.gen(function* () {
  const codes = yield* AuthorizationCodeStore
  const states = yield* UsedStateStore
  const now = yield* Clock.currentTimeMillis
  const deletedCodes = yield* untilNone(codes.prune(now, prunedAtOnce))
  return deletedCodes + (yield* untilNone(states.prune(now - USED_STATE_KEPT_MILLIS, prunedAtOnce)))
}).pipe(Effect.withSpan("oauth.prune"))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("states and codes of logins by redirect were not pruned", prune)

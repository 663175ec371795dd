/** Deletes what logins by redirect leave behind: states and codes that have expired. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/Background.ts"
import { AuthorizationCodeStore } from "./AuthorizationCodeStore.ts"
import { AuthorizationRequestStore } from "./AuthorizationRequestStore.ts"

/** How many rows are looked for at once. */
const prunedAtOnce = 1000

/** Deletes expired rows until none is left. Answers with their number. */
export const prune = Effect.gen(function* () {
  const codes = yield* AuthorizationCodeStore
  const requests = yield* AuthorizationRequestStore
  const now = yield* Clock.currentTimeMillis
  return (yield* untilNone(codes.prune(now, prunedAtOnce))) + (yield* untilNone(requests.prune(now, prunedAtOnce)))
}).pipe(Effect.withSpan("oauth.prune"))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("states and codes of logins by redirect were not pruned", prune)

/** Deletes the old rows of logins: ended sessions, and expired login history. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { pruning, untilNone } from "../kernel/Background.ts"
import { Transaction } from "../kernel/Transaction.ts"
import { Sessions } from "../token/Sessions.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"

/** How long login history is kept, in ms: 90 days. */
export const HISTORY_MILLIS = 90 * 24 * 60 * 60 * 1000

/** Most rows that one unit of work deletes. */
const prunedAtOnce = 1000

/** Deletes old rows until none is left. Answers with their number. */
export const prune = Effect.gen(function* () {
  const sessions = yield* Sessions
  const history = yield* LoginHistoryStore
  const transaction = yield* Transaction
  const now = yield* Clock.currentTimeMillis
  const ended = yield* untilNone(sessions.prune)
  return ended + (yield* untilNone(transaction.run(history.prune(now - HISTORY_MILLIS, prunedAtOnce))))
}).pipe(Effect.withSpan("login.prune"))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("sessions and login history were not pruned", prune)

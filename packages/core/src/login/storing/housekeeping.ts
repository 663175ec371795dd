/**
 * Keeps what logins leave behind bounded: sessions that are over, login history and security events past their time,
 * empty buckets, counts of refused logins.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SecurityEventStore } from "../../audit/SecurityEventStore.ts"
import { FiguresStore } from "../../figures/FiguresStore.ts"
import { Transaction } from "../../kernel/work/Transaction.ts"
import { pruning, untilNone } from "../../kernel/work/Background.ts"
import { Sessions } from "../../token/Sessions.ts"
import { FailureStore } from "../throttle/FailureStore.ts"
import { LoginHistoryStore } from "./LoginHistoryStore.ts"

/** How long login history and security events are kept, in ms: 90 days. */
export const HISTORY_MILLIS = 90 * 24 * 60 * 60 * 1000

/** How long counts of refused logins are kept, in ms: a day. */
const REFUSED_MILLIS = 24 * 60 * 60 * 1000

/** How many rows are looked for at once. */
const prunedAtOnce = 1000

/** Deletes old rows until none is left. Answers with their number. */
export const prune = Effect.gen(function* () {
  const sessions = yield* Sessions
  const history = yield* LoginHistoryStore
  const events = yield* SecurityEventStore
  const failures = yield* FailureStore
  const figures = yield* FiguresStore
  const { run } = yield* Transaction
  const now = yield* Clock.currentTimeMillis
  const beforeMinute = Math.floor((now - REFUSED_MILLIS) / 60_000)
  const ended = yield* untilNone(sessions.prune)
  const forgotten = yield* untilNone(history.prune(now - HISTORY_MILLIS, prunedAtOnce))
  const passed = yield* untilNone(events.prune(now - HISTORY_MILLIS, prunedAtOnce))
  const counted = yield* untilNone(run(figures.pruneRefused(beforeMinute, prunedAtOnce)))
  return counted + ended + forgotten + passed + (yield* untilNone(failures.prune(now, prunedAtOnce)))
}).pipe(Effect.withSpan("login.prune"))

/** Prunes every ten minutes for as long as the layer lives. */
export const layer = pruning("sessions and login history were not pruned", prune)

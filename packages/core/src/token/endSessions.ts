/** Ends sessions in a unit of work (decisions, section 3; guarantees R27). */
import * as Effect from "effect/Effect"
import type { SessionId } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import { Signals } from "../kernel/work/Signals.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { type RevocationReason, type SessionSelection, SessionStore } from "./SessionStore.ts"
import { VerifiedTokens } from "./VerifiedTokens.ts"

/**
 * Makes the function that forgets the access tokens of sessions that end in the running unit of work, so that they are
 * looked up again, and tells those who serve streams of them.
 */
export const makeForgetSessions = Effect.gen(function* () {
  const transaction = yield* Transaction
  const verified = yield* VerifiedTokens
  const signals = yield* Signals
  return (sessions: ReadonlyArray<SessionId>) =>
    Effect.andThen(
      transaction.afterCommit(Effect.sync(() => verified.forgetSessions(sessions))),
      signals.announceStanding(sessions),
    )
})

/** Makes `Sessions.endInUnit`. */
export const makeEndInUnit = Effect.gen(function* () {
  const store = yield* SessionStore
  const forgetSessions = yield* makeForgetSessions
  return Effect.fnUntraced(function* (selection: SessionSelection, reason: RevocationReason, at: Timestamp) {
    const ended = yield* store.revoke(selection, reason, at)
    yield* forgetSessions(ended)
    return ended.length
  })
})

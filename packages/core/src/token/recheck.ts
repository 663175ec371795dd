/** Lets tokens be looked up after something was withdrawn from their bearers (decisions, section 3). */
import * as Effect from "effect/Effect"
import type { Caller } from "../kernel/Caller.ts"
import { Signals, type Standing } from "../kernel/work/Signals.ts"
import { Transaction } from "../kernel/work/Transaction.ts"
import { VerifiedTokens } from "./VerifiedTokens.ts"

/**
 * As soon as the running unit of work is durable, the next use of each token of these callers asks storage, and the
 * streams of `standing` are looked up.
 */
export const recheckTokens = Effect.fnUntraced(function* (isMeant: (caller: Caller) => boolean, standing: Standing) {
  const verified = yield* VerifiedTokens
  yield* (yield* Transaction).afterCommit(Effect.sync(() => verified.recheck(isMeant)))
  yield* (yield* Signals).announceStanding([standing])
})

/**
 * A submission without a claim of the inventory, where a unit of work costs round trips: it reads, decides, and is
 * stored by one statement, which stores nothing if what the order read has changed.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { StorageUnavailable, Transaction } from "../kernel/Transaction.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { type Begun, type Decide, type Decision, hasClaims, type Recall, wireOf } from "./decide.ts"
import type { LookedUp, OrdersAtOnce } from "./OrderStore.ts"
import type { Submission } from "./rules/submission.ts"

/** Ends a unit of work whose entries another unit has overtaken. */
class Overtaken extends Data.TaggedError("Overtaken") {}

/** Runs of a submission without a claim. Who loses twice against others waits in line for the claim. */
const RUNS_MAX = 2

/** Most changes that one statement writes. A unit of work writes more in several, and lets others have their turn. */
const CHANGES_AT_ONCE_MAX = 1000

/** Makes the function that stores an order together with what its entries got once, in a unit of work. */
const makeWithClaims = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const transaction = yield* Transaction

  return (
    { player }: Submission,
    { created, orderId, outcome }: Decision,
    storing: Effect.Effect<"stored" | "not_stored">,
  ) => {
    const both = Effect.gen(function* () {
      if ((yield* storing) === "not_stored") return yield* new Overtaken()
      if ((yield* claims.add(player, orderId, outcome, created)) === "conflict") return yield* new Overtaken()
      return "stored" as const
    })
    return Effect.catchTag(transaction.run(both), "Overtaken", () => Effect.succeed("not_stored" as const))
  }
})

/**
 * Makes the function that runs a submission without a claim as often as that is worth it. Its answer is undefined where
 * the order was not stored.
 */
export const makeUnclaimed = Effect.fnUntraced(function* (
  { look, store }: OrdersAtOnce,
  recall: Recall,
  decide: Decide,
) {
  const withClaims = yield* makeWithClaims

  /** Decides. undefined: what was loaded at several moments may not fit together, which a unit of work finds out. */
  const decideUnclaimed = (submission: Submission, lookedUp: Begun<LookedUp>) =>
    Effect.catchDefect(decide(submission, lookedUp), (defect) =>
      defect instanceof StorageUnavailable ? Effect.die(defect) : Effect.undefined,
    )

  const once = Effect.fnUntraced(function* (submission: Submission) {
    const lookedUp = yield* recall(submission, look)
    const decision = yield* decideUnclaimed(submission, lookedUp)
    if (typeof decision === "string") return { wire: decision }
    if (decision === undefined) return undefined
    const { rows: orders, writes } = decision
    if (writes.ledger.length > CHANGES_AT_ONCE_MAX) return "too_large" as const
    const storing = store({ player: submission.player, lookedUp, token: lookedUp.token, writes, orders })
    const stored = yield* hasClaims(decision) ? withClaims(submission, decision, storing) : storing
    return stored === "stored" ? wireOf(decision) : undefined
  })

  return Effect.fnUntraced(function* (submission: Submission) {
    for (let count = 0; count < RUNS_MAX; count++) {
      const answer = yield* once(submission)
      if (answer === "too_large") return undefined
      if (answer !== undefined) return answer
    }
    return undefined
  })
})

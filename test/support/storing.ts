/** Writes to an inventory without a submission: what a test says, stored as an order is. */
import type { InventoryWrites } from "@garrison/core/inventory/InventoryStore"
import type { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { Transaction } from "@garrison/core/kernel/work/Transaction"
import { type DecidedOrder, type InventoryStep, type NotStored, OrderStore } from "@garrison/core/order/OrderStore"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"

const nothing: InventoryWrites = { created: [], updated: [], sums: [], ledger: [] }

/** Ends a unit of work that stored nothing, as a submission does. */
class Refused extends Data.TaggedError("Refused")<{ readonly answer: NotStored }> {}

/** The inventory of the player as it is now, and its next change at `created`. */
export const stepOf = Effect.fnUntraced(function* (player: PlayerUuid, created: number) {
  const { readBasis } = yield* OrderStore
  const request = { reference: undefined, now: created, recentMillis: 0, unpaidMillis: 0, countsBytes: false }
  const basis = yield* readBasis(player, request, "locked")
  if (basis === "not_found") return yield* Effect.die(new Error("the player is not found"))
  return { player, created, lastChanged: basis.lastChanged } satisfies InventoryStep
})

/** Stores what a test says at the time `created`, as a unit of work. */
export const storing = Effect.fnUntraced(function* (
  player: PlayerUuid,
  created: number,
  order: Partial<Pick<DecidedOrder, "writes" | "orders" | "claims" | "applied" | "givenBack">>,
) {
  const { store } = yield* OrderStore
  const { run } = yield* Transaction
  const unit = Effect.gen(function* () {
    const step = yield* stepOf(player, created)
    const rest = { token: randomUUID(), writes: nothing, orders: [], claims: [], applied: [] }
    const answer = yield* store({ ...step, ...rest, ...order })
    return answer === "stored" ? answer : yield* new Refused({ answer })
  })
  return yield* Effect.catchTag(run(unit), "Refused", ({ answer }) => Effect.succeed(answer))
})

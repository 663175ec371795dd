/** Carries an order out: drives the interpreter with real draws and the player's own records. */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { InventoryStore } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import { Holdings } from "./rules/holdings.ts"
import { interpret, type InterpretedOrder } from "./rules/interpret.ts"
import type { Outcome } from "./rules/outcome.ts"
import type { Plan } from "./rules/plan.ts"
import type { Circumstances } from "./rules/run.ts"

/** What an order came to, and what it takes to come to it again (guarantees R8). */
export interface CarriedOut {
  readonly outcome: Outcome
  /** The numbers that were drawn, in order. */
  readonly choices: ReadonlyArray<number>
  /** The records that were loaded. */
  readonly loaded: ReadonlyArray<HeldRecord>
}

/** Interprets `order`, loading from `inventory` and drawing from `random`. Stores nothing. */
export const carryOut = Effect.fnUntraced(function* (
  inventory: InventoryStore["Service"],
  random: SecureRandom.SecureRandom["Service"],
  player: PlayerUuid,
  plan: Plan,
  order: InterpretedOrder,
  circumstances: Circumstances,
) {
  const choices: Array<number> = []
  const loaded: Array<HeldRecord> = []
  const interpretation = interpret(plan, order, circumstances, Holdings.empty())
  let step = interpretation.next(0)
  while (step.done !== true) {
    const request = step.value
    let answer = 0
    if (request._tag === "Draw") {
      answer = yield* random.intBetween(0, request.total, { halfOpen: true })
      choices.push(answer)
    } else {
      const records = yield* inventory.load(player, request, circumstances.now)
      loaded.push(...request.holdings.supply(request.itemIds, records))
    }
    step = interpretation.next(answer)
  }
  return { outcome: step.value, choices, loaded } satisfies CarriedOut
})

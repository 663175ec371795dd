/** Answers the interpreter's asks with random draws, and with the player's stored records and claims. */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { InventoryStore, RECORDS_PER_ITEM_MAX } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { ClaimStore } from "./ClaimStore.ts"
import type { AnswerTo, Ask, Fulfilment, PromotionState } from "./rules/ask.ts"

const kept = <A>(list: Array<A>, answer: A): A => {
  list.push(answer)
  return answer
}

/**
 * Makes the function that runs an interpretation to its end. It answers with the result, and with what was drawn and
 * found out about claims, each in order. Every order runs it, so it looks its services up once.
 */
export const makeAnswerAsks = Effect.gen(function* () {
  const inventory = yield* InventoryStore
  const claims = yield* ClaimStore
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* <A>(interpretation: Fulfilment<A>, player: PlayerUuid, now: Timestamp) {
    const choices: Array<number> = []
    const promotions: Array<PromotionState> = []
    const applied: Array<boolean> = []
    let step = interpretation.next(0)
    while (step.done !== true) {
      const ask = step.value
      let answer: AnswerTo<Ask>
      switch (ask._tag) {
        case "Draw":
          answer = kept(choices, yield* random.intBetween(0, ask.total, { halfOpen: true }))
          break
        case "Records":
          answer = yield* inventory.load(player, ask, now)
          break
        case "Part":
          answer = yield* inventory.part(player, ask.itemId, ask.part, now)
          // Records that are spent come part by part, so that other work has its turn.
          if (answer.length > RECORDS_PER_ITEM_MAX) yield* Effect.yieldNow
          break
        case "Promotion":
          answer = kept(promotions, yield* claims.promotion(player, ask.code))
          break
        case "Applied":
          answer = kept(applied, yield* claims.isApplied(player, ask.lootId))
          break
        default:
          answer = ask satisfies never
      }
      step = interpretation.next(answer)
    }
    return { result: step.value, choices, promotions, applied }
  })
})

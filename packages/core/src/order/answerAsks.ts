/** Answers the interpreter's asks with random draws, and with the player's stored records and claims. */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import { ClaimStore } from "./ClaimStore.ts"
import type {
  AnswerTo,
  AppliedAsk,
  Ask,
  DrawAsk,
  Fulfilment,
  PromotionAsk,
  PromotionState,
  RecordsAsk,
} from "./rules/ask.ts"

/**
 * Runs an interpretation to its end. Answers with its result, and with what was drawn and found out about claims, each
 * in order.
 */
export const answerAsks = Effect.fnUntraced(function* <A>(
  interpretation: Fulfilment<A>,
  player: PlayerUuid,
  now: Timestamp,
) {
  const inventory = yield* InventoryStore
  const claims = yield* ClaimStore
  const random = yield* SecureRandom.SecureRandom
  const choices: Array<number> = []
  const promotions: Array<PromotionState> = []
  const applied: Array<boolean> = []
  const draw = ({ total }: DrawAsk): Effect.Effect<AnswerTo<DrawAsk>> =>
    Effect.map(random.intBetween(0, total, { halfOpen: true }), (choice) => {
      choices.push(choice)
      return choice
    })
  const load = (ask: RecordsAsk): Effect.Effect<AnswerTo<RecordsAsk>> => inventory.load(player, ask, now)
  const promotion = ({ code }: PromotionAsk): Effect.Effect<AnswerTo<PromotionAsk>> =>
    Effect.map(claims.promotion(player, code), (state) => {
      promotions.push(state)
      return state
    })
  const isApplied = ({ lootId }: AppliedAsk): Effect.Effect<AnswerTo<AppliedAsk>> =>
    Effect.map(claims.isApplied(player, lootId), (isFound) => {
      applied.push(isFound)
      return isFound
    })
  const answer = (ask: Ask): Effect.Effect<AnswerTo<Ask>> => {
    switch (ask._tag) {
      case "Draw":
        return draw(ask)
      case "Records":
        return load(ask)
      case "Part":
        return inventory.part(player, ask.itemId, ask.part, now)
      case "Promotion":
        return promotion(ask)
      case "Applied":
        return isApplied(ask)
      default:
        return ask satisfies never
    }
  }
  let step = interpretation.next(0)
  while (step.done !== true) step = interpretation.next(yield* answer(step.value))
  return { result: step.value, choices, promotions, applied }
})

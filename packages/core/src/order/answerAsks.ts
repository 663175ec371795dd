/** Answers the interpreter's asks with random draws and the player's stored records. */
import * as Effect from "effect/Effect"
import * as SecureRandom from "effect/crypto/SecureRandom"
import type { InventoryStore } from "../inventory/InventoryStore.ts"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { AnswerTo, DrawAsk, Fulfilment, RecordsAsk } from "./rules/ask.ts"

/** Runs an interpretation to its end. Answers with its result, and with the numbers that were drawn, in order. */
export const answerAsks = Effect.fnUntraced(function* <A>(
  interpretation: Fulfilment<A>,
  inventory: InventoryStore["Service"],
  random: SecureRandom.SecureRandom["Service"],
  player: PlayerUuid,
  now: Timestamp,
) {
  const choices: Array<number> = []
  const draw = ({ total }: DrawAsk): Effect.Effect<AnswerTo<DrawAsk>> =>
    Effect.map(random.intBetween(0, total, { halfOpen: true }), (choice) => {
      choices.push(choice)
      return choice
    })
  const load = (ask: RecordsAsk): Effect.Effect<AnswerTo<RecordsAsk>> => inventory.load(player, ask, now)
  let step = interpretation.next(0)
  while (step.done !== true) {
    const ask = step.value
    step = interpretation.next(ask._tag === "Draw" ? yield* draw(ask) : yield* load(ask))
  }
  return { result: step.value, choices }
})

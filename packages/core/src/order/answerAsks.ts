/** Runs an interpretation to its end, and answers what it asks. */
import * as Effect from "effect/Effect"
import { type LoadedInventory, RECORDS_PER_ITEM_MAX } from "../inventory/InventoryStore.ts"
import type { HeldRecord } from "../inventory/schema.ts"
import type { AnswerTo, Ask, ClaimsAsk, EarlierClaims, Fulfilment, PartAsk, RecordsAsk } from "./rules/interpret/ask.ts"

/** Where answers come from. */
export interface Answering {
  readonly records: (ask: RecordsAsk) => Effect.Effect<LoadedInventory>
  readonly part: (ask: PartAsk) => Effect.Effect<ReadonlyArray<HeldRecord>>
  readonly claims: (ask: ClaimsAsk) => Effect.Effect<EarlierClaims>
}

/** The end of the interpretation. */
export const answerAsks = Effect.fnUntraced(function* <A>(
  interpretation: Fulfilment<A>,
  { claims, part, records }: Answering,
) {
  let step = interpretation.next(undefined)
  while (step.done !== true) {
    const ask = step.value
    let answer: AnswerTo<Ask>
    switch (ask._tag) {
      case "Records":
        answer = yield* records(ask)
        break
      case "Part":
        answer = yield* part(ask)
        // Records that are spent come part by part, so that other work has its turn.
        if (answer.length > RECORDS_PER_ITEM_MAX) yield* Effect.yieldNow
        break
      case "Claims":
        answer = yield* claims(ask)
        break
      case "Turn":
        yield* Effect.yieldNow
        break
      default:
        answer = ask satisfies never
    }
    step = interpretation.next(answer)
  }
  return step.value
})

/** Runs interpretations to their end with answers that are at hand. */
import type { LoadedInventory } from "@garrison/core/inventory/InventoryStore"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type {
  AnswerTo,
  Ask,
  EarlierClaims,
  Fulfilment,
  PartAsk,
  RecordsAsk,
} from "@garrison/core/order/rules/interpret/ask"
import { unclaimed } from "@garrison/core/order/rules/interpret/interpret"

/** Where answers come from. */
export interface Answers {
  readonly records: (ask: RecordsAsk) => LoadedInventory
  /** Absent: no item has many records. */
  readonly part?: (ask: PartAsk) => ReadonlyArray<HeldRecord>
  /** Absent: nothing was claimed before. */
  readonly claims?: EarlierClaims
}

const noPart = (): never => {
  throw new Error("a part was asked for of records that were given whole")
}

/** The end of the interpretation. */
export const answering = <A>(
  interpretation: Fulfilment<A>,
  { claims = unclaimed, part = noPart, records }: Answers,
): A => {
  let step = interpretation.next(undefined)
  while (step.done !== true) {
    const ask = step.value
    let answer: AnswerTo<Ask>
    if (ask._tag === "Records") answer = records(ask)
    else if (ask._tag === "Part") answer = part(ask)
    else if (ask._tag === "Claims") answer = claims
    step = interpretation.next(answer)
  }
  return step.value
}

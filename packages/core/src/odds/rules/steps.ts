/**
 * Work that is counted. The odds of a badly written or hostile catalog take any amount of work: so
 * each part of their computation says how many steps it took, and ends where its budget ends. A step is about what
 * the interpreter does for one loot. The same question takes the same steps, however busy the machine is.
 */
import type { LoadedInventory } from "../../inventory/InventoryStore.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import type { PartAsk, RecordsAsk } from "../../order/rules/interpret/ask.ts"
import type { Fraction } from "./fraction.ts"

/** Most steps of a computation, where nothing else is said: a few seconds. */
export const ODDS_STEPS_MAX = 20_000_000

/** What a computation needs of the player's inventory. */
export type Need = RecordsAsk | PartAsk

/** The answer to a {@link Need}. */
export type Supply = LoadedInventory | ReadonlyArray<HeldRecord> | undefined

/**
 * A computation that pauses often, and ends in `A`. At a pause it says how many steps it took since the pause before,
 * or which records it needs.
 */
export type Steps<A> = Generator<number | Need, A, Supply>

/** How many steps a computation may still take. Below 0: it took more. */
export class Budget {
  left: number

  constructor(steps: number) {
    this.left = steps
  }
}

/** Takes the steps of the work from the budget. */
export function* counted<A>(work: Steps<A>, budget: Budget): Steps<A> {
  let step = work.next(undefined)
  while (step.done !== true) {
    if (typeof step.value === "number") budget.left -= step.value
    step = work.next(yield step.value)
  }
  return step.value
}

/**
 * As {@link counted}, and ends the work where it would leave less than `kept`. undefined: it was ended. Then exactly
 * that much is left, wherever the work had its pauses.
 */
export function* within<A>(work: Steps<A>, budget: Budget, kept: number): Steps<A | undefined> {
  let step = work.next(undefined)
  while (step.done !== true) {
    if (typeof step.value === "number") budget.left -= step.value
    if (budget.left < kept) {
      budget.left = kept
      // Undoes what is under way.
      work.return(undefined as A)
      return undefined
    }
    step = work.next(yield step.value)
  }
  return step.value
}

/** Steps of arithmetic with small fractions. */
const STEPS_OF_FRACTION = 5
const WORD_BITS = 64
const SMALL = 2n ** 64n

/** Steps of arithmetic with numbers of so many bits: as many divisions as bits, each of which reads all words. */
export const stepsOfBits = (bits: number): number => {
  const words = bits / WORD_BITS
  return STEPS_OF_FRACTION + Math.ceil(20 * words + 0.4 * words ** 2)
}

/** Steps of a sum or product of such a fraction with another one of that size. */
export const stepsOf = (fraction: Fraction): number =>
  fraction.denominator < SMALL ? STEPS_OF_FRACTION : stepsOfBits(fraction.bits)

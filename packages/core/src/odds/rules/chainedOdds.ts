/** The odds of an order that is a chain of pulls (chain.ts). Of such orders without end there is longRun.ts. */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import {
  type Chain,
  type ChainLimits,
  chainOf,
  type Gained,
  nothingGiven,
  type Outcome,
  type Standing,
  withoutGift,
} from "./chain.ts"
import type { DrawsMade } from "./draws.ts"
import { type Ending, endOnce, type Question } from "./explore.ts"
import { type Extent, extentOfEither, lowOf } from "./extent.ts"
import { Fraction, ZERO } from "./fraction.ts"
import type { OrderedLoot } from "./reduce.ts"
import { type Steps, stepsOf } from "./steps.ts"

/** The sums of an item over all ways in which orders end. */
interface ItemSums {
  readonly expected: Fraction
  readonly atLeastOne: Fraction
  readonly extent: Extent | undefined
}

/** By how much the counts change that are paid before the pulls, and that no pull reads. */
type Paid = ReadonlyMap<number, number>

const NOTHING_PAID: Paid = new Map()

/** What ways come to with what they paid; undefined: whether it is more than was paid depends on each way. */
const withPaid = ({ gained, probability }: Standing, paid: Paid): ReadonlyMap<number, Gained> | undefined => {
  const all = new Map(gained)
  for (const [id, change] of paid) {
    const { expected, extent } = gained.get(id) ?? { expected: ZERO, extent: nothingGiven }
    const [least, most] = [lowOf(extent) + change, extent.most + change]
    if (least <= 0 && most >= 0) return undefined
    all.set(id, {
      expected: expected.plus(probability.times(Fraction.of(change))),
      atLeastOne: least > 0 ? probability : ZERO,
      extent: { least, most, none: ZERO },
    })
  }
  return all
}

/** What orders give, added up. */
export class ChainSums {
  readonly items = new Map<number, ItemSums>()
  readonly failures = new Map<Parameters<Outcome["failures"]["get"]>[0], Fraction>()

  /** The sums by item and result, exact. */
  odds() {
    return {
      samples: undefined,
      isCut: false,
      items: Array.from(this.items)
        .map(([itemId, { atLeastOne, expected, extent }]) => ({
          itemId,
          expected,
          atLeastOne,
          least: extent?.least ?? 0,
          most: extent?.most ?? 0,
        }))
        .filter(({ atLeastOne, expected }) => !expected.isZero || !atLeastOne.isZero)
        .sort((left, right) => left.itemId - right.itemId),
      failures: Array.from(this.failures, ([result, probability]) => ({ result, probability })),
    }
  }

  /** Adds a share of an item. */
  *#add(id: number, expected: Fraction, atLeastOne: Fraction, extent: Extent | undefined): Steps<void> {
    const known = this.items.get(id)
    const sums = {
      expected: (known?.expected ?? ZERO).plus(expected),
      atLeastOne: (known?.atLeastOne ?? ZERO).plus(atLeastOne),
      extent: extent === undefined ? known?.extent : extentOfEither(known?.extent, extent),
    }
    this.items.set(id, sums)
    yield stepsOf(sums.expected) + stepsOf(sums.atLeastOne)
  }

  /** Adds what an order from these counters leads to, `weight` times. False: it cannot be said with what was paid. */
  *add(
    { failures, standings }: Outcome,
    { counters }: Chain,
    start: ReadonlyArray<HeldRecord>,
    weight: Fraction,
    paid: Paid = NOTHING_PAID,
  ): Steps<boolean> {
    const before = countsOf(start)
    for (const standing of standings) {
      const { probability, records } = standing
      const share = weight.times(probability)
      const gained = withPaid(standing, paid)
      if (gained === undefined) return false
      for (const [id, { atLeastOne, expected, extent }] of gained) {
        const changed = extent.most === 0 && extent.least === 0 ? undefined : extent
        yield* this.#add(id, weight.times(expected), weight.times(atLeastOne), changed)
      }
      const after = countsOf(records)
      const changes = new Map(Array.from(counters.ids, (id) => [id, (after.get(id) ?? 0) - (before.get(id) ?? 0)]))
      for (const [id, change] of changes) {
        if (change === 0) continue
        const extent = { least: change, most: change }
        yield* this.#add(id, share.times(Fraction.of(change)), change > 0 ? share : ZERO, extent)
      }
    }
    for (const [result, probability] of failures) {
      this.failures.set(result, (this.failures.get(result) ?? ZERO).plus(weight.times(probability)))
    }
    return true
  }
}

const countsOf = (records: ReadonlyArray<HeldRecord>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { count, itemId } of records) counts.set(itemId, (counts.get(itemId) ?? 0) + count)
  return counts
}

/** A chain, and what an order does before its pulls. */
export interface Begun {
  readonly chain: Chain
  readonly head: Ending
}

/** Begins the chain of an order; undefined: it is no such order, or it fails before its pulls. */
export function* begun(
  catalog: LinkedCatalog,
  question: Question,
  ordered: OrderedLoot,
  made: DrawsMade,
  limits: ChainLimits,
): Steps<Begun | undefined> {
  const chain = yield* chainOf(catalog, question, ordered, made, limits)
  if (chain === undefined) return undefined
  const asked = { ...question, remembered: Array.from(chain.counters.ids) }
  const head = yield* endOnce(withoutGift(catalog, ordered.loot.loot_id), asked, () => 0)
  return head.result === "success" ? { chain, head } : undefined
}

/**
 * The odds of an order that is begun as a chain of pulls; undefined: it takes more work than the bounds allow.
 * "price": pulls may give back more than was paid, or less, which can be told where the chain follows the price.
 */
export function* chainedOdds({ chain, head }: Begun): Steps<ReturnType<ChainSums["odds"]> | "price" | undefined> {
  const outcome = yield* chain.from(head.records)
  if (outcome === undefined) return undefined
  const sums = new ChainSums()
  const paid = new Map(Array.from(head.changes).filter(([id]) => !chain.counters.ids.has(id)))
  const isSaid = yield* sums.add(outcome, chain, chain.counters.start, Fraction.of(1), paid)
  return isSaid ? sums.odds() : "price"
}

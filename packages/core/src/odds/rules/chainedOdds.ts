/** The odds of an order that is a chain of pulls (chain.ts). Of such orders without end there is longRun.ts. */
import type { LinkedCatalog } from "../../catalog/rules/linked.ts"
import type { HeldRecord } from "../../inventory/schema.ts"
import { type Chain, type ChainLimits, chainOf, type Outcome, withoutGift } from "./chain.ts"
import type { DrawsMade } from "./draws.ts"
import { type Ending, endOnce, type Question } from "./explore.ts"
import { type Extent, extentOfEither } from "./extent.ts"
import { Fraction, ZERO } from "./fraction.ts"
import type { OrderedLoot } from "./reduce.ts"
import { type Steps, stepsOf } from "./steps.ts"

/** The sums of an item over all ways in which orders end. */
interface ItemSums {
  readonly expected: Fraction
  readonly atLeastOne: Fraction
  readonly extent: Extent | undefined
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

  /** Adds what an order from these counters leads to, `weight` times. */
  *add({ failures, standings }: Outcome, { counters }: Chain, start: ReadonlyArray<HeldRecord>, weight: Fraction) {
    const before = countsOf(start)
    for (const { gained, probability, records } of standings) {
      const share = weight.times(probability)
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
 */
export function* chainedOdds({ chain, head }: Begun): Steps<ReturnType<ChainSums["odds"]> | undefined> {
  const outcome = yield* chain.from(head.records)
  if (outcome === undefined) return undefined
  const sums = new ChainSums()
  yield* sums.add(outcome, chain, chain.counters.start, Fraction.of(1))
  return sums.odds()
}

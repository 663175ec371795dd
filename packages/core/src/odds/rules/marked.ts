/**
 * What is behind the markers of a reduced order (reduce.ts): how an ending of the order says how often each marked part
 * was given, and what that comes to.
 */
import { CHANGES_MAX, NEW_ORDERS_MAX, STEPS_MAX } from "../../catalog/rules/bounds.ts"
import { COUNT_MAX } from "../../inventory/schema.ts"
import { answerTo } from "../../order/rules/interpret/ask.ts"
import type { Holdings } from "../../order/rules/interpret/holdings.ts"
import type { Ending, Question } from "./explore.ts"
import { type Extent, extentOfTimes, extentTogether, type GivenExtent } from "./extent.ts"
import { Fraction, ONE, ZERO } from "./fraction.ts"
import type { Plain } from "./plain.ts"
import type { SampledItem } from "./sample.ts"
import { type Steps, stepsOfBits } from "./steps.ts"

/** The markers of a reduced order by the ids of their items. */
export type Markers = ReadonlyMap<number, Plain>

/**
 * Whether the parts behind the markers stay within the bounds of the interpreter, with as much again for the rest. What
 * the player holds counts too, because a sum has a bound. What was taken back counts as well: the interpreter may meet
 * a bound before the failure that the markers show, and then the entry ends in another way.
 */
export const isWithinBounds = (
  { changes, orders, takenBack }: Ending,
  markers: Markers,
  { circumstances: { now }, holdings }: Pick<Question, "circumstances" | "holdings">,
): boolean => {
  if (markers.size === 0) return true
  let made = 0
  let steps = 0
  let written = 0
  const gained = (id: number): number => (changes.get(id) ?? 0) + (takenBack.gains.get(id) ?? 0)
  const counts = new Map<number, number>()
  for (const [id, plain] of markers) {
    const times = gained(id)
    if (times === 0) continue
    made += times * plain.orders
    steps += times * plain.steps
    written += times * plain.changes
    for (const [item, { most }] of plain.items) counts.set(item, (counts.get(item) ?? gained(item)) + times * most)
  }
  let most = 0
  // Of other items the interpreter itself knows what is too much.
  for (const [item, count] of counts) most = Math.max(most, count + holdings.count(item, now, undefined))
  const isMadeWithin = made === 0 || made + orders + takenBack.newOrders <= NEW_ORDERS_MAX
  return isMadeWithin && steps <= STEPS_MAX / 2 && written <= CHANGES_MAX / 2 && most <= COUNT_MAX / 2
}

/** Loads all that the player holds of these items, as far as it is not loaded yet. */
export function* loadItems(wanted: ReadonlyArray<number>, holdings: Holdings): Steps<void> {
  const itemIds = holdings.missing(wanted)
  if (itemIds.length === 0) return
  const ask = { _tag: "Records", itemIds, inventoryIds: [], legacyInventoryIds: [] } as const
  const supply = yield ask
  if (supply === undefined) throw new Error("records that were asked for are not there")
  holdings.supply(itemIds, answerTo(ask, supply))
}

/** Loads the items behind the markers, because what the player holds of them counts. */
export const loadMarked = (markers: Markers, holdings: Holdings): Steps<void> =>
  loadItems(
    Array.from(markers.values()).flatMap(({ items }) => Array.from(items.keys())),
    holdings,
  )

/** What an ending gives of each item on average, and the probability that it gives none. */
export const givenBy = ({ changes }: Ending, markers: Markers) => {
  const given = new Map<number, { expected: Fraction; none: Fraction }>()
  for (const [id, change] of changes) {
    if (id >= 0) given.set(id, { expected: Fraction.of(change), none: change > 0 ? ZERO : ONE })
  }
  for (const [id, times] of changes) {
    const plain = markers.get(id)
    if (plain === undefined || times === 0) continue
    for (const [item, chance] of plain.items) {
      const known = given.get(item) ?? { expected: ZERO, none: ONE }
      given.set(item, {
        expected: known.expected.plus(chance.expected.times(Fraction.of(times))),
        none: known.none.times(chance.none.power(times)),
      })
    }
  }
  return given
}

/** How much an ending changes each item that it changes. A negative amount is spent. */
export const extentsOf = ({ changes }: Ending, markers: Markers): ReadonlyMap<number, GivenExtent> => {
  const found = new Map<number, GivenExtent>()
  for (const [id, change] of changes) {
    if (id >= 0 && change !== 0) found.set(id, { least: change, most: change, none: ZERO })
  }
  for (const [id, times] of changes) {
    const plain = markers.get(id)
    if (plain === undefined || times === 0) continue
    for (const [item, chance] of plain.items) {
      const none = chance.none.isZero ? ZERO : ONE
      const part = { ...extentOfTimes(chance, times), none }
      const known = found.get(item)
      const together = known === undefined ? part : { ...extentTogether(known, part), none: known.none.times(none) }
      found.set(item, together)
    }
  }
  return found
}

/** Steps of adding up what is behind the markers of an ending, without arithmetic of large numbers. */
export const stepsOfMarked = ({ changes }: Ending, markers: Markers): number => {
  let steps = changes.size + markers.size
  for (const id of changes.keys()) steps += markers.get(id)?.items.size ?? 0
  return steps
}

/** Steps that {@link givenBy} takes, as far as powers are large. */
export const stepsOfGiven = ({ changes }: Ending, markers: Markers): number => {
  let steps = 0
  for (const [id, times] of changes) {
    for (const { none } of markers.get(id)?.items.values() ?? []) steps += stepsOfBits(none.bits * times)
  }
  return steps
}

/** What is behind the markers in JSON numbers, which are exact enough for a sample and much faster. */
type MarkerNumbers = ReadonlyMap<
  number,
  ReadonlyArray<{ readonly item: number; readonly expected: number; readonly none: number }>
>

export function* numbersOf(markers: Markers): Steps<MarkerNumbers> {
  const numbers = new Map<number, MarkerNumbers extends ReadonlyMap<number, infer List> ? List : never>()
  for (const [id, { items }] of markers) {
    numbers.set(
      id,
      Array.from(items, ([item, { expected, none }]) => ({
        item,
        expected: expected.toNumber(),
        none: none.toNumber(),
      })),
    )
    yield 1 + 2 * items.size
  }
  return numbers
}

/** As {@link givenBy}, in JSON numbers, with the extents of the ending. */
export const sampleOf = ({ changes, result }: Ending, markers: MarkerNumbers, extents: ReadonlyMap<number, Extent>) => {
  const items = new Map<number, SampledItem>()
  for (const [id, change] of changes) {
    if (id >= 0) items.set(id, { expected: change, atLeastOne: change > 0 ? 1 : 0 })
  }
  for (const [id, times] of changes) {
    for (const { expected, item, none } of markers.get(id) ?? []) {
      const known = items.get(item) ?? { expected: 0, atLeastOne: 0 }
      items.set(item, {
        expected: known.expected + times * expected,
        atLeastOne: 1 - (1 - known.atLeastOne) * none ** times,
      })
    }
  }
  return { result, items, extents }
}

/** Odds that two catalogs state differently, for those who are about to publish the second (decisions, section 10). */
import * as Effect from "effect/Effect"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "../catalog/rules/linked.ts"
import { activeLoot, lootOdds, outermostLoot } from "./computeOdds.ts"
import type { OddsState } from "./expectedOf.ts"
import type { OddsAnswer, OddsNumber } from "./schema.ts"

/** Other odds of an item of a loot, ordered once. A loot that does not give the item has "0". */
export interface OddsDifference {
  readonly loot_id: number
  readonly item_id: number
  readonly expected: { readonly before: OddsNumber; readonly after: OddsNumber }
  readonly at_least_one: { readonly before: OddsNumber; readonly after: OddsNumber }
}

/** The differences, and how many loot were not compared, because more than 2,000 have changed. */
export interface OddsDifferences {
  readonly differences: ReadonlyArray<OddsDifference>
  readonly not_compared: number
}

/** Most loot whose odds are compared. */
const LOOT_COMPARED_MAX = 2000

/** All vendors that decide what the loot gives. */
const vendorsOf = (root: LinkedLoot): ReadonlySet<LinkedVendor> => {
  const found = new Set<LinkedVendor>([root.vendor])
  const open = [root]
  for (let loot = open.pop(); loot !== undefined; loot = open.pop()) {
    for (const vendor of [loot.subVendor, loot.item?.levelVendor]) {
      if (vendor === undefined || found.has(vendor)) continue
      found.add(vendor)
      open.push(...vendor.loot)
    }
  }
  return found
}

/** The tables that decide about quantities and times, as text. Etags of vendors do not cover them. */
const tablesText = ({ timeFrames, xpTables }: LinkedCatalog): string =>
  JSON.stringify([Array.from(xpTables), Array.from(timeFrames)])

/** Loot that is active in both catalogs, is not only a part of other loot, and may have other odds in the second. */
const candidates = (before: LinkedCatalog, after: LinkedCatalog, now: number): ReadonlyArray<LinkedLoot> => {
  const hasOtherTables = tablesText(before) !== tablesText(after)
  const isChanged = ({ etag, vendor_id }: LinkedVendor) => before.vendors.get(vendor_id)?.etag !== etag
  const outermost = new Set(outermostLoot(after, now))
  const promised = new Set(Array.from(after.promotions.values(), ({ loot_id }) => loot_id))
  // What differs within other loot is said of that loot.
  const isOrdered = (loot: LinkedLoot): boolean =>
    outermost.has(loot) || loot.is_claimable_by_client || loot.pricePoint !== undefined || promised.has(loot.loot_id)
  return Array.from(after.loot.values()).filter((one) => {
    const { loot_id } = one
    if (!isOrdered(one)) return false
    const [old, loot] = [activeLoot(before, loot_id, now), activeLoot(after, loot_id, now)]
    if (old === undefined || loot === undefined) return false
    return hasOtherTables || Array.from(vendorsOf(loot)).some(isChanged)
  })
}

const boundsOf = (number: OddsNumber): readonly [low: number, high: number] =>
  typeof number === "string" ? [Number.NaN, Number.NaN] : [number.low, number.high]

/** Exact numbers differ as texts. Estimates differ where their bounds leave no number that both may be. */
const isOther = (before: OddsNumber, after: OddsNumber): boolean => {
  if (typeof before === "string" && typeof after === "string") return before !== after
  if (typeof before === "string" || typeof after === "string") return true
  const [[low, high], [otherLow, otherHigh]] = [boundsOf(before), boundsOf(after)]
  return high < otherLow || otherHigh < low
}

const NONE = { expected: "0", at_least_one: "0" } as const

const compared = (loot_id: number, before: OddsAnswer, after: OddsAnswer): ReadonlyArray<OddsDifference> => {
  const [old, now] = [before, after].map(({ items }) => new Map(items.map((item) => [item.item_id, item])))
  const ids = Array.from(new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])).sort((left, right) => left - right)
  return ids.flatMap((item_id) => {
    const [earlier, later] = [old?.get(item_id) ?? NONE, now?.get(item_id) ?? NONE]
    const difference = {
      loot_id,
      item_id,
      expected: { before: earlier.expected, after: later.expected },
      at_least_one: { before: earlier.at_least_one, after: later.at_least_one },
    }
    const isSame = !isOther(earlier.expected, later.expected) && !isOther(earlier.at_least_one, later.at_least_one)
    return isSame ? [] : [difference]
  })
}

/**
 * What loot of both catalogs gives otherwise in the second, ordered once in the state `state`. Loot whose vendors and
 * tables did not change is not computed.
 */
export const oddsDifferences = Effect.fnUntraced(function* (
  before: LinkedCatalog,
  after: LinkedCatalog,
  state: OddsState,
) {
  const changed = candidates(before, after, state.now)
  const differences: Array<OddsDifference> = []
  for (const { loot_id } of changed.slice(0, LOOT_COMPARED_MAX)) {
    const [old, now] = [activeLoot(before, loot_id, state.now), activeLoot(after, loot_id, state.now)]
    if (old === undefined || now === undefined) continue
    const earlier = yield* lootOdds(before, old, 1, state)
    differences.push(...compared(loot_id, earlier, yield* lootOdds(after, now, 1, state)))
  }
  return { differences, not_compared: Math.max(0, changed.length - LOOT_COMPARED_MAX) } satisfies OddsDifferences
})

/**
 * Warnings about claims that give the more, the more is ordered, and take and ask for no more (decisions, section 10).
 */
import { lootPath } from "../drops.ts"
import { type Finding, finding, shown } from "../findings.ts"
import type { Labels } from "../names.ts"
import { ordersOf, type WitnessStep } from "../witness.ts"
import { amounts } from "./describe.ts"
import type { ScaledClaim, Trade } from "./trade.ts"

/** Whether `many` takes or asks for more of something than `one`, or leaves less of it. */
const takesMore = (one: Trade, many: Trade): boolean =>
  [...one.changes.keys(), ...many.changes.keys()].some(
    (item) => (many.changes.get(item) ?? 0) < (one.changes.get(item) ?? 0),
  ) || [...many.atLeast].some(([item, least]) => least > (one.atLeast.get(item) ?? 0))

/** What `many` gives more of than `one`, but for marks that stop the next claim. */
const gainedMore = (one: Trade, many: Trade): ReadonlyMap<number, number> =>
  new Map(
    [...many.changes].filter(
      ([item, change]) => change > Math.max(0, one.changes.get(item) ?? 0) && !many.below.has(item),
    ),
  )

/**
 * Whether a check stops a second order of 1 after the first, and lets an order of many pass after it: the number that
 * the check compares with rises with the quantity.
 */
const passesAgain = (one: Trade, many: Trade): boolean => {
  const given = (item: number): number => one.changes.get(item) ?? 0
  return (
    !many.spends &&
    [...one.below].some(([item, bound]) => bound <= given(item)) &&
    [...many.below].every(([item, bound]) => given(item) < bound) &&
    [...many.changes].some(([item, change]) => change > 0 && !many.below.has(item))
  )
}

/** The finding with the orders that show it, for a player who holds what they need, and whom no level rewards. */
const shownBy = (
  found: Finding,
  steps: ReadonlyArray<WitnessStep>,
  { one, many }: ScaledClaim,
  topXp: (item: number) => number,
): Finding => {
  const orders = ordersOf(steps)
  const instead = ordersOf(one.steps)
  if (orders === undefined || instead === undefined) return found
  const risen = [...many.changes.keys()].filter((item) => !many.below.has(item))
  const least = new Map([...risen.map((item) => [item, topXp(item)] as const), ...many.atLeast])
  const holds = Object.fromEntries([...least].filter(([, count]) => count > 0))
  const held = Object.keys(holds).length === 0 ? undefined : { holds }
  return shown(found, { kind: "orders", ...held, orders, instead })
}

/** A finding for each claim of which orders of many give more than an order of 1, and take no more. */
export const multipliedClaims = (
  claims: ReadonlyArray<ScaledClaim>,
  topXp: (item: number) => number,
  labels: Labels,
): ReadonlyArray<Finding> =>
  claims.flatMap((claim) => {
    const { loot, many, one } = claim
    const quantity = many.steps[0]?.entry?.quantity ?? 1
    const gained = gainedMore(one, many)
    if (gained.size > 0 && !takesMore(one, many)) {
      const detail = `an order of ${quantity} gives ${amounts(gained, 1, labels)}`
      return [shownBy(finding("claim_multiplied", lootPath(loot), detail), many.steps, claim, topXp)]
    }
    if (!passesAgain(one, many)) return []
    const detail = `after an order of 1, an order of ${quantity} passes the check again`
    return [shownBy(finding("claim_multiplied", lootPath(loot), detail), [...one.steps, ...many.steps], claim, topXp)]
  })

/** Trades in words. */
import type { Labels } from "../names.ts"
import { type ByItem, itemOfLuck } from "./outcome.ts"
import type { Trade } from "./trade.ts"

/** Amounts of a trade that are named. */
const NAMED_MAX = 5

/** The amounts of one sign, in words. */
export const amounts = (changes: ByItem, sign: 1 | -1, { item: labelOf }: Labels): string => {
  const one = (item: number, change: number): string =>
    itemOfLuck(item) === undefined ? `${change * sign} of ${labelOf(item)}` : "what a draw may give"
  const named = [
    ...new Set([...changes].filter(([, change]) => change * sign > 0).map(([item, change]) => one(item, change))),
  ]
  const rest = named.length - NAMED_MAX
  return [...named.slice(0, NAMED_MAX), ...(rest > 0 ? [`${rest} more`] : [])].join(" and ")
}

/** Who makes the trade: an order of the loot, with what it uses, or a session. */
const subjectOf = ({ atLeast, changes, plain, steps: [step] }: Trade, labels: Labels): string => {
  const entry = step?.entry
  if (entry === undefined) return "a new session"
  const named = labels.loot(entry.loot_id)
  const order = entry.quantity === 1 ? named : `an order of ${entry.quantity} of ${named}`
  const coupon = entry.purchase_price?.price_coupon_item_id
  if (coupon !== undefined) return `${order} with the coupon ${labels.item(coupon)}`
  const owned = [...atLeast].filter(([item]) => !plain?.atLeast.has(item) && !changes.has(item))
  return owned.length === 0 ? order : `${order} for an owner of ${amounts(new Map(owned), 1, labels)}`
}

/** What the trade does when it is made so often: "loot 10 turns 5 of item 1 into 6 of item 2". */
export const describeTrade = (trade: Trade, times: number, labels: Labels): string => {
  const { changes, steps } = trade
  const [taken, given] = [amounts(changes, -1, labels), amounts(changes, 1, labels)]
  const each = steps.reduce((sum, step) => sum + step.times, 0)
  const often = times * each === 1 ? "" : `${times * each} times `
  const done = taken === "" ? `gives ${given}` : given === "" ? `takes ${taken}` : `turns ${taken} into ${given}`
  return `${often}${subjectOf(trade, labels)} ${done}${often !== "" && each > 1 ? " in all" : ""}`
}

/**
 * What no order can fulfil because of what lies within: weights that are no exact number, and loot that passes a bound
 * of the interpretation whatever the player holds (decisions, section 10). One pass over the vendors, sub vendors
 * first. An error is reported only where every order fails, so each number here is the least of all ways to draw.
 */
import { isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { CHANGES_MAX, ORDER_DEPTH_MAX, STEPS_MAX } from "./bounds.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import type { LinkedCatalog, LinkedLoot, LinkedVendor } from "./linked.ts"

/** What fulfilling loot or a vendor takes, whatever the player holds. */
interface Least {
  readonly steps: number
  readonly changes: number
  /** How deep new orders nest, at least, and at most over all ways to draw. */
  readonly orders: number
  readonly ordersMost: number
}

const NOTHING: Least = { steps: 0, changes: 0, orders: 0, ordersMost: 0 }

type Known = Map<LinkedVendor, Least>

/** Whether the loot takes part in every order of its vendor. A start that is still to come leaves it out until then. */
const isCertain = isAlwaysAvailable

/** Whether the quantity is above 0 in every order: a player may hold 0 of the item that multiplies it. */
const isAboveZero = ({ multiplier, quantity }: LinkedLoot): boolean => quantity > 0 && multiplier === undefined

const changesOf = (loot: LinkedLoot): number => {
  if (loot.item_id === undefined || loot.xp_quantity_transform_type !== "none" || !isAboveZero(loot)) return 0
  switch (loot.inventory_operation) {
    case "add":
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      return 1
    default:
      return 0
  }
}

const ofLoot = (loot: LinkedLoot, known: Known): Least => {
  const vendor = loot.subVendor
  if (vendor === undefined) return { ...NOTHING, steps: 1, changes: changesOf(loot) }
  const { changes, orders, ordersMost, steps } = known.get(vendor) ?? NOTHING
  // A draw of quantity 0 draws nothing. A recipe is walked through whatever its quantity.
  const isWalked = isAboveZero(loot) || vendor.type === "recipe"
  return {
    steps: 1 + (isWalked ? steps : 0),
    changes: isAboveZero(loot) ? changes : 0,
    orders: isAboveZero(loot) ? orders : 0,
    ordersMost,
  }
}

const ofRecipe = (vendor: LinkedVendor, known: Known): Least => {
  let { changes, orders, ordersMost, steps } = { ...NOTHING, steps: vendor.loot.length }
  for (const loot of vendor.loot) {
    const inner = ofLoot(loot, known)
    if (isEverAvailable(loot)) ordersMost = Math.max(ordersMost, inner.ordersMost)
    if (!isCertain(loot)) continue
    steps += inner.steps
    changes += inner.changes
    // Within a draw, a part whose required item is missing or whose stack is full may be left out.
    if (loot.required === undefined && loot.stack_limit === undefined) orders = Math.max(orders, inner.orders)
  }
  return { steps, changes, orders, ordersMost }
}

const ofDraw = (vendor: LinkedVendor, known: Known): Least => {
  const depths = vendor.candidates.map((loot) => {
    const { orders, ordersMost } = ofLoot(loot, known)
    const own = loot.fill_in_new_order ? 1 : 0
    return { orders: own + orders, ordersMost: own + ordersMost }
  })
  const judged = vendor.candidates.filter(({ candidacy }) => candidacy === "depends").length
  return {
    // What is drawn may fail and be replaced, so it counts neither as steps nor as changes.
    steps: 1 + judged,
    changes: 0,
    orders: depths.reduce((least, { orders }) => Math.min(least, orders), depths[0]?.orders ?? 0),
    ordersMost: depths.reduce((most, { ordersMost }) => Math.max(most, ordersMost), 0),
  }
}

const sumOf = (loot: ReadonlyArray<LinkedLoot>): number => loot.reduce((sum, { drop_weight }) => sum + drop_weight, 0)

const weightFindings = (vendor: LinkedVendor, found: Array<Finding>): void => {
  if (vendor.type !== "randomly_sampled") return
  const total = sumOf(vendor.candidates)
  if (Number.isSafeInteger(total)) return
  const path = ["vendors", String(vendor.vendor_id)]
  const always = sumOf(vendor.candidates.filter(({ candidacy }) => candidacy === "always"))
  const code = Number.isSafeInteger(always) ? "weights_sometimes_too_large" : "weights_too_large"
  found.push(finding(code, path, `they sum to about ${total.toPrecision(3)}`))
}

/** The bounds that loot can pass in every order, and the warning about a bound that it may pass. */
const limits = [
  ["steps_too_many", (least: Least) => least.steps, STEPS_MAX],
  ["changes_too_many", (least: Least) => least.changes, CHANGES_MAX],
  ["new_orders_too_deep", (least: Least) => least.orders, ORDER_DEPTH_MAX],
  ["new_orders_sometimes_too_deep", (least: Least) => least.ordersMost, ORDER_DEPTH_MAX],
] as const

/**
 * The bounds that the loot passes. Loot around it passes them too, which is not reported again. New orders that are
 * always too deep are not also sometimes too deep.
 */
const boundFindings = (loot: LinkedLoot, known: Known, found: Array<Finding>): void => {
  if (!isEverAvailable(loot) || loot.subVendor === undefined) return
  const least = ofLoot(loot, known)
  for (const [code, of, maximum] of limits) {
    const count = of(least)
    if (count <= maximum) continue
    if (code === "new_orders_sometimes_too_deep" && least.orders > maximum) continue
    const isInner = loot.subVendor.loot.some((inner) => isEverAvailable(inner) && of(ofLoot(inner, known)) > maximum)
    if (!isInner) found.push(finding(code, lootPath(loot), `${count}, at most ${maximum}`))
  }
}

/** Every vendor and loot that no order can fulfil because of what lies within, and what some orders cannot. */
export const findUnfulfillable = (catalog: LinkedCatalog): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const known: Known = new Map()
  for (const vendor of innermostFirst(catalog)) {
    known.set(vendor, vendor.type === "recipe" ? ofRecipe(vendor, known) : ofDraw(vendor, known))
    weightFindings(vendor, found)
  }
  for (const loot of catalog.loot.values()) boundFindings(loot, known, found)
  return found
}

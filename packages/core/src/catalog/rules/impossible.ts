/**
 * Warnings about loot that no player can be given, because of the numbers in it (decisions, section 10): checks that
 * contradict each other, quantities whose product is too large, rents that end after the last date, and items that no
 * bucket may be spent from. Each vendor is judged by itself, for an order of 1, and each loot is looked at once.
 */
import { INTEGER_MAX } from "../../kernel/input/Field.ts"
import { LATEST, type Timestamp } from "../../kernel/time/Timestamp.ts"
import type { InventoryOperation } from "../schema.ts"
import { isAlwaysAvailable, isEverAvailable } from "./availability.ts"
import { innermostFirst, lootPath } from "./drops.ts"
import { type Finding, finding } from "./findings.ts"
import { hasLevels, type LinkedCatalog, type LinkedItem, type LinkedLoot, type LinkedVendor } from "./linked.ts"
import type { Survey } from "./survey.ts"

/** Whether an order of 1 fulfils the authored quantity, unless the loot is skipped. */
const isPlain = ({ hard_quantity_maximum, multiplier, xp_quantity_transform_type }: LinkedLoot): boolean =>
  multiplier === undefined && hard_quantity_maximum === 0 && xp_quantity_transform_type === "none"

/** Whether the loot takes part in every order of its vendor that it can be in, also when a draw may leave parts out. */
const isCertain = (loot: LinkedLoot): boolean =>
  isAlwaysAvailable(loot) && loot.required === undefined && loot.stack_limit === undefined

/** The counts of an item with which a recipe can be begun, as far as its parts show it. */
interface Needed {
  least: number
  most: number
  /** By how much the parts so far change the count. */
  change: number
}

/** By item: what only this vendor changes, and what other vendors change too. */
interface Needs {
  readonly own: Map<LinkedItem, Needed>
  readonly shared: Map<LinkedItem, Needed>
}

const noNeeds = (): Needs => ({ own: new Map(), shared: new Map() })

/** Counts that are so large may end at the largest count. Then it is not known by how much they change. */
const isSmall = (quantity: number): boolean => quantity <= 2 ** 32

/** Whether adding to the item changes its count by the quantity, on every platform and in every bucket. */
const isAdded = ({ active, always_owned, buckets, platforms }: LinkedItem, loot: LinkedLoot): boolean =>
  active &&
  !always_owned &&
  buckets === undefined &&
  platforms === undefined &&
  loot.inventory_operation === "add" &&
  (loot.inventory_selector_type === "own" || loot.inventory_selector_type === "own_transient")

const neededOf = (needs: Needs[keyof Needs], item: LinkedItem): Needed => {
  const known = needs.get(item)
  if (known !== undefined) return known
  const needed: Needed = { least: 0, most: INTEGER_MAX, change: 0 }
  needs.set(item, needed)
  return needed
}

/** Narrows the counts by a check or a subtraction. */
const narrow = (needed: Needed, { inventory_operation: operation, quantity }: LinkedLoot): void => {
  const atLeast = (count: number): void => {
    needed.least = Math.max(needed.least, count - needed.change)
  }
  switch (operation) {
    case "check_less_than":
      needed.most = Math.min(needed.most, quantity - 1 - needed.change)
      return
    case "check_greater_than":
      return atLeast(quantity + 1)
    case "check_greater_than_or_equal":
      return atLeast(quantity)
    case "subtract":
    case "check_greater_than_or_equal_and_subtract":
      atLeast(quantity)
      needed.change -= quantity
      return
    default:
  }
}

/** The only vendor whose loot changes the item; "several": there are more. */
type Changing = ReadonlyMap<LinkedItem, LinkedVendor | "several">

/** Operations that leave every count as it is. */
const CHECKS: ReadonlySet<string> = new Set([
  "check_less_than",
  "check_greater_than",
  "check_greater_than_or_equal",
] satisfies ReadonlyArray<InventoryOperation>)

/** Vendors that lie in no other, and reward no level, change nothing while another vendor is fulfilled. */
const changingVendors = (catalog: LinkedCatalog, { within }: Survey): Changing => {
  const rewarding = new Set(Array.from(catalog.items.values(), ({ levelVendor }) => levelVendor))
  const changing = new Map<LinkedItem, LinkedVendor | "several">()
  for (const loot of catalog.loot.values()) {
    const { inventory_operation: operation, item, subVendor, vendor } = loot
    if (!isEverAvailable(loot) || item === undefined || subVendor !== undefined || CHECKS.has(operation)) continue
    if (!within.has(vendor) && !rewarding.has(vendor)) continue
    const known = changing.get(item) ?? vendor
    changing.set(item, known === vendor ? vendor : "several")
  }
  return changing
}

/** Adds what the part needs to `needs`. Answers whether no count is left with which the recipe can be begun. */
const isContradiction = (part: LinkedLoot, needs: Needs, changing: Changing): boolean => {
  const { inventory_operation: operation, item } = part
  const isGranted = operation === "add" || operation === "set"
  if (part.subVendor !== undefined || (isGranted && item !== undefined && hasLevels(item))) {
    // A vendor within, or the reward of a level, may change what other vendors change.
    needs.shared.clear()
    if (item !== undefined) needs.own.delete(item)
    return false
  }
  if (item === undefined) return false
  const known = (changing.get(item) ?? part.vendor) === part.vendor ? needs.own : needs.shared
  const isUnknown = !isCertain(part) || !isPlain(part) || item.always_owned || !isSmall(part.quantity)
  if (isUnknown || (isGranted && !isAdded(item, part))) {
    known.delete(item)
    return false
  }
  const needed = neededOf(known, item)
  if (isGranted) needed.change += part.quantity
  else narrow(needed, part)
  return needed.least > needed.most
}

/** Whether the loot checks, or draws a check, and nothing else. */
const isCheck = ({ inventory_operation: operation, item, subVendor }: LinkedLoot): boolean =>
  subVendor === undefined
    ? item !== undefined && CHECKS.has(operation)
    : subVendor.type === "randomly_sampled" && subVendor.loot.every(isCheck)

/**
 * The bundles of checks that only draws have: a nothing that is drawn where the checks pass, as a drop table has for
 * the case that no row can be drawn. Where they never pass, nothing is lost.
 */
const nothingsOfDraws = (catalog: LinkedCatalog): ReadonlySet<LinkedVendor> => {
  const drawn = new Set<LinkedVendor>()
  for (const { subVendor, vendor } of catalog.loot.values()) {
    if (subVendor !== undefined && vendor.type === "randomly_sampled" && subVendor.loot.every(isCheck))
      drawn.add(subVendor)
  }
  for (const { subVendor, vendor } of catalog.loot.values()) {
    if (subVendor !== undefined && vendor.type === "recipe") drawn.delete(subVendor)
  }
  return drawn
}

const contradictions = (vendor: LinkedVendor, changing: Changing, found: Array<Finding>): void => {
  let needs = noNeeds()
  for (const loot of vendor.loot) {
    if (!isEverAvailable(loot)) continue
    if (vendor.type === "randomly_sampled") needs = noNeeds()
    if (!isContradiction(loot, needs, changing)) continue
    found.push(finding("checks_contradict", [...lootPath(loot), "inventory_operation"]))
    needs = noNeeds()
  }
}

/** The largest product of quantities within a vendor, for 1 of it. 0: none, or it was reported already. */
type Products = Map<LinkedVendor, number>

const productOf = (loot: LinkedLoot, products: Products): number => {
  const within = loot.subVendor?.type === "recipe" ? (products.get(loot.subVendor) ?? 0) : 0
  return loot.quantity * Math.max(1, within)
}

const largeProducts = (vendor: LinkedVendor, products: Products, found: Array<Finding>): void => {
  let largest = 0
  for (const loot of vendor.loot) {
    if (!isCertain(loot) || !isPlain(loot)) continue
    const product = productOf(loot, products)
    if (product > INTEGER_MAX) found.push(finding("quantity_too_large", [...lootPath(loot), "quantity"]))
    else if (loot.quantity_type === "relative") largest = Math.max(largest, product)
  }
  products.set(vendor, largest)
}

const isRentTooLong = (
  {
    inventory_operation: operation,
    inventory_selector_type: selector,
    item,
    quantity,
    subVendor,
    timeFrame,
  }: LinkedLoot,
  now: Timestamp,
): boolean =>
  subVendor === undefined &&
  item !== undefined &&
  selector === "rent" &&
  (operation === "add" || operation === "set") &&
  timeFrame?.active === true &&
  now + (timeFrame.end - timeFrame.start) * quantity > LATEST

/** Whether no bucket may use the item, so that its count is 0 in every session. */
const isUsedByNoBucket = ({ always_owned, buckets }: LinkedItem): boolean =>
  !always_owned && buckets !== undefined && [...buckets.values()].every((allowed) => allowed.size === 0)

/** Whether the loot fails for a player with none of its item. */
export const needsCount = ({ inventory_operation: operation, quantity }: LinkedLoot): boolean =>
  operation === "check_greater_than" ||
  (quantity > 0 &&
    (operation === "check_greater_than_or_equal" ||
      operation === "subtract" ||
      operation === "check_greater_than_or_equal_and_subtract"))

/** Why `times` of the loot are too many to be given, where one is not; undefined: they are not. */
const tooManyOf = (
  loot: LinkedLoot,
  times: number,
  products: Products,
  now: Timestamp,
): "quantity_too_large" | "rent_too_long" | undefined => {
  if (loot.quantity_type !== "relative" || !isEverAvailable(loot) || !isPlain(loot)) return undefined
  const product = productOf(loot, products)
  if (product <= INTEGER_MAX && product * times > INTEGER_MAX) return "quantity_too_large"
  const isTooLong = !isRentTooLong(loot, now) && isRentTooLong({ ...loot, quantity: loot.quantity * times }, now)
  return isTooLong ? "rent_too_long" : undefined
}

/** Tiers and promotion codes that give more of their loot than can be given, at the first such tier. */
const manifoldFindings = (
  catalog: LinkedCatalog,
  { sold }: Survey,
  products: Products,
  now: Timestamp,
  found: Array<Finding>,
): void => {
  for (const [{ current_breakpoints: tiers }, loot] of sold) {
    const most = tiers.at(-1)?.quantity ?? 1
    for (const one of loot) {
      if (tooManyOf(one, most, products, now) === undefined) continue
      const tier = tiers.find(({ quantity }) => tooManyOf(one, quantity, products, now) !== undefined)
      const code = tooManyOf(one, tier?.quantity ?? most, products, now)
      const path = [...lootPath(one), "current_price_point_guid"]
      if (code !== undefined) found.push(finding(code, path, `for the tier of ${tier?.quantity}`))
    }
  }
  for (const { code: promotion, loot_id, quantity } of catalog.promotions.values()) {
    const loot = catalog.loot.get(loot_id)
    const code = loot && tooManyOf(loot, quantity, products, now)
    if (code !== undefined) found.push(finding(code, ["promotions", promotion, "quantity"]))
  }
}

/** Every loot that no player can be given one of, because of its numbers, at `now`. */
export const findImpossible = (catalog: LinkedCatalog, survey: Survey, now: Timestamp): ReadonlyArray<Finding> => {
  const found: Array<Finding> = []
  const products: Products = new Map()
  const changing = changingVendors(catalog, survey)
  const nothings = nothingsOfDraws(catalog)
  for (const vendor of innermostFirst(catalog)) {
    if (!nothings.has(vendor)) contradictions(vendor, changing, found)
    largeProducts(vendor, products, found)
  }
  manifoldFindings(catalog, survey, products, now, found)
  for (const loot of catalog.loot.values()) {
    if (!isEverAvailable(loot) || !isPlain(loot)) continue
    if (isRentTooLong(loot, now)) found.push(finding("rent_too_long", [...lootPath(loot), "quantity"]))
    const { item, subVendor } = loot
    if (subVendor === undefined && item !== undefined && isUsedByNoBucket(item) && needsCount(loot)) {
      found.push(finding("item_in_no_bucket", [...lootPath(loot), "item_id"]))
    }
  }
  return found
}

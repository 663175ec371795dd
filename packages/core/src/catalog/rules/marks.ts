/**
 * The marks of a claim: items whose count is certain after claims of it, whatever is drawn, and which nothing in it
 * lowers. A check for less of such an item stops the next claim, or the part of it that is checked.
 */
import { isEverAvailable } from "./availability.ts"
import type { LinkedLoot, LinkedVendor } from "./linked.ts"

/** The count of each item that some number of claims leads to; infinite: it rises with each. */
export type Marks = ReadonlyMap<number, number>

/** What is found within a part of the claim. */
interface Found {
  readonly marks: Marks
  /** The lowest count that it may leave of each item which it may lower. */
  readonly lowered: Marks
}

const NONE: Marks = new Map()
const NOTHING: Found = { marks: NONE, lowered: NONE }

/** Whether loot may be given in part, so that a part which cannot be given is left out. */
const mayLeaveOut = ({ item }: LinkedLoot): boolean =>
  item === undefined || !item.active || item.always_owned || item.platforms !== undefined

/** What an order of the loot makes certain of its own item. */
const ofItem = (loot: LinkedLoot): Found => {
  const { hard_quantity_maximum: most, inventory_operation: operation, inventory_selector_type: selector } = loot
  const { item_id: item } = loot
  if (item === undefined) return NOTHING
  const quantity = most === 0 ? loot.quantity : Math.min(most, loot.quantity)
  const isUncertain = loot.multiplier !== undefined || loot.xp_quantity_transform_type !== "none"
  const lowered = (count: number): Marks => new Map([[item, count]])
  const marked = (count: number): Found => ({ ...NOTHING, marks: new Map([[item, count]]) })
  switch (operation) {
    case "add":
      if (isUncertain || quantity === 0) return NOTHING
      return marked(selector === "rent" ? 1 : Number.POSITIVE_INFINITY)
    case "set": {
      const count = isUncertain ? 0 : selector === "rent" ? 1 : quantity
      return { ...marked(count), lowered: lowered(count) }
    }
    case "check_greater_than_or_equal":
      return isUncertain ? NOTHING : marked(quantity)
    case "check_greater_than":
    case "check_less_than":
      return NOTHING
    default:
      return { ...NOTHING, lowered: lowered(0) }
  }
}

const higher = (marks: Map<number, number>, item: number, count: number): void => {
  marks.set(item, Math.max(marks.get(item) ?? 0, count))
}

const lower = (lowered: Map<number, number>, more: Marks): void => {
  for (const [item, count] of more) lowered.set(item, Math.min(lowered.get(item) ?? count, count))
}

/** The marks of all parts of a recipe. A part that another one may leave out is none. */
const ofRecipe = (vendor: LinkedVendor, isPartial: boolean, looking: { left: number }): Found => {
  const marks = new Map<number, number>()
  const lowered = new Map<number, number>()
  for (const part of vendor.loot) {
    if (!isEverAvailable(part)) continue
    const found = within(part, looking)
    lower(lowered, found.lowered)
    const isLeftOut = isPartial && (part.subVendor !== undefined || mayLeaveOut(part) || part.required !== undefined)
    if (isLeftOut) continue
    for (const [item, count] of found.marks) higher(marks, item, count)
  }
  return { marks, lowered }
}

/** The marks that each candidate makes, or needs to be a candidate. */
const ofDraw = (vendor: LinkedVendor, looking: { left: number }): Found => {
  let common: Map<number, number> | undefined
  const lowered = new Map<number, number>()
  for (const candidate of vendor.candidates) {
    const { required, required_item_count: count, subVendor } = candidate
    const isPartial = candidate.allow_partial_bundles && subVendor?.type === "recipe"
    const found = isPartial ? ofRecipe(subVendor, true, looking) : within(candidate, looking)
    lower(lowered, found.lowered)
    const marks = new Map(found.marks)
    if (required !== undefined) higher(marks, required.item_id, count)
    if (common === undefined) common = marks
    for (const [item, least] of common) {
      const other = marks.get(item)
      if (other === undefined) common.delete(item)
      else common.set(item, Math.min(least, other))
    }
  }
  return { marks: common ?? NONE, lowered }
}

const within = (loot: LinkedLoot, looking: { left: number }): Found => {
  const { quantity, subVendor } = loot
  if (subVendor === undefined) return ofItem(loot)
  looking.left -= subVendor.loot.length
  if (looking.left < 0) return NOTHING
  const found = subVendor.type === "recipe" ? ofRecipe(subVendor, false, looking) : ofDraw(subVendor, looking)
  const mayBeNone = quantity === 0 || loot.multiplier !== undefined
  return mayBeNone ? { ...found, marks: NONE } : found
}

const certain = ({ lowered, marks }: Found, looking: { left: number }): Marks => {
  if (looking.left < 0) return NONE
  const left = [...marks].map(([item, count]) => [item, Math.min(count, lowered.get(item) ?? count)] as const)
  return new Map(left.filter(([, count]) => count > 0))
}

/** The marks of a claim. */
export const marksOf = (claim: LinkedLoot, looking: { left: number }): Marks => certain(within(claim, looking), looking)

/** The marks of a recipe by itself, in whatever claim it is. */
export const marksWithin = (recipe: LinkedVendor, looking: { left: number }): Marks => {
  looking.left -= recipe.loot.length
  return certain(ofRecipe(recipe, false, looking), looking)
}

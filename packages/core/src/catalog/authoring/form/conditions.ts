/** Conditions on what the player owns, and the loot that checks them. */
import type { Expansion } from "../Expansion.ts"
import type { Fields } from "../Fields.ts"
import { within } from "../names.ts"
import { inside } from "../places.ts"
import { type Condition, giving, moveIntoVendor, once, type Row } from "./Form.ts"

/** Loot that fails unless the condition holds, and changes nothing. */
const check = ({ count, has, itemId }: Condition): Fields => ({
  item_id: itemId,
  ...(count === 1 ? {} : { quantity: count }),
  quantity_type: "absolute",
  inventory_operation: has ? "check_greater_than_or_equal" : "check_less_than",
})

const opposite = (condition: Condition): Condition => ({ ...condition, has: !condition.has })

const requirement = ({ count, itemId }: Condition): Fields => ({
  required_item_id: itemId,
  ...(count === 1 ? {} : { required_item_count: count }),
})

/** Loot that gives nothing, and is a candidate of a draw only if the condition does not hold. */
export const nothingUnless = (condition: Condition): Fields =>
  condition.has ? { ...check(opposite(condition)), stack_limit: condition.count } : requirement(condition)

const isPlainItem = (loot: Fields, itemId: number): boolean =>
  loot["item_id"] === itemId && loot["sub_vendor_id"] === undefined && loot["sub_vendor_uuid"] === undefined

/**
 * The loot as a candidate of a draw, only if all conditions hold. The interface has fields for one item that must be
 * owned, and for a limit of the loot's own item. Other conditions are checks in a bundle that is given whole or not at
 * all.
 */
export const candidateIf = (
  expansion: Expansion,
  row: Row,
  loot: Fields,
  conditions: ReadonlyArray<Condition>,
): Fields => {
  const [only, ...others] = conditions
  if (only === undefined) return loot
  if (others.length === 0) {
    const isFree = loot["required_item_id"] === undefined && loot["required_item_uuid"] === undefined
    if (only.has && isFree) return { ...loot, ...requirement(only) }
    const isLimit = !only.has && isPlainItem(loot, only.itemId)
    if (isLimit && loot["stack_limit"] === undefined) return { ...loot, stack_limit: only.count }
  }
  const place = inside(row.place, "when")
  const checks = conditions.map((condition, index) => ({ name: `check${index + 1}`, fields: check(condition), place }))
  const parts = [...checks, { name: "then", fields: giving(loot) }]
  const id = expansion.vendor(within(row.name, "~", "if"), "recipe", row.place, parts)
  return { ...moveIntoVendor(expansion, row, loot, id), allow_partial_bundles: false }
}

/**
 * Loot that gives nothing, and is drawn only if nothing else can be drawn: a condition of each other candidate fails.
 */
export const nothingOtherwise = (
  expansion: Expansion,
  { name, place }: Pick<Row, "name" | "place">,
  candidates: ReadonlyArray<ReadonlyArray<Condition>>,
): Fields => {
  const fails = candidates.map((conditions, index) => {
    const [only, ...others] = conditions
    if (only !== undefined && others.length === 0) return { name: `${index + 1}`, fields: check(opposite(only)) }
    const checks = conditions.map((condition, at) => ({ name: `${at + 1}`, fields: check(opposite(condition)) }))
    const anyFails = expansion.vendor(within(name, "~", `fails${index + 1}`), "randomly_sampled", place, checks)
    return { name: `${index + 1}`, fields: once(anyFails) }
  })
  const id = expansion.vendor(within(name, "~", "otherwise"), "recipe", place, fails)
  return { ...once(id), allow_partial_bundles: false }
}

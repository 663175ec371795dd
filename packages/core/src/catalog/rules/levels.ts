/**
 * Levels (decisions, section 12): the XP that a number of levels is worth, and the levels that a gain of XP reaches.
 */
import type { XpQuantityTransformType } from "../schema.ts"
import type { Levels } from "./linkedTables.ts"

/** Index of the highest level that `xp` reaches; -1: below the first level. */
const position = (levels: Levels, xp: number): number => {
  let reached = -1
  while (reached + 1 < levels.length && xp >= (levels[reached + 1]?.xp ?? Number.POSITIVE_INFINITY)) reached++
  return reached
}

/** The level at `xp`; 0: below the first level. */
export const levelAt = (levels: Levels, xp: number): number => levels[position(levels, xp)]?.level ?? 0

const xpAt = (levels: Levels, index: number): number => (index < 0 ? 0 : (levels[index]?.xp ?? 0))

/**
 * The XP that `quantity` levels are worth to a player at `xp`. undefined: the loot is not fulfilled, because the player
 * is at the top level or the table is empty.
 */
export const transformXp = (
  type: Exclude<XpQuantityTransformType, "none">,
  levels: Levels,
  xp: number,
  quantity: number,
): number | undefined => {
  const top = levels.length - 1
  const current = position(levels, xp)
  if (current >= top) return undefined
  const additional = xpAt(levels, Math.min(current + quantity, top))
  switch (type) {
    case "from_current_xp_to_target_additional_level_min_xp":
      return Math.max(0, additional - xp)
    case "from_current_level_min_xp_to_target_additional_level_min_xp":
      return additional - xpAt(levels, current)
    case "from_zero_to_target_exact_level_min_xp": {
      let exact = -1
      while (exact < top && (levels[exact + 1]?.level ?? 0) <= quantity) exact++
      return xpAt(levels, exact)
    }
    default:
      return type satisfies never
  }
}

/** The levels whose minimum XP lies above `before` and at most at `after`, lowest first. */
export const levelsReached = (levels: Levels, before: number, after: number): ReadonlyArray<number> => {
  const from = position(levels, before) + 1
  return levels.slice(from, position(levels, after) + 1).map(({ level }) => level)
}

/** The XP of the highest level of an item whose levels have rewards; 0: it has none. */
export const topXpOf = (
  item: { readonly levels: Levels | undefined; readonly levelVendor: unknown } | undefined,
): number => (item?.levelVendor === undefined ? 0 : (item.levels?.at(-1)?.xp ?? 0))

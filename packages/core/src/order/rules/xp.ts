/** Levels and XP: what a number of levels is worth, and which levels a gain reaches (decisions, section 12). */
import type { Levels } from "../../catalog/rules/linkedTables.ts"
import type { XpQuantityTransformType } from "../../catalog/schema.ts"

/** Position of the level that `xp` has reached; -1: below the first. */
const position = (levels: Levels, xp: number): number => {
  let reached = -1
  while (reached + 1 < levels.length && xp >= (levels[reached + 1]?.xp ?? Number.POSITIVE_INFINITY)) reached++
  return reached
}

const xpAt = (levels: Levels, index: number): number => (index < 0 ? 0 : (levels[index]?.xp ?? 0))

/**
 * The XP that `quantity` levels are worth to a player at `xp`. undefined: the player is at the top already, or the
 * table is empty, so that the loot is not fulfilled.
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

/** The levels whose minimum lies above `before` and not above `after`, rising. */
export const levelsReached = (levels: Levels, before: number, after: number): ReadonlyArray<number> => {
  const from = position(levels, before) + 1
  return levels.slice(from, position(levels, after) + 1).map(({ level }) => level)
}

/** The settings of odds (decisions, sections 12 and 15). */
import { slice, toggle } from "../kernel/Setting.ts"

/** The settings of odds. */
export const OddsSettings = slice("@garrison/core/odds/settings", {
  oddsPublished: toggle(
    false,
    "whether callers who may read the catalog may read the odds of its loot, and players those of their orders in quotes",
  ),
})

/** The settings of odds (decisions, sections 12 and 15). */
import { ODDS_STEPS_MAX } from "./rules/steps.ts"
import { count, slice, toggle } from "../kernel/Setting.ts"

/** The settings of odds. */
export const OddsSettings = slice("@garrison/core/odds/settings", {
  oddsPublished: toggle(
    false,
    "whether callers who may read the catalog may read the odds of its loot, and players those of their orders in quotes",
  ),
  oddsStepsMax: count(
    ODDS_STEPS_MAX,
    "steps",
    "steps that computing odds may take, a few million a second; beyond it they are estimates with wider bounds",
    { minimum: 1_000_000, maximum: 10_000_000_000 },
  ),
})

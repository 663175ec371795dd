/** Reading the odds of a loot over HTTP. */
import { showOdds } from "@garrison/core/odds/operations/showOdds"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

const { loot_id, owning, quantity, xp } = showOdds.input

/** The same for every caller who asks the same. */
export const lootOdds = route(showOdds, {
  id: "lootOdds",
  method: "GET",
  path: "/inventory/v1/catalog/loot/:loot_id/odds",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  params: { loot_id },
  query: { quantity, owning, xp },
  success: revalidated(showOdds.answer),
})

/** Reading the odds of a loot over HTTP. */
import { showOdds } from "@garrison/core/odds/operations/showOdds"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

const { loot_id, quantity } = showOdds.input

/** The same for every caller. */
export const lootOdds = route(showOdds, {
  id: "lootOdds",
  method: "GET",
  path: "/inventory/v1/catalog/loot/:loot_id/odds",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "memory",
  params: { loot_id },
  query: { quantity },
  success: revalidated(showOdds.answer),
})

/** Reading the levels that the caller has reached over HTTP. */
import { listLevels } from "@garrison/core/inventory/operations/listLevels"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

/** By the counts that the caller's orders see. */
export const ownLevels = route(listLevels, {
  id: "ownLevels",
  method: "GET",
  path: "/inventory/v1/player/me/levels",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "The caller's levels",
  fixed: { of_session: true },
  success: revalidated(listLevels.answer),
})

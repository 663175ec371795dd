/** Reading what the caller owns over HTTP. */
import { listInventory } from "@garrison/core/inventory/operations/listInventory"
import { route } from "../route.ts"
import { revalidated } from "../success.ts"

const { cursor, limit } = listInventory.input

/** By item, by cursor. */
export const ownInventory = route(listInventory, {
  id: "ownInventory",
  method: "GET",
  path: "/inventory/v1/player/me/inventory",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "What the caller owns",
  query: { cursor, limit },
  success: revalidated(listInventory.answer),
})

/** Submitting an order for any player over HTTP. */
import { submitOrder as submits } from "@garrison/core/order/operations/submitOrder"
import { OrderRequest } from "@garrison/core/order/schema"
import { GOBLIN, goblinOrder } from "@garrison/core/operation/examples"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for players with the permission: from any source. */
export const submitOrder = route(submits, {
  id: "submitOrder",
  method: "POST",
  path: "/inventory/v1/player/uuid/:player_uuid/order",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  summary: "Submit an order for a player",
  params: { player_uuid: submits.input.player_uuid },
  body: { schema: OrderRequest },
  success: content(submits.answer),
  example: {
    request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }] },
    answer: goblinOrder,
  },
})

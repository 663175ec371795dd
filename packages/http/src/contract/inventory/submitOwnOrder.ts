/** Submitting an order of the caller (decisions, section 12). */
import { OrderRequest, PlayerOrder } from "@garrison/core/order/schema"
import { DAILY_REWARD, ownOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content, kept } from "../success.ts"

/** A player may submit source CLIENT only. */
export const submitOwnOrder = operation({
  id: "submitOwnOrder",
  method: "POST",
  path: "/inventory/v1/player/me/order",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:create_order:player:self", "inv:create_order:player:any"),
  lane: "storage",
  summary: "Submit an order",
  description:
    "Fulfils the entries and answers with their results. The same client_order_ref_id with the same body answers with " +
    "the first order for ever; with another body it is refused. A player may submit source CLIENT only.",
  body: { schema: OrderRequest },
  success: kept(content(PlayerOrder)),
  refusals: { 404: ["resource_not_found"], 409: ["order_ref_conflict"] },
  example: {
    request: {
      client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6a",
      entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }],
    },
    answer: ownOrder,
  },
})

/** Beginning an inventory session of the caller (decisions, section 11). */
import { PlayerOrder, SessionRequest } from "@garrison/core/order/schema"
import { sessionOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content, kept } from "../success.ts"

/** Clients begin one when the player starts to play. */
export const startSession = operation({
  id: "startSession",
  method: "POST",
  path: "/inventory/v1/player/me/session",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:create_order:player:self", "inv:create_order:player:any"),
  lane: "storage",
  summary: "Begin an inventory session",
  description:
    "Takes away the transient records of the session before, and fulfils the loot of every entitlement that the player " +
    "owns, in one order of source ENTITLEMENTS, which is the answer. The same client_order_ref_id begins one session " +
    "and is answered with the same order for ever.",
  body: { schema: SessionRequest, required: false },
  success: kept(content(PlayerOrder)),
  refusals: { 404: ["resource_not_found"], 409: ["order_ref_conflict"], 503: ["too_many_inventory_sessions"] },
  example: {
    request: { client_order_ref_id: "6f1f8e9e-5f6b-4a55-9f0f-2b0c1c1f5b6b" },
    answer: sessionOrder,
  },
})

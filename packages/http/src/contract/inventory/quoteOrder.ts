/** Quoting an order for any player (decisions, section 12). */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import { DAILY_REWARD, ownQuote } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { quoteOwnOrder } from "./quoteOwnOrder.ts"

/** For servers, and for players with the permission. */
export const quoteOrder = operation({
  id: "quoteOrder",
  method: "POST",
  path: "/inventory/v1/player/uuid/:player_uuid/order/quote",
  mounts: ["public"],
  access: bearer.remembered("any", "inv:create_order:player:any"),
  lane: quoteOwnOrder.lane,
  summary: "What an order for a player would do",
  description: "As `quoteOwnOrder`, for any player and from any source.",
  params: { player_uuid: PlayerUuid },
  body: quoteOwnOrder.body,
  success: quoteOwnOrder.success,
  refusals: quoteOwnOrder.refusals,
  example: {
    request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] },
    answer: ownQuote,
  },
})

/** Quoting an order for any player over HTTP. */
import { quoteOrder as quotes } from "@garrison/core/order/operations/quoteOrder"
import { QuoteRequest } from "@garrison/core/order/schema"
import { DAILY_REWARD, ownQuote } from "@garrison/core/operation/examples"
import { route } from "../route.ts"
import { content } from "../success.ts"

/** For servers, and for players with the permission: from any source. */
export const quoteOrder = route(quotes, {
  id: "quoteOrder",
  method: "POST",
  path: "/inventory/v1/player/uuid/:player_uuid/order/quote",
  mounts: ["public"],
  who: "any",
  session: "remembered",
  lane: "storage",
  summary: "What an order for a player would do",
  params: { player_uuid: quotes.input.player_uuid },
  body: { schema: QuoteRequest },
  success: content(quotes.answer),
  example: {
    request: { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] },
    answer: ownQuote,
  },
})

/** Quoting an order of the caller (decisions, section 12). */
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { DAILY_REWARD, ownQuote } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content, kept } from "../success.ts"
import { submitOwnOrder } from "./submitOwnOrder.ts"

/** The body and the permissions of a submission. */
export const quoteOwnOrder = operation({
  id: "quoteOwnOrder",
  method: "POST",
  path: "/inventory/v1/player/me/order/quote",
  mounts: ["public"],
  access: bearer("player", "inv:create_order:player:self", "inv:create_order:player:any"),
  lane: "storage",
  summary: "What an order would do",
  description:
    "The body of `submitOwnOrder`, and the answer that it would get at this moment, without ids; nothing is stored. An " +
    "order that would be made is nested in its detail. Draws are independent of those of a later submission. A quote " +
    "does not count against the rate of orders; quotes have a rate of their own, of the same size.",
  body: submitOwnOrder.body,
  success: kept(content(OrderQuote)),
  refusals: submitOwnOrder.refusals,
  example: { request: { entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] }, answer: ownQuote },
})

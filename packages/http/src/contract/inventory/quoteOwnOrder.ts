/** Quoting an order of the caller (decisions, section 12). */
import { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import { OrderQuote } from "@garrison/core/order/quoteSchema"
import { QuoteRequest } from "@garrison/core/order/schema"
import * as Schema from "effect/Schema"
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
  access: bearer.remembered("player", "inv:create_order:player:self", "inv:create_order:player:any"),
  lane: "storage",
  summary: "What an order would do",
  description:
    "The body of `submitOwnOrder`, and the answer that it would get at this moment, without ids; nothing is stored. An " +
    "order that would be made is nested in its detail. Draws are independent of those of a later submission. A quote " +
    "does not count against the rate of orders; quotes have a rate of their own, of the same size. With `results` " +
    "`expected`, each entry has the odds of that entry by itself in place of a result. Such a quote has at most 10 " +
    "entries, which order at most 1,000 of loot in all.",
  body: { schema: QuoteRequest },
  // A client that reads the answer must find `results` before it takes the answer for an order without results.
  success: kept(content(Schema.Union([ExpectedQuote, OrderQuote]))),
  refusals: submitOwnOrder.refusals,
  example: { request: { entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] }, answer: ownQuote },
})

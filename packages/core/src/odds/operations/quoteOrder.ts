/** Quoting an order (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ExpectedQuote } from "../expectedQuoteSchema.ts"
import { LootOdds } from "../LootOdds.ts"
import { callerOf } from "../../operation/Act.ts"
import { text } from "../../operation/answer.ts"
import { caller, DAILY_REWARD, ownQuote } from "../../operation/examples.ts"
import { OfPlayer } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Orders } from "../../order/Orders.ts"
import { OrderQuote } from "../../order/quoteSchema.ts"
import { QuoteRequest } from "../../order/schema.ts"
import { submitting } from "../../order/operations/submitOrder.ts"

/** Quotes an order for a player, with the results that the request asks for. */
export const quoteOrder = read(
  { name: "order.quote", ...submitting },
  {
    title: "What an order would do",
    sentence:
      "The answer that a submission of this order would get at this moment, without ids; nothing is stored. An order " +
      "that would be made is nested in its detail. Draws are independent of those of a later submission. A quote does " +
      "not count against the rate of orders; quotes have a rate of their own, of the same size. With `results` " +
      "`expected`, each entry has the odds of that entry by itself in place of a result. Such a quote has at most 10 " +
      "entries, which order at most 1,000 of loot in all.",
    input: { player_uuid: OfPlayer, ...QuoteRequest.fields },
    // A client that reads the answer must find `results` before it takes the answer for an order without results.
    answer: text(Schema.Union([ExpectedQuote, OrderQuote])),
    refusals: ["resource_not_found", "order_ref_conflict"],
    example: {
      input: { player_uuid: caller, entries: [{ type: "fill_loot", loot_id: DAILY_REWARD, quantity: 1 }] },
      answer: ownQuote,
    },
    run: Effect.fnUntraced(function* ({ player_uuid: player, results, ...request }, act) {
      const quoting = results === "expected" ? yield* LootOdds : yield* Orders
      return (yield* quoting.quote(player, request, callerOf(act), act.actor.address)).wire
    }),
  },
)

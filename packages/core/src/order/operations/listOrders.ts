/** Reading a player's recent orders (interface, section 4.5; decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described } from "../../kernel/input/Field.ts"
import { TimestampOrUnix } from "../../kernel/time/Timestamp.ts"
import { listOfTexts } from "../../operation/answer.ts"
import { caller, ownOrder } from "../../operation/examples.ts"
import { OfPlayer, PageCursor } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { Sort } from "../enumerations.ts"
import { Orders } from "../Orders.ts"
import { PAGE_LIMIT_DEFAULT, PageLimit, PlayerOrderPage } from "../schema.ts"
import { readingOrders } from "./findOrder.ts"

/** A page of a player's recent orders, by time. */
export const listOrders = read(
  { name: "order.list", ...readingOrders },
  {
    title: "Recent orders",
    sentence: "An empty page means that there were no recent orders. `page.cursor` is absent on the last page.",
    input: {
      player_uuid: OfPlayer,
      starting_position: Schema.optionalKey(
        described(
          TimestampOrUnix,
          "Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given.",
        ),
      ),
      cursor: PageCursor,
      sort: Schema.optionalKey(Sort.annotate({ default: "asc", description: "By the time of the orders." })),
      limit: Schema.optionalKey(
        PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT, description: "How many orders the page holds at most." }),
      ),
    },
    answer: listOfTexts(PlayerOrderPage.annotate({ identifier: "OrderPage" }), "data"),
    refusals: [],
    example: { input: { player_uuid: caller }, answer: { data: [ownOrder], page: { sort: "asc", limit: 10 } } },
    inspect: ({ cursor, player_uuid: player, sort }) =>
      cursor === undefined || player === undefined
        ? Effect.succeed([])
        : Orders.use((orders) => orders.inspectCursor(player, cursor, sort)),
    run: ({ player_uuid: player, ...request }) =>
      Orders.use((orders) => Effect.map(orders.page(player, request), ({ page, wires }) => ({ data: wires, page }))),
  },
)

/** Reading the caller's recent orders (interface, section 4.5; decisions, section 12). */
import { Text } from "@garrison/core/kernel/Field"
import { TimestampOrUnixText } from "@garrison/core/kernel/Timestamp"
import { Sort } from "@garrison/core/order/enumerations"
import { PAGE_LIMIT_DEFAULT, PageLimit, PlayerOrderPage } from "@garrison/core/order/schema"
import * as Schema from "effect/Schema"
import { ownOrder } from "../examples.ts"
import { bearer, operation } from "../operation.ts"
import { content, keptList } from "../success.ts"

/** By time, by cursor. */
export const orderPage = operation({
  id: "orderPage",
  method: "GET",
  path: "/inventory/v1/player/me/order",
  mounts: ["public"],
  access: bearer.remembered("player", "inv:read_order:player:self", "inv:read_order:player:any"),
  lane: "storage",
  summary: "The caller's recent orders",
  description: "An empty page means that there were no recent orders. `page.cursor` is absent on the last page.",
  deprecated: true,
  query: {
    starting_position: Schema.optionalKey(
      TimestampOrUnixText.annotate({
        description: "Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given.",
      }),
    ),
    cursor: Schema.optionalKey(Text.annotate({ description: "Opaque: `page.cursor` of the page before." })),
    sort: Schema.optionalKey(Sort.annotate({ default: "asc", description: "By the time of the orders." })),
    limit: Schema.optionalKey(
      PageLimit.annotate({ default: PAGE_LIMIT_DEFAULT, description: "How many orders the page holds at most." }),
    ),
  },
  ignored: { starting_position: "cursor" },
  success: keptList(content(PlayerOrderPage.annotate({ identifier: "OrderPage" })), "data"),
  example: { answer: { data: [ownOrder], page: { sort: "asc", limit: 10 } } },
})

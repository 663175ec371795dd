/** Reading the caller's recent orders over HTTP (interface, section 4.5). */
import { TimestampOrUnixText } from "@garrison/core/kernel/time/Timestamp"
import { described } from "@garrison/core/kernel/input/Field"
import { listOrders } from "@garrison/core/order/operations/listOrders"
import * as Schema from "effect/Schema"
import { route } from "../route.ts"
import { content } from "../success.ts"

const { cursor, limit, sort } = listOrders.input

/** By time, by cursor. */
export const orderPage = route(listOrders, {
  id: "orderPage",
  method: "GET",
  path: "/inventory/v1/player/me/order",
  mounts: ["public"],
  who: "own",
  session: "remembered",
  lane: "storage",
  summary: "The caller's recent orders",
  deprecated: true,
  query: {
    starting_position: Schema.optionalKey(
      described(
        TimestampOrUnixText,
        "Inclusive time of the first order, ISO 8601 or Unix seconds. Ignored when a cursor is given.",
      ),
    ),
    cursor,
    sort,
    limit,
  },
  ignored: { starting_position: "cursor" },
  success: content(listOrders.answer),
})

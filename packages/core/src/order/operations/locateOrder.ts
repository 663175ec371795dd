/** Finding an order by its id alone, for operators (decisions, section 17). */
import * as Effect from "effect/Effect"
import { withCurrentNames } from "../../catalog/currentNames.ts"
import { namesBeside } from "../../catalog/namesBeside.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { FoundOrderView } from "../foundOrder.ts"
import { LocatedOrders } from "../LocatedOrders.ts"
import { OfOrder } from "../../operation/fields.ts"

/** Says whose an order is. */
export const locateOrder = read(
  { name: "order.locate", permissions: ["operator:read:order"] },
  {
    title: "Find an order by its id",
    sentence:
      "Say whose an order is, by the id of the order alone. After an upgrade from a version that had no such lookup, orders " +
      "from before it are entered beside the work of the servers, the newest first.",
    input: { order_id: OfOrder },
    answer: value(
      FoundOrderView.mapFields((fields) => ({ ...fields, ...namesBeside })).annotate({ identifier: "LocatedOrder" }),
    ),
    refusals: ["resource_not_found"],
    run: ({ order_id: orderId }) =>
      LocatedOrders.use((orders) => Effect.flatMap(orders.locate(orderId), (order) => withCurrentNames(order))),
  },
)

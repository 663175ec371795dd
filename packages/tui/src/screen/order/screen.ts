/** The screen of an order. */
import type { Screen } from "../../Screen.ts"
import { orderBindings } from "./keys.ts"
import { openOrder, type OrderAction, orderOperations, type OrderState, updateOrder } from "./state.ts"
import { OrderView } from "./view.tsx"

/** One order: how it came about, where its counts went, its replay, its refunds. */
export const orderScreen: Screen<OrderState, OrderAction> = {
  name: "order",
  sentence: "One order: how it came about, where it went, its replay and its refunds",
  needs: ["order_id"],
  operations: orderOperations,
  bindings: orderBindings,
  open: (params, { size }) => openOrder(params, size),
  update: updateOrder,
  crumb: ({ orderId }) => `order ${orderId.slice(0, 8)}`,
  selected: ({ explanation, orderId, player }) => ({
    id: orderId,
    row: explanation,
    operation: "order.explain",
    input: { player_uuid: player, order_id: orderId },
  }),
  view: OrderView,
}

/** The screen of orders. */
import type { Screen } from "../../Screen.ts"
import { ordersBindings } from "./keys.ts"
import { openOrders, orderAt, type OrdersAction, type OrdersState, updateOrders } from "./state.ts"
import { OrdersView } from "./view.tsx"

/** Orders, the newest first. With `player_uuid` those of one player. */
export const ordersScreen: Screen<OrdersState, OrdersAction> = {
  name: "orders",
  sentence: "The orders of all players, or of one, by item, loot, source, result and time",
  needs: [],
  operations: ["order.search"],
  bindings: ordersBindings,
  open: (params, { size }) => openOrders(params, size),
  update: updateOrders,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: ({ player }) => (player === undefined ? "orders" : `orders of ${player.slice(0, 8)}`),
  selected: (state) => {
    const order = orderAt(state)
    return (
      order && {
        id: order.order_id,
        row: order,
        ...(order.display_name !== undefined && { playerName: order.display_name }),
        operation: "order.explain",
        input: { player_uuid: order.player_uuid, order_id: order.order_id },
      }
    )
  },
  view: OrdersView,
}

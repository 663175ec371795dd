/** The screen of orders: those of all players or of one, the newest first. */
import { foundOrders, locatedFacts } from "@garrison/core/order/show"
import { listScreen } from "../list/listScreen.ts"
import { conditionsIn } from "./orderSearch.ts"

/** Orders, the newest first. With `player_uuid` those of one player. */
export const ordersScreen = listScreen({
  name: "orders",
  sentence: "The orders of all players, or of one, by item, loot, source, result and time",
  one: "order",
  asks: {
    operation: "order.search",
    input: ({ player_uuid: player }) => (player === undefined ? {} : { player_uuid: player }),
    pages: {},
  },
  columns: foundOrders,
  id: (order) => order.order_id,
  crumb: ({ params: { player_uuid: player } }) => (player === undefined ? "orders" : `orders of ${player.slice(0, 8)}`),
  keys: ["mark", "filter"],
  search: { conditions: conditionsIn },
  shown: ({ order_id, player_uuid }) => ({ operation: "order.explain", input: { player_uuid, order_id } }),
  open: {
    open: {
      keys: ["enter"],
      sentence: "Show the order",
      word: "show",
      to: ({ order_id, player_uuid }) => ({ type: "open", screen: "order", params: { player_uuid, order_id } }),
    },
  },
  subject: {
    input: ({ order_id, player_uuid }) => ({ player_uuid, order_id }),
    name: (order) => `order ${order.order_id}`,
  },
  acts: {
    refund: {
      key: "refund",
      operation: "order.refund",
      sentence: "Refund the marked orders, or this one",
      word: "refund",
      fields: ["partial", "from_paid"],
    },
  },
  detail: { facts: locatedFacts, lines: () => 0 },
})

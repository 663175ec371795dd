/** The keys of the screen of orders. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { filterBindings, markBindings, walkBindings } from "../../part/table/keys.ts"
import { orderAt, type OrdersAction, type OrdersState } from "./state.ts"

const withoutOrder = (state: OrdersState): string | undefined =>
  orderAt(state) === undefined ? "There is no order here." : undefined

/** The bindings of the screen of orders. */
export const ordersBindings: ReadonlyArray<Binding<OrdersState, OrdersAction>> = [
  ...walkBindings,
  { action: "open", keys: ["enter"], sentence: "Show the order", word: "show", unusable: withoutOrder },
  ...filterBindings,
  ...markBindings,
  {
    action: "refund",
    keys: [actKeys.refund],
    sentence: "Refund the marked orders, or this one",
    word: "refund",
    operation: "order.refund",
    unusable: withoutOrder,
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", word: "reload" },
]

/** The keys of the screen of an order. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { tabsBindings } from "../../part/tabs/keys.ts"
import { treeBindings } from "../../part/tree/keys.ts"
import { linkedOrder, type OrderAction, type OrderState, orderTabs, relatedOrder } from "./state.ts"

/** The keys that open and close branches are those of the tree, so the tabs have the others. */
const ofTree: ReadonlySet<string> = new Set(treeBindings.flatMap(({ keys }) => keys))

const notRefunded = ({ refunds }: OrderState): string | undefined => {
  if (refunds?.refund_order_id !== undefined)
    return "It is refunded already. Open the refund, and refund that to restore."
  return refunds?.parent_order_id === undefined
    ? undefined
    : "Another order made it, and is refunded with it. Open that."
}

/** The bindings of the screen of an order. */
export const orderBindings: ReadonlyArray<Binding<OrderState, OrderAction>> = [
  ...treeBindings,
  ...tabsBindings(orderTabs.map(({ title }) => title)).map((binding) => ({
    ...binding,
    keys: binding.keys.filter((key) => !ofTree.has(key)),
  })),
  {
    action: "refund",
    keys: [actKeys.refund],
    sentence: "Refund the order",
    word: "refund",
    operation: "order.refund",
    unusable: notRefunded,
  },
  {
    action: "open",
    keys: ["enter"],
    sentence: "Open the order that the line is about",
    word: "open",
    unusable: (state) => (linkedOrder(state) === undefined ? "This line is about no other order." : undefined),
  },
  {
    action: "follow",
    keys: ["f"],
    sentence: "Open its refund, or the order that it refunds",
    unusable: (state) => (relatedOrder(state) === undefined ? "It is no refund, and not refunded." : undefined),
  },
  {
    action: "maker",
    keys: ["m"],
    sentence: "Open the order that made it",
    unusable: ({ refunds }) => (refunds?.parent_order_id === undefined ? "It was submitted." : undefined),
  },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again", word: "reload" },
]

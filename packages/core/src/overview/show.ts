/** What the orders of a player look like. */
import { withName } from "../catalog/rules/names.ts"
import { type Column, list } from "../operation/show/Shown.ts"
import type { listAllOrders } from "./operations/listOrders.ts"

type Orders = (typeof listAllOrders)["answer"]["schema"]["Encoded"]
type Order = Orders["data"][number]

const entryText = ({ item_id: item, loot_id: loot, name, quantity, type }: Order["entries"][number]): string => {
  const id = loot ?? item
  if (id === undefined) return `${quantity} × ${type}`
  return `${quantity} × ${name === undefined ? `${loot === undefined ? "item" : "loot"} ${id}` : withName(id, name)}`
}

const orderColumns: ReadonlyArray<Column<Order>> = [
  { name: "time", kind: "moment", of: ({ created }) => created },
  { name: "order_id", kind: "id", of: ({ order_id }) => order_id },
  { name: "source", kind: "label", of: ({ source }) => source },
  { name: "entries", kind: "count", of: ({ entry_count }) => entry_count },
  { name: "failed", kind: "count", of: ({ failed_count }) => failed_count },
  { name: "asked for", kind: "text", of: ({ entries }) => entries.map(entryText).join(", ") },
]

/** The orders of a player. */
export const orderList = list<Orders, Order>({
  rows: ({ data }) => data,
  columns: orderColumns,
  empty: "There are no orders.",
})

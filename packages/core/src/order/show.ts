/** What orders look like where they are found. */
import type { NamesBeside } from "../catalog/namesBeside.ts"
import { withName } from "../catalog/rules/names.ts"
import type { FoundOrderView } from "./foundOrder.ts"
import { type Column, facts, list } from "../operation/show/Shown.ts"

type Order = typeof FoundOrderView.Encoded
type Names = Pick<NamesBeside, "loot_names">

/** An order, with the names of the loot of its page. */
type Found = Order & Names

/** Each different entry once: the loot, and the result where it is not success. */
const entriesText = ({ entries, loot_names: names }: Found): string =>
  [
    ...new Set(
      entries.map(({ loot_id: loot, quantity, result, type }) => {
        const what =
          loot === undefined ? type : `${withName(loot, names?.[loot])}${quantity === 1 ? "" : ` x ${quantity}`}`
        return result === "success" ? what : `${what}: ${result}`
      }),
    ),
  ].join(", ")

const failures = ({ entries }: Found): ReadonlyArray<string> =>
  Array.from(new Set(entries.flatMap(({ result }) => (result === "success" ? [] : [result]))))

const id: Column<Found> = { name: "order_id", kind: "id", min: 13, priority: 6, of: ({ order_id: of }) => of }
const time: Column<Found> = { name: "time", kind: "moment", min: 19, ideal: 19, priority: 1, of: (row) => row.created }
const source: Column<Found> = { name: "source", kind: "text", min: 8, ideal: 14, priority: 2, of: (row) => row.source }
const entries: Column<Found> = { name: "entries", kind: "text", min: 16, priority: 5, grows: true, of: entriesText }

/** The name of the player, or the uuid of one that was deleted. */
const player: Column<Found> = {
  name: "player",
  kind: "text",
  min: 13,
  ideal: 24,
  priority: 4,
  of: ({ display_name: name, player_uuid: uuid }) => name ?? uuid,
}

/** Orders that were found, the newest first. */
export const foundOrders = list<Names & { readonly orders: ReadonlyArray<Order> }, Order, Found>({
  rows: ({ orders }) => orders,
  told: (order, { loot_names: names }) => ({ ...order, ...(names !== undefined && { loot_names: names }) }),
  columns: [
    time,
    player,
    id,
    source,
    {
      name: "result",
      kind: "text",
      min: 8,
      ideal: 24,
      priority: 3,
      isFurther: true,
      of: (order) => failures(order).join(", ") || "success",
      tone: (order) => (failures(order).length === 0 ? undefined : "warning"),
    },
    entries,
  ],
  empty: "There is no such order.",
})

/** Whose an order is, and what it is about. */
export const locatedFacts = facts<Found>([
  id,
  player,
  { name: "player_uuid", kind: "id", of: ({ player_uuid: uuid }) => uuid },
  { ...time, name: "created" },
  source,
  { name: "submitted by", kind: "text", of: ({ client_id: client }) => client },
  { name: "made by order", kind: "id", of: ({ parent_order_id: parent }) => parent },
  entries,
])

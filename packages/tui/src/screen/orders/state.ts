/** Orders of all players or of one, the newest first: state and reducer. */
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  asking,
  chosenRows,
  currentRow,
  isOtherQuestion,
  openTable,
  refreshedTable,
  refusedTable,
  resizedTable,
  restartedTable,
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withNextPage,
} from "../../part/table/state.ts"
import { withName } from "@garrison/core/catalog/rules/names"
import { answerTo, type Params, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"
import { conditionsIn } from "./question.ts"
import { secondOf } from "../../part/time.ts"

/** What the screen of orders does at a key. */
export type OrdersAction = TableAction | "open" | "refund" | "reload"

type Page = OperationAnswer<"order.search">

/** An order, with the names of the loot of its page. */
type FoundOrder = Page["orders"][number] & Pick<Page, "loot_names">

const entriesText = ({ entries, loot_names: names }: FoundOrder): string =>
  entries
    .map(({ loot_id: loot, quantity, type }) => {
      const of = loot === undefined ? "" : ` ${withName(String(loot), names?.[String(loot)])}`
      return `${type}${of} × ${String(quantity)}`
    })
    .join(", ")

const failures = ({ entries }: FoundOrder): ReadonlyArray<string> =>
  Array.from(new Set(entries.flatMap(({ result }) => (result === "success" ? [] : [result]))))

const resultText = (order: FoundOrder): string => failures(order).join(", ") || "success"

/** To the second, in UTC. */
const madeText = ({ created }: FoundOrder): string => secondOf(created)

/** The table of orders. */
export const ordersTable: TableKind<FoundOrder> = {
  id: ({ order_id: id }) => id,
  empty: "No order is like that.",
  isPaged: true,
  columns: [
    { name: "created", title: "Made", min: 19, ideal: 19, priority: 1, text: madeText, sort: false },
    { name: "source", title: "Source", min: 8, ideal: 14, priority: 2, text: ({ source }) => source, sort: false },
    {
      name: "result",
      title: "Result",
      min: 8,
      ideal: 24,
      priority: 3,
      text: resultText,
      tone: (order) => (failures(order).length === 0 ? undefined : "warning"),
      sort: false,
    },
    { name: "entries", title: "Entries", min: 16, ideal: 30, priority: 5, grows: true, text: entriesText, sort: false },
    {
      name: "player",
      title: "Player",
      min: 13,
      ideal: 24,
      priority: 4,
      text: ({ display_name: name, player_uuid: player }) => name ?? player,
      sort: false,
    },
    { name: "order", title: "Order", min: 13, ideal: 36, priority: 6, text: ({ order_id: id }) => id, sort: false },
  ],
}

/** What the screen of orders shows. */
export interface OrdersState {
  /** The player whose orders they are; undefined: of all players. */
  readonly player: string | undefined
  readonly table: TableState<FoundOrder>
}

/** How long the search waits for the next character, in milliseconds. */
const TYPING_MILLIS = 150

/** Asks for the page that is wanted, if any is. */
const withPages = (state: OrdersState, delayMillis?: number): Step<OrdersState> => {
  const asked = conditionsIn(state.table.filter)
  if ("problem" in asked) {
    return step({ ...state, table: refusedTable(state.table, { code: "invalid_input", message: asked.problem }) })
  }
  const next = asking(state.table)
  if (next === undefined) return step(state)
  const { cursor: after } = next.page
  const ofPlayer = state.player === undefined ? {} : { player_uuid: state.player }
  return step(
    { ...state, table: next.state },
    {
      type: "ask",
      ask: "orders",
      operation: "order.search",
      input: { ...ofPlayer, ...asked.conditions, ...(after !== undefined && { after }) },
      ...(delayMillis !== undefined && { delayMillis }),
    },
  )
}

/** The screen as it opens. */
export const openOrders = (params: Params, { rows }: Size): Step<OrdersState> =>
  withPages({ player: params["player_uuid"], table: restartedTable(openTable(ordersTable, rows)) })

/** The order at the cursor. */
export const orderAt = ({ table }: OrdersState): FoundOrder | undefined => currentRow(table)

const refund = (state: OrdersState): Step<OrdersState> => {
  const chosen = chosenRows(ordersTable, state.table)
  if (chosen.length === 0) return step(state)
  return step(state, {
    type: "act",
    operation: "order.refund",
    inputs: chosen.map((order) => ({ player_uuid: order.player_uuid, order_id: order.order_id })),
    subjects: chosen.map(({ order_id: id }) => `order ${id}`),
    fields: ["partial", "from_paid"],
  })
}

const withTable = (state: OrdersState, table: TableState<FoundOrder>): Step<OrdersState> =>
  isOtherQuestion(state.table, table)
    ? withPages({ ...state, table: restartedTable(table) }, TYPING_MILLIS)
    : withPages({ ...state, table })

const acted = (state: OrdersState, action: OrdersAction): Step<OrdersState> => {
  if (isTableAction(action)) return withTable(state, updateTable(ordersTable, state.table, action))
  const order = orderAt(state)
  switch (action) {
    case "open":
      return order === undefined
        ? step(state)
        : step(state, {
            type: "open",
            screen: "order",
            params: { player_uuid: order.player_uuid, order_id: order.order_id },
          })
    case "refund":
      return refund(state)
    case "reload":
      return withPages({ ...state, table: restartedTable(state.table) })
  }
}

/** The screen after an event. */
export const updateOrders = (state: OrdersState, event: ScreenEvent<OrdersAction>): Step<OrdersState> => {
  const { table } = state
  switch (event.type) {
    case "action":
      return acted(state, event.action)
    case "text":
      return withTable(state, typedInTable(ordersTable, table, event.text))
    case "answered": {
      const { loot_names: names, next, orders } = answerTo("order.search", event)
      const rows = orders.map((order) => (names === undefined ? order : { ...order, loot_names: names }))
      // A page that leads to itself would be asked for without end.
      const following = next === null || next === table.loading?.cursor ? undefined : next
      return withPages({ ...state, table: withNextPage(table, { rows, next: following }) })
    }
    case "refused":
      return step({ ...state, table: refusedTable(table, event.refusal) })
    case "resized":
      return withPages({ ...state, table: resizedTable(ordersTable, table, event.size.rows) })
    case "changed":
      return withPages({ ...state, table: refreshedTable(table) })
    case "ticked":
      return step(state)
  }
}

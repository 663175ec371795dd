/** Draws the screen of orders. */
import type { ReactNode } from "react"
import { Table } from "../../part/table/view.tsx"
import type { ViewProps } from "../../Screen.ts"
import { ordersTable, type OrdersState } from "./state.ts"

/** The table of orders. */
export const OrdersView = ({ now, size, state, theme }: ViewProps<OrdersState>): ReactNode => (
  <Table kind={ordersTable} state={state.table} columns={size.columns} now={now} theme={theme} />
)

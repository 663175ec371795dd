/** The roles of the environment, and what each allows: state and reducer. */
import type { OperationAnswer } from "../../operation.ts"
import { isTableAction, type TableAction } from "../../part/table/keys.ts"
import {
  currentRow,
  openTable,
  refusedTable,
  resizedTable,
  type TableKind,
  type TableState,
  typedInTable,
  updateTable,
  withAllRows,
} from "../../part/table/state.ts"
import { answerTo, ask, type ScreenEvent, type Size, type Step, step } from "../../Screen.ts"

/** What the screen of roles does at a key. */
export type RolesAction = TableAction | "reload"

type Role = OperationAnswer<"role.list">["roles"][number]

/** The table of roles. */
export const rolesTable: TableKind<Role> = {
  id: (role) => String(role.role_id),
  empty: "There are no roles.",
  columns: [
    {
      name: "role_id",
      title: "Id",
      align: "right",
      min: 4,
      ideal: 10,
      priority: 2,
      text: (role) => String(role.role_id),
      sort: (role) => role.role_id,
    },
    { name: "name", title: "Name", min: 12, ideal: 24, priority: 1, grows: true, text: ({ name }) => name },
    {
      name: "permissions",
      title: "Permissions",
      align: "right",
      min: 11,
      ideal: 11,
      priority: 3,
      text: ({ permissions }) => String(permissions.length),
      sort: ({ permissions }) => permissions.length,
    },
  ],
}

/** What the screen of roles shows. */
export interface RolesState {
  readonly table: TableState<Role>
}

const load = ask("roles", "role.list", {})

/** The screen as it opens. */
export const openRoles = ({ rows }: Size): Step<RolesState> => step({ table: openTable(rolesTable, rows) }, load)

/** The role at the cursor. */
export const roleAt = ({ table }: RolesState): Role | undefined => currentRow(table)

/** The screen after an event. */
export const updateRoles = ({ table }: RolesState, event: ScreenEvent<RolesAction>): Step<RolesState> => {
  switch (event.type) {
    case "action":
      if (!isTableAction(event.action)) return step({ table }, load)
      return step({ table: updateTable(rolesTable, table, event.action) })
    case "text":
      return step({ table: typedInTable(rolesTable, table, event.text) })
    case "answered":
      return step({ table: withAllRows(rolesTable, table, answerTo("role.list", event).roles) })
    case "refused":
      return step({ table: refusedTable(table, event.refusal) })
    case "resized":
      return step({ table: resizedTable(rolesTable, table, event.size.rows) })
    case "changed":
      return step({ table }, load)
    case "ticked":
      return step({ table })
  }
}

/** The screen of roles. */
import type { Screen } from "../../Screen.ts"
import { rolesBindings } from "./keys.ts"
import { openRoles, roleAt, type RolesAction, type RolesState, updateRoles } from "./state.ts"
import { RolesView } from "./view.tsx"

/** Every role, and what it allows. */
export const rolesScreen: Screen<RolesState, RolesAction> = {
  name: "roles",
  sentence: "The roles, and what each allows",
  needs: [],
  operations: ["role.list"],
  bindings: rolesBindings,
  open: (_, { size }) => openRoles(size),
  update: updateRoles,
  isTyping: ({ table }) => table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: () => "roles",
  selected: (state) => {
    const role = roleAt(state)
    return role && { id: String(role.role_id), row: role, operation: "role.list", input: {} }
  },
  view: RolesView,
}

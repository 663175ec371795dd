/** The screen of roles: every role, and what it allows. */
import { roleFacts, roleList } from "@garrison/core/role/show"
import { listScreen } from "../list/listScreen.ts"

/** Every role, and what it allows. */
export const rolesScreen = listScreen({
  name: "roles",
  sentence: "The roles, and what each allows",
  one: "role",
  asks: { operation: "role.list" },
  columns: roleList,
  id: (role) => String(role.role_id),
  keys: ["sort", "filter"],
  detail: { facts: roleFacts, lines: () => 6 },
})

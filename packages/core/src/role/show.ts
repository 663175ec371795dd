/** What roles look like. */
import type { RoleView } from "./view.ts"
import { facts, list } from "../operation/show/Shown.ts"

type Role = typeof RoleView.Encoded

/** The roles. */
export const roleList = list({
  rows: ({ roles }: { readonly roles: ReadonlyArray<Role> }) => roles,
  columns: [
    { name: "role_id", kind: "id", min: 7, ideal: 10, priority: 2, of: ({ role_id }) => role_id },
    { name: "name", kind: "label", min: 12, ideal: 24, priority: 1, of: ({ name }) => name },
    { name: "state", kind: "label", ideal: 10, priority: 4, of: ({ stored }) => (stored ? "stored" : "ready-made") },
    { name: "permissions", kind: "words", priority: 3, grows: true, of: ({ permissions }) => permissions },
  ],
  empty: "There is no role.",
})

/** One role. */
export const roleFacts = facts<Role>([
  { name: "role", kind: "text", of: ({ name, role_id }) => `${role_id} ${name}` },
  { name: "permissions", kind: "words", of: ({ permissions }) => permissions },
])

/** What roles look like. */
import type { RoleView } from "./view.ts"
import { facts, list } from "../operation/show/Shown.ts"

type Role = typeof RoleView.Encoded

/** The roles. */
export const roleList = list({
  rows: ({ roles }: { readonly roles: ReadonlyArray<Role> }) => roles,
  columns: [
    { name: "role_id", kind: "id", of: ({ role_id }) => role_id },
    { name: "name", kind: "label", of: ({ name }) => name },
    { name: "state", kind: "label", of: ({ stored }) => (stored ? "stored" : "ready-made") },
    { name: "permissions", kind: "words", of: ({ permissions }) => permissions },
  ],
  empty: "There is no role.",
})

/** One role. */
export const roleFacts = facts<Role>([
  { name: "role", kind: "text", of: ({ name, role_id }) => `${role_id} ${name}` },
  { name: "permissions", kind: "words", of: ({ permissions }) => permissions },
])

/** The screen of the audit. */
import type { Screen } from "../../Screen.ts"
import { auditBindings } from "./keys.ts"
import { type AuditAction, auditRowAt, type AuditState, openAudit, updateAudit } from "./state.ts"
import { AuditView } from "./view.tsx"
import { conditionsBy } from "../auditSearch.ts"

/** What was changed, by whom and why. */
export const auditScreen: Screen<AuditState, AuditAction> = {
  name: "audit",
  sentence: "What was changed, by whom and why, with the subject before and after",
  needs: [],
  operations: ["audit.list"],
  bindings: auditBindings,
  open: (params, { size }) => openAudit(params, size),
  update: updateAudit,
  isTyping: ({ shown, table }) => shown === undefined && table.typing !== undefined,
  isFiltered: ({ table }) => table.filter !== "",
  crumb: ({ shown }) => (shown === undefined ? "audit" : `audit ${shown.row.sequence}`),
  selected: (state) => {
    const row = auditRowAt(state)
    const wanted = conditionsBy(state.table.filter)
    const input = "input" in wanted ? wanted.input : {}
    return row && { id: String(row.sequence), row, operation: "audit.list", input }
  },
  view: AuditView,
}

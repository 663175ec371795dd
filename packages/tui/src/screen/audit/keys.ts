/** The keys of the screen of the audit. */
import type { Binding } from "../../binding.ts"
import { filterBindings, walkBindings } from "../../part/table/keys.ts"
import { type AuditAction, auditRowAt, type AuditState } from "./state.ts"

const withRow = (state: AuditState): string | undefined =>
  auditRowAt(state) === undefined ? "There is no row at the cursor." : undefined

const conditions: Partial<Record<AuditAction, string>> = {
  filter: "Type conditions: who, on what, which operation, when",
  filterAccept: "Go to the rows that meet the conditions",
  filterCancel: "Show every row",
}

/** The bindings of the screen of the audit. */
export const auditBindings: ReadonlyArray<Binding<AuditState, AuditAction>> = [
  ...walkBindings,
  ...filterBindings.map((binding) => ({ ...binding, sentence: conditions[binding.action] ?? binding.sentence })),
  {
    action: "show",
    keys: ["enter"],
    sentence: "Show the row, with its subject before and after",
    word: "before and after",
    unusable: withRow,
  },
  { action: "close", keys: ["escape"], sentence: "Go back to the rows, and from there to the screen before" },
  { action: "subject", keys: ["o"], sentence: "Open what was changed", word: "subject", unusable: withRow },
  { action: "sameActor", keys: ["a"], sentence: "Show what else this actor did", word: "actor", unusable: withRow },
  { action: "sameSubject", keys: ["i"], sentence: "Show what else was done to this subject", unusable: withRow },
  { action: "reload", keys: ["ctrl+r"], sentence: "Ask again for what is shown", operation: "audit.list" },
]

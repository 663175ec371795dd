/** What rows of the audit look like. */
import type { AuditRowView } from "./view.ts"
import { type Column, facts, list } from "../operation/show/Shown.ts"

type Row = typeof AuditRowView.Encoded

const time: Column<Row> = { name: "time", kind: "moment", ideal: 19, priority: 2, of: (row) => row.time }
const operation: Column<Row> = {
  name: "operation",
  kind: "label",
  min: 18,
  ideal: 22,
  priority: 1,
  of: (row) => row.operation,
  tone: ({ outcome }) => (outcome === "done" ? undefined : "bad"),
}
const outcome: Column<Row> = {
  name: "outcome",
  kind: "text",
  min: 8,
  ideal: 18,
  priority: 4,
  of: (row) => row.outcome,
  tone: (row) => (row.outcome === "done" ? "good" : "bad"),
}
const subject: Column<Row> = {
  name: "subject",
  kind: "text",
  min: 16,
  ideal: 45,
  priority: 5,
  grows: true,
  of: (row) => `${row.subject_kind} ${row.subject_id}`,
}
const reason: Column<Row> = { name: "reason", kind: "text", min: 10, priority: 6, of: (row) => row.reason }

/** Rows of the audit. */
export const auditList = list({
  rows: ({ rows }: { readonly rows: ReadonlyArray<Row> }) => rows,
  columns: [
    time,
    operation,
    outcome,
    { name: "actor", kind: "text", min: 8, ideal: 18, priority: 3, of: ({ actor }) => actor },
    subject,
    reason,
  ],
  empty: "The audit has no such row.",
})

/** A row of the audit, without its subject before and after. */
export const auditFacts = facts<Row>([
  { name: "row", kind: "moment", of: ({ sequence, time: at }) => `${sequence}, ${at} UTC` },
  { name: "operation", kind: "label", of: (row) => row.operation },
  outcome,
  { name: "actor", kind: "text", of: (row) => `${row.actor} (${row.actor_kind} ${row.actor_id})` },
  { name: "address", kind: "label", of: ({ address }) => address },
  subject,
  { name: "revision", kind: "count", of: ({ revision }) => revision },
  reason,
])

/** What the audit looks like, and a history: logins, refused logins, security events and acts, in one list. */
import type * as Schema from "effect/Schema"
import { type Column, facts, list } from "../operation/show/Shown.ts"
import type { ChangedRow } from "./accessRows.ts"
import type { historyFields } from "../overview/operations/history.ts"
import type { acceptAccessRow } from "./operations/acceptAccessRow.ts"
import { HISTORY_LIMIT_DEFAULT, kindOfLogin } from "./rules.ts"
import type { AuditRowView } from "./view.ts"

/** What became of an access row, by what a verification says of it. */
export const becauseOfAccess: Readonly<Record<ChangedRow["because"], string>> = {
  altered: "was altered by hand, or rows of it were removed or inserted",
  inserted: "was inserted by hand",
  astray: "leads a portal user elsewhere",
  removed: "was removed by hand",
}

/** A row that was accepted as it stands. */
export const acceptedFacts = facts<(typeof acceptAccessRow)["answer"]["schema"]["Encoded"]>([
  {
    says: ({ id, table, was }) =>
      was === "sound"
        ? `${table} of ${id} is as Garrison wrote it: there was nothing to accept.`
        : `${table} of ${id}, which ${becauseOfAccess[was]}, is accepted as it ${was === "removed" ? "is: gone" : "stands"}.`,
  },
])

type History = Schema.Struct.Encoded<typeof historyFields>

type Happened =
  | ({ readonly list: "logins" } & History["logins"][number])
  | ({ readonly list: "events" } & History["events"][number])
  | ({ readonly list: "acts" } & History["acts"][number])

/** All of it in the order of time, the newest first. Each row says in `list` which list of the answer it is from. */
const inOrder = ({ acts, events, logins }: History, limit: number): ReadonlyArray<Happened> =>
  [
    ...logins.map((row) => ({ list: "logins" as const, ...row })),
    ...events.map((row) => ({ list: "events" as const, ...row })),
    ...acts.map((row) => ({ list: "acts" as const, ...row })),
  ]
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .slice(0, limit)

const whatOf = (row: Happened): string => {
  // A changed way to log in is in the history of logins, too, and is none.
  if (row.list === "logins") return kindOfLogin(row.grant_type)
  return row.list === "events" ? row.kind : row.operation
}

const detailOf = (row: Happened): string | undefined => {
  if (row.list === "acts") return row.reason
  if (row.list === "logins") return kindOfLogin(row.grant_type) === "login" ? row.grant_type : row.platform
  return row.error_code === undefined ? undefined : `${row.grant_type}: ${row.error_code}`
}

/** What happened to a player or a client. */
export const historyList = list<History, Happened>({
  rows: (history, { limit }) => inOrder(history, typeof limit === "number" ? limit : HISTORY_LIMIT_DEFAULT),
  columns: [
    { name: "time", kind: "moment", of: ({ time }) => time },
    { name: "what", kind: "label", of: whatOf },
    { name: "address", kind: "label", of: ({ address }) => address },
    { name: "by", kind: "text", of: (row) => (row.list === "acts" ? row.actor : row.client_id) },
    { name: "detail", kind: "text", of: detailOf },
  ],
  empty: (_history, { actor, from, kind, to }) =>
    [actor, from, kind, to].every((condition) => condition === undefined)
      ? "Nothing is kept: no login, no event and no change."
      : "Nothing like that is kept.",
})

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

const actor: Column<Row> = { name: "actor", kind: "text", min: 8, ideal: 18, priority: 3, of: (row) => row.actor }

/** Acts whose subject is known. */
export const actColumns: ReadonlyArray<Column<Omit<Row, "actor_id" | "actor_kind" | "subject_id" | "subject_kind">>> = [
  time,
  operation,
  outcome,
  actor,
  { ...reason, grows: true },
  { name: "address", kind: "label", ideal: 39, isFurther: true, of: ({ address }) => address },
]

/** Rows of the audit. */
export const auditList = list<{ readonly rows: ReadonlyArray<Row> }, Row>({
  rows: ({ rows }) => rows,
  columns: [time, operation, outcome, actor, subject, reason],
  empty: (_audit, { limit: _limit, ...conditions }) =>
    Object.keys(conditions).length === 0 ? "The audit has no row yet." : "The audit has no such row.",
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

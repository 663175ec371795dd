/** What `garrison audit list` does. */
import { AuditStore } from "@garrison/core/audit/AuditStore"
import type { AuditRow } from "@garrison/core/audit/schema"
import { formatTimestamp } from "@garrison/core/kernel/Timestamp"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { withDatabase } from "../local.ts"
import { present, printMessage } from "../output/print.ts"
import { moment, table } from "../output/table.ts"
import { limitOf } from "./limit.ts"

const wire = ({ actor, after, before, ...row }: AuditRow) => ({
  sequence: row.sequence,
  time: formatTimestamp(row.at),
  operation: row.operation,
  outcome: row.outcome,
  subject_kind: row.subject.kind,
  subject_id: row.subject.id,
  revision: row.revision,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor: actor.name,
  address: actor.address,
  reason: row.reason,
  before: before === undefined ? undefined : (JSON.parse(before) as unknown),
  after: after === undefined ? undefined : (JSON.parse(after) as unknown),
  seal: row.seal,
})

const forPeople = (rows: ReadonlyArray<AuditRow>): string =>
  table<AuditRow>(
    [
      { heading: "TIME", text: ({ at }) => moment(at) },
      { heading: "OPERATION", text: ({ operation }) => operation },
      { heading: "OUTCOME", text: ({ outcome }) => outcome },
      { heading: "ACTOR", text: ({ actor }) => actor.name, cuttable: true },
      { heading: "SUBJECT", text: ({ subject }) => `${subject.kind} ${subject.id}` },
      { heading: "REASON", text: ({ reason }) => reason ?? "-", cuttable: true },
    ],
    rows,
  )

/** Lists the newest rows of the audit. */
export const listAudit = Effect.fn("Audit.list")(function* (input: {
  readonly limit: Option.Option<number>
  readonly json: boolean
}) {
  const limit = yield* limitOf(input.limit)
  const rows = yield* withDatabase(
    "read",
    AuditStore.use((store) =>
      Effect.flatMap(store.head, ({ sequence }) => store.page(Math.max(0, sequence - limit), limit)),
    ),
  )
  const newest = rows.toReversed()
  if (newest.length === 0 && !input.json) return yield* printMessage("The audit has no row yet.")
  yield* present(input.json, { rows: newest.map(wire) }, () => forPeople(newest))
})

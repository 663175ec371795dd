/** Rows of the audit as operators see them. */
import * as Schema from "effect/Schema"
import { described, Integer, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"
import type { AuditRow } from "./schema.ts"

const parsed = (json: string | undefined): unknown => (json === undefined ? undefined : JSON.parse(json))

/** A row of the audit. */
export const AuditRowView = Schema.Struct({
  sequence: described(Integer, "Counts up from 1 without a gap."),
  time: described(Timestamp, "When it was done, or refused."),
  operation: described(Text, "Name of the operation."),
  outcome: described(Text, "`done`, or the code of the refusal."),
  subject_kind: described(Text, "What was changed."),
  subject_id: described(Text, "Which of these."),
  revision: described(Schema.optional(Integer), "Revision of the subject after the change; absent: it has none."),
  actor_kind: described(Text, "`player`, `machine`, `local` or `system`."),
  actor_id: described(Text, "Uuid of the player or client; otherwise the name."),
  actor: described(Text, "The name that operators know."),
  address: described(Text, "Network address of the request; empty: it came over no network."),
  reason: described(Schema.optional(Text), "Why, in the words of the actor."),
  before: described(Schema.optional(Schema.Unknown), "The subject before the change, without secrets."),
  after: described(Schema.optional(Schema.Unknown), "The subject after the change, in the same form."),
  sealing: described(Schema.optional(Text), "How the row is sealed; absent: as rows were before there were kinds."),
  seal: described(Text, "The seal of the row, and of the row before it."),
}).annotate({ identifier: "AuditRow" })

/** The row as operators see it. */
export const auditRowView = ({ actor, after, before, ...row }: AuditRow): typeof AuditRowView.Type => ({
  sequence: row.sequence,
  time: row.at,
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
  before: parsed(before),
  after: parsed(after),
  sealing: row.sealing,
  seal: row.seal,
})

/** The newest rows of the audit, for operators (decisions, section 3). */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { described, Integer, ListOf, Text } from "../../kernel/input/Field.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { Timestamp, TimestampOrUnix } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { NewestLimit } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { AuditStore } from "../AuditStore.ts"
import type { AuditRow } from "../schema.ts"

const LIMIT_DEFAULT = 100

const parsed = (json: string | undefined): unknown => (json === undefined ? undefined : JSON.parse(json))

const AuditRowView = Schema.Struct({
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

const viewOf = ({ actor, after, before, ...row }: AuditRow): typeof AuditRowView.Type => ({
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

/** Whose place stands in a marker: the sequence that rows come before. */
const decodeMarker = Schema.decodeUnknownOption(Schema.FiniteFromString)

const invalidMarker = new InvalidInput({
  detail: [{ loc: ["after"], msg: "must be the marker of a page of this list", type: "value_error" }],
})

const sequenceIn = (marker: string | undefined) => {
  if (marker === undefined) return Effect.undefined
  const sequence = Option.getOrUndefined(decodeMarker(marker))
  const isSequence = sequence !== undefined && Number.isSafeInteger(sequence) && sequence >= 1
  return isSequence ? Effect.succeed(sequence) : Effect.fail(invalidMarker)
}

/** Lists rows of the audit. */
export const listAudit = read(
  { name: "audit.list", permissions: ["operator:audit:act"] },
  {
    title: "List the newest changes",
    sentence:
      "List the newest changes of players, clients, accounts, roles, keys and the catalog, and refused attempts, the " +
      "newest first, a page at a time. A page looks at a bounded number of rows: where few meet the conditions it may " +
      "be short, or empty, and still end with the marker of the next.",
    input: {
      actor: described(Schema.optionalKey(Text), "Who did it: the name that operators know, or the id."),
      subject_kind: described(Schema.optionalKey(Text), "What was changed: person, client, catalog and others."),
      subject_id: described(Schema.optionalKey(Text), "Which of these was changed."),
      operation: described(Schema.optionalKey(Text), "Name of the operation, such as restriction.add."),
      outcome: described(Schema.optionalKey(Text), "done, or the code of the refusal."),
      from: described(Schema.optionalKey(TimestampOrUnix), "Not before this time, ISO 8601 or Unix seconds."),
      to: described(Schema.optionalKey(TimestampOrUnix), "Not after this time, ISO 8601 or Unix seconds."),
      limit: NewestLimit,
      after: described(Schema.optionalKey(Text), "The page after the one that ended with this marker."),
    },
    answer: value(
      Schema.Struct({
        rows: described(ListOf(AuditRowView), "The newest first."),
        next: described(Schema.NullOr(Text), "The marker of the next page; null on the last one."),
      }).annotate({ identifier: "Audit" }),
    ),
    refusals: [],
    run: Effect.fnUntraced(function* ({ after, limit = LIMIT_DEFAULT, ...wanted }) {
      const before = yield* sequenceIn(after)
      const { actor, from, operation, outcome, subject_id: subjectId, subject_kind: subjectKind, to } = wanted
      const store = yield* AuditStore
      const sought = { actor, from, operation, outcome, subjectId, subjectKind, to, before }
      const { next, rows } = yield* store.search(sought, limit)
      return { rows: rows.map(viewOf), next: next === undefined ? null : String(next) }
    }),
  },
)

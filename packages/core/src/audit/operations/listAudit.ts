/** The newest rows of the audit, for operators (decisions, section 3). */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { described, ListOf, Text } from "../../kernel/input/Field.ts"
import { InvalidInput } from "../../kernel/input/Invalid.ts"
import { TimestampOrUnix } from "../../kernel/time/Timestamp.ts"
import { value } from "../../operation/answer.ts"
import { NewestLimit } from "../../operation/fields.ts"
import { read } from "../../operation/Operation.ts"
import { AuditStore } from "../AuditStore.ts"
import { AuditRowView, auditRowView } from "../view.ts"

const LIMIT_DEFAULT = 100

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
      return { rows: rows.map(auditRowView), next: next === undefined ? null : String(next) }
    }),
  },
)

/** What needs the attention of an operator. */
import * as Schema from "effect/Schema"
import { described, Enumeration, Flag, ListOf, Text } from "../kernel/input/Field.ts"
import { Timestamp } from "../kernel/time/Timestamp.ts"

const AttentionKind = Enumeration([
  "server_unready",
  "server_version",
  "portal_failing",
  "key_due",
  "secret_ends",
  "secret_unused",
  "backup_old",
  "audit_not_verified",
  "ledger_not_verified",
  "clock_off",
  "restriction_ends",
])
export type AttentionKind = typeof AttentionKind.Type

const AttentionRowSchema = Schema.Struct({
  kind: described(AttentionKind, "What it is."),
  urgency: described(
    Enumeration(["now", "soon", "notice"]),
    "`now`: something fails, or is about to. `soon`: somebody should do something. `notice`: it is good to know.",
  ),
  sentence: described(Text, "What it is, in words."),
  subject_kind: described(
    Schema.optional(Enumeration(["signing_key", "client", "player", "person", "portal"])),
    "What it is about; absent: the deployment.",
  ),
  subject_id: described(Schema.optional(Text), "Which of these."),
  command: described(Schema.optional(Text), "The command that does something about it; absent: there is none."),
  due: described(Schema.optional(Timestamp), "When it ends, or should have been done."),
}).annotate({ identifier: "AttentionRow" })
export type AttentionRow = typeof AttentionRowSchema.Type

/** All that needs attention. */
export const Attention = Schema.Struct({
  rows: described(ListOf(AttentionRowSchema), "The most urgent first."),
  restrictions_cut: described(Flag, "Whether more restrictions end within a day than are listed, which are 20."),
}).annotate({ identifier: "Attention" })

/** Whether the audit is as it was written (decisions, section 3; guarantees R49). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Enumeration, Integer, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { read } from "../../operation/Operation.ts"
import { verifyAudit } from "../verifyAudit.ts"

const BrokenPlace = Schema.Struct({
  sequence: described(Integer, "Number of the row."),
  because: described(
    Enumeration(["missing", "altered", "inserted"]),
    "`missing`: it was removed. `altered`: it does not fit its seal. `inserted`: the chain had ended before it.",
  ),
}).annotate({ identifier: "BrokenPlace" })

const ChangedRow = Schema.Struct({
  table: described(Text, "The table with the change."),
  id: described(Text, "What the row is found by, or the client or person that the rows of the table belong to."),
  because: described(
    Enumeration(["altered", "inserted", "astray", "removed"]),
    "`altered`: it does not fit its seal; of a client or person, a row may have been altered, removed or inserted. " +
      "`inserted`: it has no seal, or the person is none. `astray`: a login by a portal user of the person leads elsewhere. " +
      "`removed`: the audit says that it is there.",
  ),
}).annotate({ identifier: "ChangedAccessRow" })

const VerifiedAccess = Schema.Struct({
  rows: described(Integer, "Rows that were read."),
  unsealed: described(Integer, "Rows without a seal, while sealing has not begun."),
  changed: described(Schema.Array(ChangedRow), "Rows that Garrison did not write as they are, at most 100."),
  missing: described(Schema.optional(Text), "Why no seal could be checked."),
}).annotate({ identifier: "VerifiedAccess" })

/** Verifies every row of the audit, and the rows that decide who gets in. */
export const verifyAuditRows = read(
  { name: "audit.verify", permissions: ["operator:audit:act"] },
  {
    title: "Verify the audit",
    sentence:
      "Read the whole audit, and name the first row that was altered, removed or inserted by hand; then name the roles, clients, passwords, signing keys and persons whose rows are not as Garrison wrote them.",
    input: {},
    answer: value(
      Schema.Struct({
        rows: described(Integer, "Rows that were read."),
        keyed_from: described(Schema.optional(Integer), "The first row with a keyed seal; absent: none has one."),
        not_checkable: described(Integer, "Rows whose seals could not be checked, because their key is missing."),
        missing: described(Schema.optional(Text), "Why the key is missing."),
        broken: described(Schema.optional(BrokenPlace), "The first row that was changed; absent: none was found."),
        access: described(VerifiedAccess, "The rows that decide who gets in, and what they may do."),
      }).annotate({ identifier: "VerifiedAudit" }),
    ),
    refusals: [],
    run: () =>
      Effect.map(
        verifyAudit(() => Effect.void),
        ({ access, broken, keyedFrom, missing, rows, unchecked }) => ({
          rows,
          keyed_from: keyedFrom,
          not_checkable: unchecked,
          missing,
          broken,
          access,
        }),
      ),
  },
)

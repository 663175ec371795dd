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

/** Verifies every row of the audit. */
export const verifyAuditRows = read(
  { name: "audit.verify", permissions: ["operator:audit:act"] },
  {
    title: "Verify the audit",
    sentence: "Read the whole audit, and name the first row that was altered, removed or inserted by hand.",
    input: {},
    answer: value(
      Schema.Struct({
        rows: described(Integer, "Rows that were read."),
        keyed_from: described(Schema.optional(Integer), "The first row with a keyed seal; absent: none has one."),
        not_checkable: described(Integer, "Rows whose seals could not be checked, because their key is missing."),
        missing: described(Schema.optional(Text), "Why the key is missing."),
        broken: described(Schema.optional(BrokenPlace), "The first row that was changed; absent: none was found."),
      }).annotate({ identifier: "VerifiedAudit" }),
    ),
    refusals: [],
    run: () =>
      Effect.map(
        verifyAudit(() => Effect.void),
        ({ broken, keyedFrom, missing, rows, unchecked }) => ({
          rows,
          keyed_from: keyedFrom,
          not_checkable: unchecked,
          missing,
          broken,
        }),
      ),
  },
)

/** Accepting an access row as it stands (decisions, section 3; guarantees R78). */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { described, Enumeration, Text } from "../../kernel/input/Field.ts"
import { value } from "../../operation/answer.ts"
import { act } from "../../operation/Operation.ts"
import { acceptRow } from "../acceptRow.ts"
import { auditActs } from "../acts.ts"

const OfTable = described(Text, "The table that garrison audit verify names.")
const OfRow = described(Text, "What garrison audit verify names the row by.")

/** Accepts it. */
export const acceptAccessRow = act(
  auditActs.accept,
  {
    title: "Accept an access row as it stands",
    sentence:
      "Accept a role, client, password account, signing key or person that somebody mended by hand in the database, or the " +
      "rows of one table that belong to a client or person, so that a verification of the audit names it no more. Of one " +
      "that was removed, the audit then says that it may be gone. Compare it with a backup before. Whoever accepts it vouches for what it allows.",
    input: { table: OfTable, id: OfRow },
    answer: value(
      Schema.Struct({
        table: OfTable,
        id: OfRow,
        was: described(
          Enumeration(["altered", "inserted", "removed", "sound"]),
          "What the verification says of it. `sound`: nothing, so nothing was accepted.",
        ),
        seal: described(Schema.optional(Text), "The keyed seal of what was accepted, which the audit has too."),
      }).annotate({ identifier: "AcceptedAccessRow" }),
    ),
    refusals: ["resource_not_found"],
    run: ({ id, table }, by) => Effect.map(acceptRow(table, id, by), (found) => ({ table, id, ...found })),
  },
  "required",
)

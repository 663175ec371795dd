/** `garrison audit …` as rows. */
import { acceptedFacts, auditList } from "@garrison/core/audit/show"
import { command } from "../row/Row.ts"

/** The audit. */
export const rows = {
  "audit list": command(() => import("@garrison/core/audit/operations/listAudit").then((module) => module.listAudit), {
    flags: {
      actor: { metavar: "NAME" },
      subject_kind: { metavar: "KIND" },
      subject_id: { name: "subject", metavar: "ID" },
      operation: { metavar: "NAME" },
      outcome: { metavar: "CODE" },
      after: { metavar: "MARKER" },
    },
    show: auditList,
    examples: [
      [""],
      ["--limit 1000 --json", "For scripts"],
      ["--operation restriction.add --outcome done --ndjson", "A row a line"],
    ],
  }),
  "audit accept": command(
    () => import("@garrison/core/audit/operations/acceptAccessRow").then((module) => module.acceptAccessRow),
    {
      arguments: ["table", "id"],
      refusals: {
        AccessRowNotFound: {
          sentence: "There is no such row with a seal, and the audit names none.",
          next: "garrison audit verify names the rows.",
        },
      },
      show: acceptedFacts,
      examples: [
        ['role 7 --dry-run --reason "a look"'],
        ['restriction 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "the ban of Tuesday was removed by hand"'],
      ],
    },
  ),
}

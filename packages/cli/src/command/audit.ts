/** `garrison audit`: what operators, machines and Garrison itself have changed. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags } from "./actFlags.ts"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { limit } from "./limitFlag.ts"

const load = () => import("../action/audit.ts")

const condition = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

const list = Command.make(
  "list",
  {
    actor: condition("actor", "NAME", "Who did it: the name that operators know, or the id"),
    subjectKind: condition("subject-kind", "KIND", "What was changed: person, client, catalog and others"),
    subject: condition("subject", "ID", "Which of these was changed"),
    operation: condition("operation", "NAME", "Name of the operation, such as restriction.add"),
    outcome: condition("outcome", "CODE", "done, or the code of the refusal"),
    from: condition("from", "TIME", "Not before this time, ISO 8601 or Unix seconds"),
    to: condition("to", "TIME", "Not after this time, ISO 8601 or Unix seconds"),
    limit,
    after: condition("after", "MARKER", "The page after the one that ended with this marker"),
    json,
    ndjson,
  },
  (input) => lazily(load, (action) => action.showAudit(input)),
).pipe(
  Command.withDescription(
    "List the rows of the audit that meet all conditions, the newest first, a page at a time: changes of players, clients, accounts, keys and the catalog, and refused attempts.",
  ),
  Command.withShortDescription("List the newest changes"),
  Command.withExamples([
    { command: "garrison audit list" },
    { command: "garrison audit list --limit 1000 --json", description: "For scripts" },
    { command: "garrison audit list --operation restriction.add --outcome done --ndjson", description: "A row a line" },
  ]),
)

const verify = Command.make("verify", { json }, (input) =>
  lazily(load, (action) => action.verifyAuditChain(input)),
).pipe(
  Command.withDescription(
    "Read the whole audit and name the first row that was altered, removed or inserted; then name the roles, clients, passwords, signing keys and persons that are not as Garrison wrote them. Says from which row on a seal takes the key secret to forge. Only reads, also while servers run. Ends with 1 when a row was changed, and with 4 when seals cannot be checked without the key secret.",
  ),
  Command.withShortDescription("Find rows that were changed by hand"),
  Command.withExamples([
    { command: "garrison audit verify" },
    { command: "garrison audit verify --json", description: "For scripts" },
  ]),
)

const accept = Command.make(
  "accept",
  {
    table: Argument.String("table").pipe(Argument.withDescription("The table that garrison audit verify names")),
    id: Argument.String("id").pipe(Argument.withDescription("What garrison audit verify names the row by")),
    ...changeFlags,
    json,
  },
  (input) => lazily(load, (action) => action.acceptRow(input)),
).pipe(
  Command.withDescription(
    "Accept a row that was mended by hand in the database, so that garrison audit verify names it no more: a role, a client, a password account, a signing key or a person, or the rows of one table that belong to a client or person. Of a row that was removed, the audit then says that it may be gone. Compare the row with a backup before. The act is in the audit, with the seal of what was accepted.",
  ),
  Command.withShortDescription("Accept a row that was mended by hand"),
  Command.withExamples([
    { command: 'garrison audit accept role 7 --dry-run --reason "a look"' },
    {
      command:
        'garrison audit accept restriction 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "the ban of Tuesday was removed by hand"',
    },
  ]),
)

/** The audit. */
export const audit = Command.make("audit").pipe(
  Command.withDescription("List what was changed, who changed it and why, and verify that the list is whole."),
  Command.withShortDescription("List and verify what was changed, and by whom"),
  Command.withSubcommands([list, verify, accept]),
  Command.withExamples([{ command: "garrison audit list" }]),
)

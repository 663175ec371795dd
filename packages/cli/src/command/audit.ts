/** `garrison audit`: what operators, machines and Garrison itself have changed. */
import * as Command from "effect/cli/Command"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { limit } from "./limitFlag.ts"

const load = () => import("../action/audit.ts")

const list = Command.make("list", { limit, json }, (input) => lazily(load, (action) => action.showAudit(input))).pipe(
  Command.withDescription(
    "List the newest rows of the audit, the newest first: changes of players, clients, accounts, keys and the catalog, and refused attempts.",
  ),
  Command.withShortDescription("List the newest changes"),
  Command.withExamples([
    { command: "garrison audit list" },
    { command: "garrison audit list --limit 1000 --json", description: "For scripts" },
  ]),
)

const verify = Command.make("verify", { json }, (input) =>
  lazily(load, (action) => action.verifyAuditChain(input)),
).pipe(
  Command.withDescription(
    "Read the whole audit and name the first row that was altered, removed or inserted. Says from which row on a seal takes the key secret to forge. Only reads, also while servers run. Ends with 1 when a row was changed, and with 4 when seals cannot be checked without the key secret.",
  ),
  Command.withShortDescription("Find rows that were changed by hand"),
  Command.withExamples([
    { command: "garrison audit verify" },
    { command: "garrison audit verify --json", description: "For scripts" },
  ]),
)

/** The audit. */
export const audit = Command.make("audit").pipe(
  Command.withDescription("List what was changed, who changed it and why, and verify that the list is whole."),
  Command.withShortDescription("List and verify what was changed, and by whom"),
  Command.withSubcommands([list, verify]),
  Command.withExamples([{ command: "garrison audit list" }]),
)

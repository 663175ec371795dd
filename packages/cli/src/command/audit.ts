/** `garrison audit`: what operators, machines and Garrison itself have changed. */
import * as Command from "effect/cli/Command"
import { rowCommand } from "../row/parser.ts"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/audit.ts")

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

/** The audit. */
export const audit = Command.make("audit").pipe(
  Command.withDescription("List what was changed, who changed it and why, and verify that the list is whole."),
  Command.withShortDescription("List and verify what was changed, and by whom"),
  Command.withSubcommands([rowCommand("audit list"), verify, rowCommand("audit accept")]),
  Command.withExamples([{ command: "garrison audit list" }]),
)

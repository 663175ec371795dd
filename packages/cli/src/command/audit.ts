/** `garrison audit`: what operators, machines and Garrison itself have changed. */
import * as Command from "effect/cli/Command"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { limit } from "./limitFlag.ts"

const list = Command.make("list", { limit, json }, (input) =>
  lazily(
    () => import("../action/audit.ts"),
    (action) => action.listAudit(input),
  ),
).pipe(
  Command.withDescription(
    "List the newest rows of the audit, the newest first: changes of players, clients, accounts, keys and the catalog, and refused attempts.",
  ),
  Command.withShortDescription("List the newest changes"),
  Command.withExamples([
    { command: "garrison audit list" },
    { command: "garrison audit list --limit 1000 --json", description: "For scripts" },
  ]),
)

/** The audit. */
export const audit = Command.make("audit").pipe(
  Command.withDescription("List what was changed, who changed it and why."),
  Command.withShortDescription("List what was changed, and by whom"),
  Command.withSubcommands([list]),
  Command.withExamples([{ command: "garrison audit list" }]),
)

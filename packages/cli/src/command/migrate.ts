/** `garrison migrate`: what the steps of the schema that a database lacks will do, and their doing. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/migrate.ts")

/** Brings a database up to date, or says what that will do. */
export const migrate = Command.make(
  "migrate",
  {
    plan: Flag.Boolean("plan").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Say what is to come, and change nothing (as without a flag)"),
      Flag.withDefault(false),
    ),
    apply: Flag.Boolean("apply").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Do it, step by step, each whole or not at all"),
      Flag.withDefault(false),
    ),
    json,
  },
  (input) => lazily(load, (action) => action.migrate(input)),
).pipe(
  Command.withDescription(
    "Say which steps of the schema the database lacks: what each makes, locks, reads and writes, of how many rows, how long a million rows take here, and whether servers of the version before may go on. With --apply they are done. A server does them when it starts, unless the setting migrate is manual.",
  ),
  Command.withShortDescription("Say what the schema lacks, and bring it up to date"),
  Command.withExamples([
    { command: "garrison migrate --plan" },
    { command: "garrison migrate --apply --json", description: "In a deployment, before the servers start" },
  ]),
)

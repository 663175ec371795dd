/** `garrison console`: the operators' console, in the terminal. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "./lazily.ts"
import { valueFlag } from "./settingFlag.ts"

/** The console. */
export const console = Command.make(
  "console",
  {
    readOnly: Flag.Boolean("read-only").pipe(
      Flag.withDescription("Offer nothing that changes anything"),
      Flag.withDefault(false),
    ),
    environment: valueFlag("environment"),
    environmentKind: valueFlag("environmentKind"),
    role: Flag.String("role").pipe(
      Flag.withDescription("May do no more than this role allows, by its name or number; to try it"),
      Flag.optional,
    ),
  },
  (input) =>
    lazily(
      () => import("../action/console.ts"),
      (action) => action.openConsole(input),
    ),
).pipe(
  Command.withDescription(
    "Open the operators' console in this terminal, on the database of the settings, whether or not a server is running on it. ? shows the keys of each screen. Its first line says which environment this is; one whose kind nobody declared counts as production.",
  ),
  Command.withShortDescription("Look after players in the terminal"),
  Command.withExamples([
    { command: "garrison console" },
    { command: "garrison console --read-only", description: "To look around" },
    { command: "garrison console --role support", description: "To see what the role allows" },
  ]),
)

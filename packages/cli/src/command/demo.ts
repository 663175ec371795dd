/** `garrison demo`. */
import * as Command from "effect/cli/Command"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

/** Makes the demo world. */
export const demo = Command.make("demo", { json }, (input) =>
  lazily(
    () => import("../action/demo.ts"),
    (action) => action.makeDemo(input),
  ),
).pipe(
  Command.withDescription(
    "Put the demo world into an empty database: a catalog of real drop tables, a public game client, players with loot and notifications, and a machine client whose secret is printed once. `garrison serve --demo` does the same.",
  ),
  Command.withShortDescription("Put the demo world into an empty database"),
  Command.withExamples([
    { command: "garrison demo --storage sqlite:demo.db" },
    {
      command: "garrison demo --storage sqlite:demo.db --json",
      description: "The machine client's secret for scripts",
    },
  ]),
)

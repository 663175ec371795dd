/** `garrison config`. */
import * as Command from "effect/cli/Command"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

/** Shows the settings. */
export const config = Command.make("config", { json, ndjson }, (input) =>
  lazily(
    () => import("../action/config.ts"),
    (action) => action.showConfig(input),
  ),
).pipe(
  Command.withDescription(
    "Show every setting, its value and where the value comes from; secrets are masked. Ends with 2 when a setting is wrong, and says what is wrong with it.",
  ),
  Command.withShortDescription("Show the settings and where they come from"),
  Command.withExamples([
    { command: "garrison config", description: "All settings, with flag, variable, file and line, or default" },
    { command: "garrison config --json", description: "The same for scripts" },
    { command: "GARRISON_PORT=9000 garrison config --set grantsEnabled=anon,basic,refresh" },
  ]),
)

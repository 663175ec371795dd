/** `garrison status`: the figures of the last quarter of an hour, and what needs attention. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const watch = Flag.Boolean("watch").pipe(
  Flag.withAlias("w"),
  Flag.withoutNegation,
  Flag.withDescription("Show it again every two seconds, until Ctrl-C"),
  Flag.withDefault(false),
)

/** Shows how the deployment is. */
export const status = Command.make("status", { watch, json, ndjson }, (input) =>
  lazily(
    () => import("../action/status.ts"),
    (action) => action.showStatus(input),
  ),
).pipe(
  Command.withDescription(
    "Show how many players are online, the logins and orders of the last 15 minutes, and what needs attention, each with the command that does something about it. Where a server runs with a probe port, also what it counts: requests, refusals, latencies, portals, places and queues.",
  ),
  Command.withShortDescription("Show figures, and what needs attention"),
  Command.withExamples([
    { command: "garrison status" },
    { command: "garrison status --set probePort=8081", description: "With the figures of the server there" },
    { command: "garrison status --json", description: "For scripts; --watch --ndjson is a line every two seconds" },
  ]),
)

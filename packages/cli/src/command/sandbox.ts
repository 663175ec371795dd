/** `garrison sandbox`. */
import * as Command from "effect/cli/Command"
import { lazily } from "./lazily.ts"
import { valueFlag } from "./settingFlag.ts"

/** Plays the third-party portals. */
export const sandbox = Command.make("sandbox", { sandboxPort: valueFlag("sandboxPort") }, (input) =>
  lazily(
    () => import("../action/sandbox.ts"),
    (action) => action.playPortals(input),
  ),
).pipe(
  Command.withDescription(
    'Play every third-party portal on this machine, with made-up users, until the command is stopped. It prints `sandbox on http://HOST:PORT` on stdout. GET /sandbox/credentials answers login bodies, GET /sandbox/settings the settings of a server that is to ask these portals, and GET / a page with both. PUT /sandbox/faults/PORTAL with {"fault":"keys_down"} makes a portal misbehave. `garrison serve --sandbox` does the same beside a server.',
  ),
  Command.withShortDescription("Play the third-party portals, for development"),
  Command.withExamples([
    { command: "garrison sandbox", description: "Any free port" },
    { command: "garrison sandbox --sandbox-port 9000" },
  ]),
)

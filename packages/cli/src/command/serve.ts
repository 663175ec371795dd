/** `garrison serve`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "./lazily.ts"
import { switchFlag, valueFlag } from "./settingFlag.ts"

/** Serves. */
export const serve = Command.make(
  "serve",
  {
    host: valueFlag("host"),
    port: valueFlag("port"),
    log: valueFlag("log"),
    demo: Flag.optional(switchFlag("demo")),
    sandbox: Flag.optional(switchFlag("sandbox")),
    sandboxPort: valueFlag("sandboxPort"),
    demoPublic: switchFlag("demoPublic").pipe(Flag.withoutNegation, Flag.withDefault(false)),
  },
  (input) =>
    lazily(
      () => import("../action/serve.ts"),
      (action) => action.serve(input),
    ),
).pipe(
  Command.withDescription(
    "Start the HTTP server. It prints `listening on http://HOST:PORT` on stdout when it is ready. With --sandbox it also prints `sandbox on http://HOST:PORT`: there it plays the third-party portals, and shows credentials that log in. On SIGTERM it finishes running requests and ends with 0.",
  ),
  Command.withShortDescription("Start the server"),
  Command.withExamples([
    { command: "garrison serve", description: "SQLite file garrison.db, port 8080" },
    { command: "garrison serve --demo", description: "With a demo world to try things on" },
    { command: "garrison serve --demo --sandbox", description: "The same, with third-party portals to log in by" },
    { command: "garrison serve --port 0 --log off", description: "Any free port, and no output but the address" },
    {
      command: "garrison serve --storage postgres://garrison@db/garrison --host 0.0.0.0",
      description: "On Postgres, for other machines",
    },
  ]),
)

/** `garrison serve`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "./lazily.ts"

/** Serves. */
export const serve = Command.make(
  "serve",
  {
    host: Flag.String("host").pipe(
      Flag.withMetavar("HOST"),
      Flag.withDescription("Address to listen on (default 127.0.0.1)"),
      Flag.optional,
    ),
    port: Flag.String("port").pipe(
      Flag.withAlias("p"),
      Flag.withMetavar("PORT"),
      Flag.withDescription("Port to listen on; 0 picks a free one (default 8080)"),
      Flag.optional,
    ),
    log: Flag.String("log").pipe(
      Flag.withMetavar("FORM"),
      Flag.withDescription(
        "Access log on stderr: json, text, off or auto (default: text on a terminal, json elsewhere)",
      ),
      Flag.optional,
    ),
    demo: Flag.Boolean("demo").pipe(
      Flag.withDescription("Serve the demo world, and put it into an empty database"),
      Flag.optional,
    ),
    demoPublic: Flag.Boolean("demo-public").pipe(
      Flag.withoutNegation,
      Flag.withDescription("With --demo: also on an address that other machines can reach"),
      Flag.withDefault(false),
    ),
  },
  (input) =>
    lazily(
      () => import("../action/serve.ts"),
      (action) => action.serve(input),
    ),
).pipe(
  Command.withDescription(
    "Start the HTTP server. It prints `listening on http://HOST:PORT` on stdout when it is ready. On SIGTERM it finishes running requests and ends with 0.",
  ),
  Command.withShortDescription("Start the server"),
  Command.withExamples([
    { command: "garrison serve", description: "SQLite file garrison.db, port 8080" },
    { command: "garrison serve --demo", description: "With a demo world to try things on" },
    { command: "garrison serve --port 0 --log off", description: "Any free port, and no output but the address" },
    {
      command: "garrison serve --storage postgres://garrison@db/garrison --host 0.0.0.0",
      description: "On Postgres, for other machines",
    },
  ]),
)

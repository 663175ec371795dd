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
      Flag.withDescription("Put the demo world into an empty database (default), or --no-demo"),
      Flag.optional,
    ),
  },
  (input) =>
    lazily(
      () => import("../action/serve.ts"),
      (action) => action.serve(input),
    ),
).pipe(
  Command.withDescription(
    "Serve the player operations over HTTP. Prints `listening on http://HOST:PORT` on stdout when ready. SIGTERM finishes what is under way and ends with 0.",
  ),
  Command.withShortDescription("Start the server"),
  Command.withExamples([
    {
      command: "garrison serve",
      description: "SQLite file garrison.db, port 8080; an empty database gets the demo world",
    },
    {
      command: "garrison serve --port 0 --log off --no-demo",
      description: "Any free port, and not a word but the address",
    },
    {
      command: "garrison serve --storage postgres://garrison@db/garrison --host 0.0.0.0 --no-demo",
      description: "On Postgres, for other machines, without the demo world",
    },
  ]),
)

/** The whole command: every noun and verb, joined under `garrison`. Only declarations; handlers are loaded lazily. */
import * as Command from "effect/cli/Command"
import { config } from "./command/config.ts"
import { globalFlags } from "./command/globalFlags.ts"

/** `garrison`. */
export const garrison = Command.make("garrison").pipe(
  Command.withDescription("Garrison: the player backend that any Node game server can embed."),
  Command.withSubcommands([config]),
  Command.withGlobalFlags(globalFlags),
  Command.withExamples([
    { command: "garrison serve", description: "Start the server; an empty database gets the demo world" },
    { command: "garrison catalog publish catalog.json", description: "Check a catalog and make it the current one" },
    { command: "garrison client create my-server --kind machine --permission '*'" },
  ]),
)

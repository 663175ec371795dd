/** `garrison session`: the sessions of players. */
import * as Command from "effect/cli/Command"
import { rowCommand } from "../row/parser.ts"

/** Sessions. */
export const session = Command.make("session").pipe(
  Command.withDescription("List and end the sessions of players."),
  Command.withShortDescription("List and end the sessions of players"),
  Command.withSubcommands([rowCommand("session list"), rowCommand("session end")]),
  Command.withExamples([{ command: "garrison session list 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)

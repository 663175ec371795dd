/** `garrison key`: the keys that sign access tokens. */
import * as Command from "effect/cli/Command"
import { rowCommand } from "../row/parser.ts"

/** Signing keys. */
export const key = Command.make("key").pipe(
  Command.withDescription("List and rotate the keys that sign access tokens."),
  Command.withShortDescription("List and rotate the signing keys"),
  Command.withSubcommands([rowCommand("key list"), rowCommand("key rotate")]),
  Command.withExamples([{ command: "garrison key list" }]),
)

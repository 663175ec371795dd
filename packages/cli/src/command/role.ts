/** `garrison role`: what players and machine clients may do. */
import * as Command from "effect/cli/Command"
import { makeCodeCommand, rowCommand } from "../row/parser.ts"
import type { rows } from "../rows/role.ts"

const give = makeCodeCommand<typeof rows>()("role give", () =>
  import("../action/role.ts").then((module) => module.giveRole),
)

/** Roles. */
export const role = Command.make("role").pipe(
  Command.withDescription("List, make and give roles: what players and machine clients may do."),
  Command.withShortDescription("List, make and give roles"),
  Command.withSubcommands([rowCommand("role list"), rowCommand("role put"), give]),
  Command.withExamples([{ command: "garrison role list" }]),
)

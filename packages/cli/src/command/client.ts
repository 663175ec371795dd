/** `garrison client`: create and list API clients, and replace their secrets. */
import * as Command from "effect/cli/Command"
import { HelpSections } from "../output/helpSections.ts"
import { rowCommand } from "../row/parser.ts"

/** Clients. */
export const client = Command.make("client").pipe(
  Command.withDescription(
    "Create, list, change, rotate, disable and delete API clients: the games and servers that call Garrison.",
  ),
  Command.withShortDescription("Create, list, change, rotate, disable and delete API clients"),
  Command.withSubcommands([
    rowCommand("client create").pipe(
      Command.annotate(HelpSections, () => import("./clientLists.ts").then(({ clientLists }) => clientLists)),
    ),
    ...["list", "show", "history", "edit", "rotate", "retire", "disable", "enable", "delete"].map((name) =>
      rowCommand(`client ${name}`),
    ),
  ]),
  Command.withExamples([{ command: "garrison client list" }]),
)

/** `garrison role`: what players and machine clients may do. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { rowCommand } from "../row/parser.ts"
import { revisionFlags } from "./actFlags.ts"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/role.ts")

const give = Command.make(
  "give",
  {
    role: Argument.String("role").pipe(Argument.withDescription("The name of the role, or its role_id")),
    player: Flag.String("player").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("The player who gets the role"),
      Flag.optional,
    ),
    client: Flag.String("client").pipe(
      Flag.withMetavar("CLIENT_ID"),
      Flag.withDescription("The client's client_id"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) => lazily(load, (action) => action.giveRole(input)),
).pipe(
  Command.withDescription(
    "Give a role to a player, or the permissions that it has now to a machine client. A ready-made role is stored when it is first given.",
  ),
  Command.withShortDescription("Give a role to a player or a client"),
  Command.withExamples([
    { command: "garrison role give support --player 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    {
      command: 'garrison role give "economy designer" --client catalog-tool --dry-run',
      description: "What would happen",
    },
  ]),
)

/** Roles. */
export const role = Command.make("role").pipe(
  Command.withDescription("List, make and give roles: what players and machine clients may do."),
  Command.withShortDescription("List, make and give roles"),
  Command.withSubcommands([rowCommand("role list"), rowCommand("role put"), give]),
  Command.withExamples([{ command: "garrison role list" }]),
)

/** `garrison role`: what players and machine clients may do. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags, revisionFlags } from "./actFlags.ts"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/role.ts")

const list = Command.make("list", { json, ndjson }, (input) => lazily(load, (action) => action.showRoles(input))).pipe(
  Command.withDescription("List the roles of the database, and the ready-made ones that it does not have yet."),
  Command.withShortDescription("List roles"),
  Command.withExamples([
    { command: "garrison role list" },
    { command: "garrison role list --json", description: "For scripts" },
  ]),
)

const put = Command.make(
  "put",
  {
    roleId: Argument.Int("role_id").pipe(Argument.withDescription("The role_id of the role")),
    name: Flag.String("name").pipe(Flag.withDescription("Its name, for operators; unique")),
    permission: Flag.String("permission").pipe(
      Flag.withAlias("p"),
      Flag.withDescription("A permission of the role; may be repeated"),
      Flag.atLeast(0),
    ),
    bypassesLock: Flag.Boolean("bypasses-lock").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Let its holders log in while authentication is limited or locked"),
      Flag.withDefault(false),
    ),
    ...changeFlags,
    json,
  },
  (input) => lazily(load, (action) => action.storeRole(input)),
).pipe(
  Command.withDescription(
    "Make a role, or replace the one with this role_id. A permission that it loses is withdrawn from its players at once, and on other servers within a minute; one that it gets comes with their next token.",
  ),
  Command.withShortDescription("Make or change a role"),
  Command.withExamples([
    { command: "garrison role put 7 --name moderator -p operator:read:player -p operator:act:player" },
    { command: "garrison role put 7 --name moderator -p operator:read:player --dry-run --json" },
  ]),
)

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
  Command.withSubcommands([list, put, give]),
  Command.withExamples([{ command: "garrison role list" }]),
)

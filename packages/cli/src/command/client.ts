/** `garrison client`: create and list API clients, and replace their secrets. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { HelpSections } from "../output/helpSections.ts"
import { rowCommand } from "../row/parser.ts"
import { changeFlags, revisionFlags } from "./actFlags.ts"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/client.ts")

const clientId = Argument.String("client_id").pipe(Argument.withDescription("The client's client_id"))

const permission = Flag.String("permission").pipe(
  Flag.withAlias("p"),
  Flag.withDescription("A permission of a machine client's tokens; may be repeated"),
  Flag.atLeast(0),
)

const off = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDescription(description), Flag.withDefault(false))

const redirectUri = Flag.String("redirect-uri").pipe(
  Flag.withMetavar("ADDRESS"),
  Flag.withDescription("Where logins by redirect of a game may return to, letter by letter; may be repeated"),
  Flag.atLeast(0),
)

const create = Command.make(
  "create",
  {
    clientId: Argument.String("client_id").pipe(
      Argument.withDescription("The name by which the client logs in; unique"),
    ),
    kind: Flag.Literals("kind", ["game", "machine"]).pipe(
      Flag.withDescription("game logs players in, machine logs in as itself"),
    ),
    description: Flag.String("description").pipe(Flag.withDescription("What the client is for"), Flag.optional),
    permission,
    grant: Flag.String("grant").pipe(
      Flag.withDescription("A grant that the client may use; may be repeated (default: every grant of its kind)"),
      Flag.atLeast(0),
    ),
    org: Flag.String("org").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("Organisation that the client belongs to"),
      Flag.optional,
    ),
    public: Flag.Boolean("public").pipe(
      Flag.withoutNegation,
      Flag.withDescription("A game client without a secret, such as one that ships to players"),
      Flag.withDefault(false),
    ),
    redirectUri,
    pkceExempt: Flag.Boolean("pkce-exempt").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Let a public client begin logins by redirect without a PKCE challenge"),
      Flag.withDefault(false),
    ),
    ...changeFlags,
    json,
  },
  (input) => lazily(load, (action) => action.makeClient(input)),
).pipe(
  Command.withDescription("Create a client. Its secret is printed once and stored only as a hash."),
  Command.annotate(HelpSections, () => import("./clientLists.ts").then(({ clientLists }) => clientLists)),
  Command.withShortDescription("Create a client and print its secret"),
  Command.withExamples([
    {
      command:
        "garrison client create match-server --kind machine -p inv:create_order:player:any -p notification:playerid:write",
      description: "A game server that gives loot and sends notifications",
    },
    { command: "garrison client create my-game --kind game --public", description: "The game that players run" },
    {
      command: "garrison client create my-game --kind game --public --redirect-uri https://game.example/login",
      description: "The same, with logins by redirect that return there",
    },
    { command: "garrison client create reporter --kind machine -p catalog:read --json", description: "For scripts" },
  ]),
)

const edit = Command.make(
  "edit",
  {
    clientId,
    description: Flag.String("description").pipe(Flag.withDescription("What the client is for"), Flag.optional),
    noDescription: off("no-description", "Drop the description"),
    org: Flag.String("org").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("Organisation that the client belongs to"),
      Flag.optional,
    ),
    noOrg: off("no-org", "Belong to no organisation"),
    permission,
    noPermissions: off("no-permissions", "Drop every permission"),
    grant: Flag.String("grant").pipe(
      Flag.withDescription("A grant that the client may use; may be repeated, * is every grant of its kind"),
      Flag.atLeast(0),
    ),
    noGrants: off("no-grants", "Drop every grant: no login of the client is accepted any more"),
    redirectUri,
    noRedirectUris: Flag.Boolean("no-redirect-uris").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Drop every address: no login by redirect of the client begins any more"),
      Flag.withDefault(false),
    ),
    pkceExempt: Flag.Boolean("pkce-exempt").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Let the client, which is public, begin logins by redirect without a PKCE challenge"),
      Flag.withDefault(false),
    ),
    pkceRequired: Flag.Boolean("pkce-required").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Refuse logins by redirect of a public client without a PKCE challenge"),
      Flag.withDefault(false),
    ),
    ...revisionFlags,
    json,
  },
  (input) => lazily(load, (action) => action.editClient(input)),
).pipe(
  Command.withDescription(
    "Change what a client is for and may do, or where its logins by redirect return to and whether they must begin with a PKCE challenge. A list that is given takes the place of the one that the client has. A permission that it loses is withdrawn from its tokens at once, and on other servers within a minute.",
  ),
  Command.withShortDescription("Change permissions, grants or redirects of a client"),
  Command.withExamples([
    {
      command: "garrison client edit match-server -p inv:create_order:player:any -p catalog:read",
      description: "Two permissions, and no other",
    },
    {
      command: "garrison client edit my-game --redirect-uri https://game.example/login --redirect-uri my-game://login",
      description: "Two addresses, and no other",
    },
    {
      command: "garrison client edit my-game --pkce-required",
      description: "Once every version of the game sends PKCE",
    },
  ]),
)

/** Clients. */
export const client = Command.make("client").pipe(
  Command.withDescription(
    "Create, list, change, rotate, disable and delete API clients: the games and servers that call Garrison.",
  ),
  Command.withShortDescription("Create, list, change, rotate, disable and delete API clients"),
  Command.withSubcommands([
    create,
    rowCommand("client list"),
    rowCommand("client show"),
    rowCommand("client history"),
    edit,
    ...["client rotate", "client retire", "client disable", "client enable", "client delete"].map(rowCommand),
  ]),
  Command.withExamples([{ command: "garrison client list" }]),
)

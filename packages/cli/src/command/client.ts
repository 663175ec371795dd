/** `garrison client`: create and list API clients, and replace their secrets. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { HelpSections } from "../output/helpSections.ts"
import { changeFlags, revisionFlags } from "./actFlags.ts"
import { json, ndjson, yes } from "./globalFlags.ts"
import { historyFlags } from "./historyFlags.ts"
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

const list = Command.make("list", { json, ndjson }, (input) =>
  lazily(load, (action) => action.showClients(input)),
).pipe(
  Command.withDescription("List all clients, by client_id. Secrets are never shown."),
  Command.withShortDescription("List clients"),
  Command.withExamples([
    { command: "garrison client list" },
    { command: "garrison client list --json", description: "For scripts" },
  ]),
)

const rotate = Command.make(
  "rotate",
  {
    clientId,
    overlap: Flag.Int("overlap").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.withDescription("How long the current secret keeps working (default: secretOverlapSeconds, one day)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(load, (action) => action.newSecretOfClient(input)),
).pipe(
  Command.withDescription(
    "Give a client a new secret. The current one keeps working for the overlap, so that servers can be switched one by one. The sessions of a machine client end with the secret that opened them.",
  ),
  Command.withShortDescription("Give a client a new secret"),
  Command.withExamples([
    { command: "garrison client rotate match-server", description: "The current secret works for one more day" },
    {
      command: "garrison client rotate match-server --overlap 0 --reason leaked --yes",
      description: "The current secret leaked: end it now",
    },
  ]),
)

const show = Command.make("show", { clientId, json }, (input) =>
  lazily(load, (action) => action.showOneClient(input)),
).pipe(
  Command.withDescription(
    "Show one client: what it may do, and of each secret when it was made, was last used and ends. Of a former secret it says whether it can be retired. Secrets are never shown.",
  ),
  Command.withShortDescription("Show one client and the use of its secrets"),
  Command.withExamples([
    { command: "garrison client show match-server", description: "Whether the former secret is still used" },
    { command: "garrison client show match-server --json", description: "For scripts" },
  ]),
)

const retire = Command.make(
  "retire",
  {
    clientId,
    secret: Flag.String("secret").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("Only if this is the former secret, which a rotation in the meantime replaces"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(load, (action) => action.retireSecretOfClient(input)),
).pipe(
  Command.withDescription(
    "End the overlap of a rotation now: the former secret is refused at once, and the sessions that a machine client opened with it end within a minute. It cannot be undone.",
  ),
  Command.withShortDescription("End the former secret of a client now"),
  Command.withExamples([
    { command: "garrison client retire match-server", description: "Says whether the secret is still used, and asks" },
    { command: 'garrison client retire match-server --reason "all servers are switched" --yes' },
  ]),
)

const remove = Command.make("delete", { clientId, ...revisionFlags, yes, json }, (input) =>
  lazily(load, (action) => action.deleteClient(input)),
).pipe(
  Command.withDescription(
    "Delete a client with its secrets, and end its sessions. It cannot be undone; garrison client disable can.",
  ),
  Command.withShortDescription("Delete a client"),
  Command.withExamples([
    { command: "garrison client delete match-server --dry-run", description: "Whether it would work" },
    { command: 'garrison client delete match-server --reason "made by mistake" --yes' },
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

const disable = Command.make("disable", { clientId, ...revisionFlags, yes, json }, (input) =>
  lazily(load, (action) => action.disableClient(input)),
).pipe(
  Command.withDescription(
    "Refuse every login of a client, and end its sessions, until it is enabled again. Nothing of it is deleted.",
  ),
  Command.withShortDescription("Refuse the logins of a client"),
  Command.withExamples([
    { command: 'garrison client disable match-server --reason "the host was stolen" --yes' },
    { command: "garrison client disable match-server --dry-run", description: "Whether it would work" },
  ]),
)

const enable = Command.make("enable", { clientId, ...revisionFlags, json }, (input) =>
  lazily(load, (action) => action.enableClient(input)),
).pipe(
  Command.withDescription("Let a client log in again that was disabled."),
  Command.withShortDescription("Let a disabled client log in again"),
  Command.withExamples([
    { command: "garrison client enable match-server" },
    { command: "garrison client enable match-server --if-revision 1 --json", description: "For scripts" },
  ]),
)

const history = Command.make("history", { clientId, ...historyFlags }, (input) =>
  lazily(
    () => import("../action/history.ts"),
    (action) => action.showHistoryOfClient(input),
  ),
).pipe(
  Command.withDescription(
    "Show the logins of a machine client as itself, and what operators and the client itself changed, the newest first. Logins are kept for 90 days.",
  ),
  Command.withShortDescription("Show logins and changes of a client"),
  Command.withExamples([
    { command: "garrison client history match-server" },
    { command: "garrison client history match-server --kind client.rotate", description: "Rotations of its secret" },
    { command: "garrison client history match-server --json", description: "For scripts" },
  ]),
)

/** Clients. */
export const client = Command.make("client").pipe(
  Command.withDescription(
    "Create, list, change, rotate, disable and delete API clients: the games and servers that call Garrison.",
  ),
  Command.withShortDescription("Create, list, change, rotate, disable and delete API clients"),
  Command.withSubcommands([create, list, show, history, edit, rotate, retire, disable, enable, remove]),
  Command.withExamples([{ command: "garrison client list" }]),
)

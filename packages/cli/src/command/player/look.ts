/** `garrison player show`, `watch`, `list`, `search`, `history` and `create`: players and what happened to them. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags } from "../actFlags.ts"
import { json, ndjson } from "../globalFlags.ts"
import { historyFlags } from "../historyFlags.ts"
import { lazily } from "../lazily.ts"
import { playerArgument } from "./playerArgument.ts"

const load = () => import("../../action/player.ts")
const whole = () => import("../../action/playerWhole.ts")

/** The sections of a player, and all of them. Help loads no operation, so they stand here again. */
const sections = [
  "all",
  "identity",
  "restrictions",
  "agreements",
  "sessions",
  "inventory",
  "levels",
  "orders",
  "notifications",
  "presence",
  "logins",
  "security_events",
  "audit",
] as const

/** `garrison player show`. */
export const show = Command.make(
  "show",
  {
    player: playerArgument,
    section: Flag.Literals("section", sections).pipe(
      Flag.withDescription("Show this section of the player whole; may be repeated (all: every one)"),
      Flag.atMost(sections.length),
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Rows of each list, 1 to 100 (default: 10)"),
      Flag.optional,
    ),
    json,
  },
  (input) =>
    input.section.length === 0
      ? lazily(load, (action) => action.showOnePlayer(input))
      : lazily(whole, (action) => action.showWhole(input)),
).pipe(
  Command.withDescription(
    "Show one player: identity, role, permissions, restrictions and accepted agreements. With --section all the player whole: also sessions, inventory, levels, orders, notifications, presence, logins, security events and what operators did.",
  ),
  Command.withShortDescription("Show one player"),
  Command.withExamples([
    { command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --section all", description: "Whole" },
    { command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

/** `garrison player watch`. */
export const watch = Command.make("watch", { player: playerArgument, json, ndjson }, (input) =>
  lazily(whole, (action) => action.watchPlayer(input)),
).pipe(
  Command.withDescription(
    "Follow what changes about a player, a line for each change: the sections that changed, and by whom. Changes of every process are seen. Ctrl-C ends it.",
  ),
  Command.withShortDescription("Follow what changes about a player"),
  Command.withExamples([
    { command: "garrison player watch 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player watch 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --ndjson", description: "For scripts" },
  ]),
)

const pageLimit = Flag.Int("limit").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("Players on a page, 1 to 1000 (default: 100)"),
  Flag.optional,
)

const pageAfter = Flag.String("after").pipe(
  Flag.withMetavar("MARKER"),
  Flag.withDescription("The page after the one that ended with this marker"),
  Flag.optional,
)

/** `garrison player list`. */
export const list = Command.make(
  "list",
  {
    name: Flag.String("name").pipe(
      Flag.withMetavar("PREFIX"),
      Flag.withDescription("How the display names begin; a to z in either case (default: all players)"),
      Flag.optional,
    ),
    limit: pageLimit,
    after: pageAfter,
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../../action/playerList.ts"),
      (action) => action.showPlayers(input),
    ),
).pipe(
  Command.withDescription(
    "List players by display name, a page at a time, those of deleted persons too. Each page but the last ends with the marker of the next.",
  ),
  Command.withShortDescription("List players by display name"),
  Command.withExamples([
    { command: "garrison player list --name ad" },
    { command: "garrison player list --limit 1000 --json", description: "For scripts; next is the marker" },
  ]),
)

const condition = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** `garrison player search`. */
export const search = Command.make(
  "search",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("Any part of the display name, whatever its accents and case"),
      Argument.optional,
    ),
    uuid: condition("uuid", "UUID", "The player with this player_uuid"),
    id: Flag.Int("id").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("The player with this deprecated integer identity"),
      Flag.optional,
    ),
    platform: condition("platform", "PLATFORM", "Platform of the portal user"),
    portalUser: condition("portal-user", "ID", "The player of this portal user of the platform"),
    environment: condition(
      "environment",
      "NAME",
      "Environment of the portal user, where the platform has environments",
    ),
    item: Flag.String("item").pipe(
      Flag.withMetavar("ID|NAME"),
      Flag.withDescription("Players who have at least one of this item, without expiry"),
      Flag.optional,
    ),
    restriction: Flag.Literals("restriction", [
      "any",
      "account_ban",
      "account_lockout",
      "account_pending_deletion",
      "account_deny_auth",
    ]).pipe(Flag.withDescription("Players under a restriction in force: of this type, or of any"), Flag.optional),
    online: Flag.Boolean("online").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Players who are online now"),
      Flag.withDefault(false),
    ),
    limit: pageLimit,
    after: pageAfter,
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../../action/playerList.ts"),
      (action) => action.findPlayers(input),
    ),
).pipe(
  Command.withDescription(
    "Find players by any part of the display name, by uuid, number or portal user, by an item that they hold, a restriction in force, or whether they are online: those who meet all conditions, a page at a time. Where few meet them, a page may be short and still have a next one.",
  ),
  Command.withShortDescription("Find players"),
  Command.withExamples([
    { command: "garrison player search ada" },
    { command: "garrison player search --restriction any --online" },
    { command: "garrison player search --item 1000655 --ndjson", description: "For scripts, a player a line" },
  ]),
)

/** `garrison player online`. */
export const online = Command.make("online", { json }, (input) =>
  lazily(
    () => import("../../action/playerOnline.ts"),
    (action) => action.showOnline(input),
  ),
).pipe(
  Command.withDescription(
    "Count the players who are online now, by platform and status. Invisible players are counted, and said apart. The count is of the database: it needs no server, and is that of all servers together.",
  ),
  Command.withShortDescription("Count players online by platform"),
  Command.withExamples([
    { command: "garrison player online" },
    { command: "garrison player online --json", description: "For scripts" },
  ]),
)

/** `garrison player prunable`. */
export const prunable = Command.make(
  "prunable",
  {
    days: Flag.Int("days").pipe(Flag.withMetavar("N"), Flag.withDescription("Days since the one login.")),
    json,
  },
  (input) =>
    lazily(
      () => import("../../action/playerPrunable.ts"),
      (action) => action.showPrunable(input),
    ),
).pipe(
  Command.withDescription(
    "Count the anonymous players that the setting anonymousPruneDays would delete with so many days: those that logged in once, that long ago, and have no order, item, claim, notification, restriction, accepted agreement or link. Deletes nothing.",
  ),
  Command.withShortDescription("Count anonymous players that a pruning would delete"),
  Command.withExamples([
    { command: "garrison player prunable --days 90" },
    { command: "garrison player prunable --days 30 --json", description: "For scripts" },
  ]),
)

/** `garrison player history`. */
export const history = Command.make("history", { player: playerArgument, ...historyFlags }, (input) =>
  lazily(
    () => import("../../action/history.ts"),
    (action) => action.showHistoryOfPlayer(input),
  ),
).pipe(
  Command.withDescription(
    "Show what happened to the person of a player, the newest first: logins, refused logins with their codes, security events, and what operators changed. Logins and events are kept for 90 days.",
  ),
  Command.withShortDescription("Show logins and security events of a player"),
  Command.withExamples([
    { command: "garrison player history 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    {
      command:
        "garrison player history 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --kind login_refused --from 2026-11-01T00:00:00Z",
      description: "Refused logins since the first of November",
    },
    { command: "garrison player history 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

/** `garrison player create`. */
export const create = Command.make(
  "create",
  {
    username: Argument.String("username").pipe(Argument.withDescription("The name to log in with")),
    displayName: Flag.String("display-name").pipe(
      Flag.withDescription("The name that others see (default: Player)"),
      Flag.optional,
    ),
    ...changeFlags,
    json,
  },
  (input) => lazily(load, (action) => action.createPlayer(input)),
).pipe(
  Command.withDescription(
    "Create a password account for the grant basic. The command asks for the password, or reads it from stdin. The player is created at the first login.",
  ),
  Command.withShortDescription("Create a user with a password"),
  Command.withExamples([
    { command: "garrison player create ada", description: "Asks for the password" },
    { command: "garrison player create ada --display-name Ada --json < password.txt", description: "For scripts" },
  ]),
)

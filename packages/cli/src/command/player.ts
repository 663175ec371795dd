/** `garrison player`: look players up, and create users. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags, revisionFlags, takingFlags } from "./actFlags.ts"
import { json, ndjson, yes } from "./globalFlags.ts"
import { limit } from "./limitFlag.ts"
import { lazily } from "./lazily.ts"

const load = () => import("../action/player.ts")

/** Which player. */
export const playerArgument = Argument.String("player_uuid").pipe(Argument.withDescription("The player's player_uuid"))

const whole = () => import("../action/playerWhole.ts")

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

const show = Command.make(
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

const watch = Command.make("watch", { player: playerArgument, json, ndjson }, (input) =>
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

const orders = Command.make(
  "orders",
  {
    player: playerArgument,
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Rows of each list, 1 to 100 (default: 50)"),
      Flag.optional,
    ),
    after: Flag.String("after").pipe(
      Flag.withMetavar("MARKER"),
      Flag.withDescription("The page after the one that ended with this marker"),
      Flag.optional,
    ),
    json,
    ndjson,
  },
  (input) => lazily(whole, (action) => action.showOrders(input)),
).pipe(
  Command.withDescription(
    "List the orders of a player, of any age, the newest first and a page at a time. Each page but the last ends with the marker of the next.",
  ),
  Command.withShortDescription("List the orders of a player"),
  Command.withExamples([
    { command: "garrison player orders 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    {
      command: "garrison player orders 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --limit 100 --ndjson",
      description: "For scripts",
    },
  ]),
)

const buckets = [
  "free",
  "sweat",
  "none",
  "anon",
  "hotel",
  "golf",
  "echo",
  "delta_live",
  "alpha",
  "india",
  "foxtrot_switch",
  "bravo",
  "foxtrot",
  "charlie",
  "alpha_play",
  "foxtrot_ppid",
] as const

const itemFields = {
  player: playerArgument,
  item: Argument.Int("item_id").pipe(Argument.withDescription("Id of the item in the catalog")),
  count: Argument.Int("count").pipe(Argument.withDescription("How many, 1 to 1,000,000")),
} as const

const give = Command.make(
  "give",
  {
    ...itemFields,
    bucket: Flag.Literals("bucket", buckets).pipe(
      Flag.withDescription("The bucket of the record (default: none)"),
      Flag.optional,
    ),
    type: Flag.Literals("type", ["persistent", "transient"]).pipe(
      Flag.withDescription("persistent: for ever; transient: until the inventory session ends (default: persistent)"),
      Flag.optional,
    ),
    until: Flag.String("until").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("When the record ends: 2030-01-31T18:00:00Z or Unix seconds (default: never)"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/playerItem.ts"),
      (action) => action.giveItemTo(input),
    ),
).pipe(
  Command.withDescription(
    "Give an item to a player by an order of source SUPPORT, which makes a new record of it. Levels that the player reaches by it are rewarded. An order that would not be fulfilled is refused and not stored.",
  ),
  Command.withShortDescription("Give an item to a player"),
  Command.withExamples([
    { command: 'garrison player give 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711"' },
    {
      command: 'garrison player give 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --dry-run --json',
      description: "What would happen",
    },
  ]),
)

const take = Command.make(
  "take",
  {
    ...itemFields,
    bucket: Flag.Literals("bucket", buckets).pipe(
      Flag.withDescription("From records of this bucket only (default: of any)"),
      Flag.optional,
    ),
    type: Flag.Literals("type", ["persistent", "transient"]).pipe(
      Flag.withDescription("From records of this type only: persistent or transient (default: of any)"),
      Flag.optional,
    ),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("From this record only (default: from any)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/playerItem.ts"),
      (action) => action.takeItemFrom(input),
    ),
).pipe(
  Command.withDescription(
    "Take an item from a player by an order of source SUPPORT, from the records that would be spent first. A player who has fewer is left as before. claw-back also follows what was spent or turned into something else.",
  ),
  Command.withShortDescription("Take an item from a player"),
  Command.withExamples([
    { command: 'garrison player take 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --yes' },
    {
      command: 'garrison player take 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 50 --reason "ticket 4711" --dry-run --json',
      description: "What would happen",
    },
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

const list = Command.make(
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
      () => import("../action/playerList.ts"),
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

const search = Command.make(
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
    item: Flag.Int("item").pipe(
      Flag.withMetavar("ITEM_ID"),
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
      () => import("../action/playerList.ts"),
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

const history = Command.make("history", { player: playerArgument, limit, json, ndjson }, (input) =>
  lazily(
    () => import("../action/history.ts"),
    (action) => action.showHistoryOfPlayer(input),
  ),
).pipe(
  Command.withDescription(
    "Show what happened to the person of a player, the newest first: logins, refused logins with their codes, security events, and what operators changed. Logins and events are kept for 90 days.",
  ),
  Command.withShortDescription("Show logins and security events of a player"),
  Command.withExamples([
    { command: "garrison player history 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player history 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

const create = Command.make(
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

const inventory = Command.make(
  "inventory",
  {
    player: playerArgument,
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../action/inventory.ts"),
      (action) => action.showInventory(input),
    ),
).pipe(
  Command.withDescription(
    "Show what one player owns: every record that has not expired, by item, with the name that the catalog gives the item in custom_data.name.",
  ),
  Command.withShortDescription("Show what one player owns"),
  Command.withExamples([
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player inventory 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

const loadRefund = () => import("../action/refund.ts")

const clawBack = Command.make(
  "claw-back",
  {
    player: playerArgument,
    item: Argument.Int("item_id").pipe(Argument.withDescription("The item")),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("From this record alone (default: from every record of the item)"),
      Flag.optional,
    ),
    order: Flag.String("order").pipe(
      Flag.withMetavar("ORDER_ID"),
      Flag.withDescription("What this order gave of it (default: whatever gave it)"),
      Flag.optional,
    ),
    count: Flag.Int("count").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("How many (default: as many as the order gave; without an order, all that can be taken)"),
      Flag.optional,
    ),
    ...takingFlags,
    ...changeFlags,
    yes,
    json,
  },
  (input) => lazily(loadRefund, (action) => action.clawBack(input)),
).pipe(
  Command.withDescription(
    "Take an item from a player, wherever it went: from the records that the ledger names. What was paid for is left alone, unless --from-paid says otherwise. Without --yes the command shows first what can be taken and where the rest went, and asks. The order that takes it can be refunded.",
  ),
  Command.withShortDescription("Take an item from a player"),
  Command.withExamples([
    {
      command: "garrison player claw-back 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 995 --count 100 --dry-run",
      description: "What could be taken",
    },
    {
      command:
        'garrison player claw-back 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 995 --order 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --partial --reason "ticket 4711" --yes',
      description: "What an order gave of the item",
    },
  ]),
)

const trace = Command.make(
  "trace",
  {
    player: playerArgument,
    item: Flag.Int("item").pipe(
      Flag.withMetavar("ITEM_ID"),
      Flag.withDescription("Records of this item"),
      Flag.optional,
    ),
    record: Flag.String("record").pipe(
      Flag.withMetavar("INVENTORY_ID"),
      Flag.withDescription("This record"),
      Flag.optional,
    ),
    order: Flag.String("order").pipe(
      Flag.withMetavar("ORDER_ID"),
      Flag.withDescription("Records that this order changed"),
      Flag.optional,
    ),
    json,
  },
  (input) => lazily(loadRefund, (action) => action.traceCounts(input)),
).pipe(
  Command.withDescription(
    "Show where the counts of an item, a record or an order came from, and where they went: which orders added to each record, how many are left, and which orders took the others, with what they gave for them.",
  ),
  Command.withShortDescription("Show where items came from and went"),
  Command.withExamples([
    { command: "garrison player trace 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --item 995" },
    {
      command:
        "garrison player trace 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --order 019aa1f3-0000-7000-8000-1a2b3c4d5e6f --json",
      description: "For scripts",
    },
  ]),
)

const restriction = () => import("../action/playerAct.ts")

const ban = Command.make(
  "ban",
  {
    player: playerArgument,
    type: Flag.Literals("type", [
      "account_ban",
      "account_lockout",
      "account_pending_deletion",
      "account_deny_auth",
    ]).pipe(
      Flag.withDescription("What it does to the account (default: account_ban)"),
      Flag.withDefault("account_ban"),
    ),
    until: Flag.String("until").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never)"),
      Flag.optional,
    ),
    tell: Flag.String("tell").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Reason that the player is told at the next login"),
      Flag.optional,
    ),
    note: Flag.String("note").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Note for operators; the player never sees it"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(restriction, (action) => action.banPlayer(input)),
).pipe(
  Command.withDescription(
    "Keep the person of a player from logging in, with all players of that person, and end their sessions. Servers that have verified a token of theirs refuse it within verificationCacheSeconds.",
  ),
  Command.withShortDescription("Ban a player"),
  Command.withExamples([
    {
      command:
        'garrison player ban 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --tell "Cheating" --reason "ticket 4711" --yes',
    },
    {
      command: "garrison player ban 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --until 2999-01-01T00:00:00Z --dry-run",
      description: "What would happen",
    },
  ]),
)

const unban = Command.make(
  "unban",
  {
    player: playerArgument,
    restriction: Flag.String("restriction").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("Lift this restriction only (default: all in force)"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) => lazily(restriction, (action) => action.unbanPlayer(input)),
).pipe(
  Command.withDescription(
    "Lift the restrictions of the person of a player that are in force. They stay in the history, as lifted.",
  ),
  Command.withShortDescription("Lift the restrictions of a player"),
  Command.withExamples([
    { command: 'garrison player unban 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "appeal granted"' },
    {
      command: "garrison player unban 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --dry-run --json",
      description: "For scripts",
    },
  ]),
)

const extend = Command.make(
  "extend",
  {
    player: playerArgument,
    restriction: Argument.String("restriction_id").pipe(Argument.withDescription("Uuid of the restriction")),
    until: Flag.String("until").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("When it ends: 2030-01-31T18:00:00Z or Unix seconds (default: never)"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) => lazily(restriction, (action) => action.extendRestriction(input)),
).pipe(
  Command.withDescription(
    "Let a restriction in force end later, earlier or never. The history shows both, and the player is free at no moment.",
  ),
  Command.withShortDescription("Give a restriction another end"),
  Command.withExamples([
    {
      command:
        "garrison player extend 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f2-6f5e-7000-8000-1a2b3c4d5e71 --until 2999-01-01T00:00:00Z",
    },
    {
      command:
        "garrison player extend 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f2-6f5e-7000-8000-1a2b3c4d5e71 --dry-run --json",
      description: "What would happen",
    },
  ]),
)

const restrictions = Command.make(
  "restrictions",
  {
    state: Flag.Literals("state", ["in_force", "past"]).pipe(
      Flag.withDescription("Which of them (default: in_force)"),
      Flag.optional,
    ),
    type: Flag.Literals("type", [
      "account_ban",
      "account_lockout",
      "account_pending_deletion",
      "account_deny_auth",
    ]).pipe(Flag.withDescription("Those of this type only (default: all)"), Flag.optional),
    until: Flag.String("until").pipe(
      Flag.withMetavar("TIME"),
      Flag.withDescription("Those that end, or ended, by then: 2030-01-31T18:00:00Z or Unix seconds (default: all)"),
      Flag.optional,
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("N"),
      Flag.withDescription("Restrictions on a page, 1 to 1000 (default: 100)"),
      Flag.optional,
    ),
    after: Flag.String("after").pipe(
      Flag.withMetavar("MARKER"),
      Flag.withDescription("The page after the one that ended with this marker"),
      Flag.optional,
    ),
    json,
    ndjson,
  },
  (input) =>
    lazily(
      () => import("../action/restrictions.ts"),
      (action) => action.showRestrictions(input),
    ),
).pipe(
  Command.withDescription(
    "List the restrictions of all players, a page at a time: those in force, with the nearest end first, or past ones.",
  ),
  Command.withShortDescription("List restrictions of all players"),
  Command.withExamples([
    { command: "garrison player restrictions --type account_ban" },
    { command: "garrison player restrictions --state past --ndjson", description: "A restriction a line" },
  ]),
)

const role = Command.make(
  "role",
  {
    player: playerArgument,
    role: Argument.Int("role_id").pipe(Argument.withDescription("The role_id of the role")),
    ...revisionFlags,
    json,
  },
  (input) => lazily(restriction, (action) => action.setRole(input)),
).pipe(
  Command.withDescription(
    "Give a player another role. Tokens that the player holds keep the permissions of the role before until they expire.",
  ),
  Command.withShortDescription("Give a player another role"),
  Command.withExamples([
    { command: "garrison player role 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1" },
    { command: "garrison player role 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 --if-revision 0 --dry-run --json" },
  ]),
)

const unlink = Command.make(
  "unlink",
  {
    player: playerArgument,
    platform: Argument.String("platform").pipe(Argument.withDescription("The platform of the portal user")),
    portalUserId: Argument.String("portal_user_id").pipe(
      Argument.withDescription("Its portal_user_id; garrison player show lists both"),
    ),
    ...revisionFlags,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/playerUnlink.ts"),
      (action) => action.unlinkPortalUser(input),
    ),
).pipe(
  Command.withDescription(
    "Take a way to log in from the person of a player, and end the sessions that were opened by it. It may then be linked elsewhere, or log in as a new player. The last one of a player stays.",
  ),
  Command.withShortDescription("Take a way to log in from a player"),
  Command.withExamples([
    {
      command:
        'garrison player unlink 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f Golf 76561190000000001 --reason "ticket 4711"',
    },
    {
      command: "garrison player unlink 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f Golf 76561190000000001 --dry-run --json",
      description: "What would happen",
    },
  ]),
)

const link = Command.make(
  "link",
  {
    player: playerArgument,
    platform: Argument.String("platform").pipe(Argument.withDescription("Platform of the portal user")),
    portalUserId: Argument.String("portal_user_id").pipe(
      Argument.withDescription("Id of the portal user at that platform, 1 to 512 characters"),
    ),
    environment: Flag.String("environment").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription(
        "Environment of the portal, for a platform whose portal has several (default: the configured one); empty: none",
      ),
      Flag.optional,
    ),
    displayName: Flag.String("display-name").pipe(
      Flag.withMetavar("TEXT"),
      Flag.withDescription("Name of the portal user until it logs in (default: Player)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/playerUnlink.ts"),
      (action) => action.linkPortalUser(input),
    ),
).pipe(
  Command.withDescription(
    "Make a portal user another way to log in as a player, without a proof: the operator vouches for it. A portal user of another player is refused.",
  ),
  Command.withShortDescription("Give a player a way to log in"),
  Command.withExamples([
    {
      command:
        'garrison player link 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f Golf 76561190000000001 --reason "ticket 4711" --yes',
    },
    {
      command: "garrison player link 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f Golf 76561190000000001 --dry-run --json",
      description: "What would happen",
    },
  ]),
)

const merging = () => import("../action/playerMerge.ts")

const merge = Command.make(
  "merge",
  {
    player: playerArgument,
    other: Argument.String("other_player_uuid").pipe(
      Argument.withDescription("A player of the other person, whose players and portal users move"),
    ),
    active: Flag.String("active").pipe(
      Flag.withMetavar("UUID"),
      Flag.withDescription("The player that is to be the active one (default: that of the person who logged in last)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(merging, (action) => action.mergePlayers(input)),
).pipe(
  Command.withDescription(
    "Join two persons: the person of the first player gets all players and portal users of the second. Each player keeps its inventory. The restrictions of both and the lesser role hold, and all sessions of both end. It can be undone for mergeUndoDays.",
  ),
  Command.withShortDescription("Join two persons"),
  Command.withExamples([
    {
      command:
        'garrison player merge 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f2-6f5e-7000-8000-1a2b3c4d5e70 --reason "ticket 4711" --yes',
    },
    {
      command:
        'garrison player merge 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 019aa1f2-6f5e-7000-8000-1a2b3c4d5e70 --reason "ticket 4711" --dry-run --json',
      description: "What would happen",
    },
  ]),
)

const unmerge = Command.make(
  "unmerge",
  {
    player: playerArgument,
    merge: Flag.String("merge").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("Uuid of the merge (default: the latest one that is in force)"),
      Flag.optional,
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(merging, (action) => action.unmergePlayers(input)),
).pipe(
  Command.withDescription(
    "Undo a merge of two persons: players that moved go back with their portal users and with what came to them since. Roles and restrictions of before hold again. All sessions of both end.",
  ),
  Command.withShortDescription("Undo a merge of two persons"),
  Command.withExamples([
    { command: 'garrison player unmerge 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "wrong player" --yes' },
    {
      command: 'garrison player unmerge 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "wrong player" --dry-run --json',
      description: "What would happen",
    },
  ]),
)

const merges = Command.make("merges", { player: playerArgument, json }, (input) =>
  lazily(merging, (action) => action.showMerges(input)),
).pipe(
  Command.withDescription(
    "List the merges of the person of a player, the newest first, and until when each can be undone.",
  ),
  Command.withShortDescription("List the merges of a player"),
  Command.withExamples([
    { command: "garrison player merges 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison player merges 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

/** Players. */
export const player = Command.make("player").pipe(
  Command.withDescription(
    "Look up players, what they own and what happened to them, ban them, change their roles, give them ways to log in and take them, merge two of them, and create users with a password.",
  ),
  Command.withShortDescription("List, show, ban and unban players, and create users"),
  Command.withSubcommands([
    show,
    watch,
    list,
    search,
    history,
    inventory,
    orders,
    give,
    take,
    trace,
    clawBack,
    create,
    ban,
    unban,
    restrictions,
    extend,
    role,
    link,
    unlink,
    merge,
    unmerge,
    merges,
  ]),
  Command.withExamples([{ command: "garrison player show 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)

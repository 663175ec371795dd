/** `garrison player link`, `unlink`, `merge`, `unmerge` and `merges`: ways to log in, and players that become one. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { changeFlags, revisionFlags } from "../actFlags.ts"
import { json, yes } from "../globalFlags.ts"
import { lazily } from "../lazily.ts"
import { playerArgument } from "./playerArgument.ts"

const merging = () => import("../../action/playerMerge.ts")

const environment = Flag.String("environment").pipe(
  Flag.withMetavar("NAME"),
  Flag.withDescription(
    "Environment of the portal, for a platform whose portal has several (default: the configured one); empty: none",
  ),
  Flag.optional,
)

/** `garrison player link`. */
export const link = Command.make(
  "link",
  {
    player: playerArgument,
    platform: Argument.String("platform").pipe(Argument.withDescription("Platform of the portal user")),
    portalUserId: Argument.String("portal_user_id").pipe(
      Argument.withDescription("Id of the portal user at that platform, 1 to 512 characters"),
    ),
    environment,
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
      () => import("../../action/playerUnlink.ts"),
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

/** `garrison player unlink`. */
export const unlink = Command.make(
  "unlink",
  {
    player: playerArgument,
    platform: Argument.String("platform").pipe(Argument.withDescription("The platform of the portal user")),
    portalUserId: Argument.String("portal_user_id").pipe(
      Argument.withDescription("Its portal_user_id; garrison player show lists both"),
    ),
    withoutRestrictions: Flag.Boolean("without-restrictions").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Let go of it free of the restrictions that the person has. A reason must say why."),
      Flag.withDefault(false),
    ),
    ...revisionFlags,
    json,
  },
  (input) =>
    lazily(
      () => import("../../action/playerUnlink.ts"),
      (action) => action.unlinkPortalUser(input),
    ),
).pipe(
  Command.withDescription(
    "Take a way to log in from the person of a player, and end the sessions that were opened by it. It may then be linked elsewhere, or log in as a new player. Restrictions in force go with it. The last one of a player stays.",
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

/** `garrison player release`. */
export const release = Command.make(
  "release",
  {
    platform: Argument.String("platform").pipe(Argument.withDescription("Platform of the portal user")),
    portalUserId: Argument.String("portal_user_id").pipe(
      Argument.withDescription("Id of the portal user at that platform, 1 to 512 characters"),
    ),
    environment,
    ...changeFlags,
    json,
  },
  (input) =>
    lazily(
      () => import("../../action/playerUnlink.ts"),
      (action) => action.releasePortalUser(input),
    ),
).pipe(
  Command.withDescription(
    "Lift the restrictions that a portal user took along when it was unlinked, or when its person was deleted. They hold for whoever logs in by it next. A portal user that belongs to a player has none of its own: player unban lifts those of the player.",
  ),
  Command.withShortDescription("Lift the restrictions of a portal user without a player"),
  Command.withExamples([
    { command: 'garrison player release Golf 76561190000000001 --reason "ticket 4711"' },
    { command: "garrison player release Golf 76561190000000001 --dry-run --json", description: "What would happen" },
  ]),
)

/** `garrison player merge`. */
export const merge = Command.make(
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

/** `garrison player unmerge`. */
export const unmerge = Command.make(
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

/** `garrison player merges`. */
export const merges = Command.make("merges", { player: playerArgument, json }, (input) =>
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

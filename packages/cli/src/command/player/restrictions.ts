/** `garrison player ban`, `unban`, `extend`, `restrictions` and `role`: what a player may do. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { revisionFlags } from "../actFlags.ts"
import { json, ndjson, yes } from "../globalFlags.ts"
import { lazily } from "../lazily.ts"
import { playerArgument } from "./playerArgument.ts"

const restriction = () => import("../../action/playerAct.ts")

/** `garrison player ban`. */
export const ban = Command.make(
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
    again: Flag.Boolean("again").pipe(
      Flag.withoutNegation,
      Flag.withDescription("Add it although one of this type with this end is in force"),
      Flag.withDefault(false),
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) => lazily(restriction, (action) => action.banPlayer(input)),
).pipe(
  Command.withDescription(
    "Keep the person of a player from logging in, with all players of that person, and end their sessions. Servers that have verified a token of theirs refuse it within verificationCacheSeconds. If a restriction of this type with this end is in force, the command asks first; where nobody can be asked, it takes --again.",
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

/** `garrison player unban`. */
export const unban = Command.make(
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

/** `garrison player extend`. */
export const extend = Command.make(
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

/** `garrison player restrictions`. */
export const restrictions = Command.make(
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
      () => import("../../action/restrictions.ts"),
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

/** `garrison player role`. */
export const role = Command.make(
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
    "Give a player another role. What only the role before held is withdrawn from the player's tokens at once, and on other servers within a minute; what only the new one holds comes with the next token.",
  ),
  Command.withShortDescription("Give a player another role"),
  Command.withExamples([
    { command: "garrison player role 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1" },
    { command: "garrison player role 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f 1 --if-revision 0 --dry-run --json" },
  ]),
)

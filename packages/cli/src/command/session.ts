/** `garrison session`: the sessions of players. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { revisionFlags } from "./actFlags.ts"
import { json, ndjson } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { playerArgument } from "./player/playerArgument.ts"

const load = () => import("../action/session.ts")

const list = Command.make("list", { player: playerArgument, json, ndjson }, (input) =>
  lazily(load, (action) => action.showSessions(input)),
).pipe(
  Command.withDescription(
    "List the sessions of the person of a player, the newest first: when each began, through which client, and whether it is open. Tokens are never shown.",
  ),
  Command.withShortDescription("List the sessions of a player"),
  Command.withExamples([
    { command: "garrison session list 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" },
    { command: "garrison session list 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --json", description: "For scripts" },
  ]),
)

const end = Command.make(
  "end",
  {
    player: playerArgument,
    session: Flag.String("session").pipe(
      Flag.withMetavar("ID"),
      Flag.withDescription("End this session only (default: all of the person)"),
      Flag.optional,
    ),
    token: Flag.String("token").pipe(
      Flag.withMetavar("JTI"),
      Flag.withDescription("End only the access token with this jti; its session stays open"),
      Flag.optional,
    ),
    ...revisionFlags,
    json,
  },
  (input) => lazily(load, (action) => action.endSome(input)),
).pipe(
  Command.withDescription(
    "End sessions of the person of a player. Refresh tokens are refused at once, access tokens by servers that have verified them within verificationCacheSeconds. The player may log in again.",
  ),
  Command.withShortDescription("End the sessions of a player"),
  Command.withExamples([
    { command: 'garrison session end 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --reason "stolen phone"' },
    {
      command: "garrison session end 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f --dry-run --json",
      description: "For scripts; what would end",
    },
  ]),
)

/** Sessions. */
export const session = Command.make("session").pipe(
  Command.withDescription("List and end the sessions of players."),
  Command.withShortDescription("List and end the sessions of players"),
  Command.withSubcommands([list, end]),
  Command.withExamples([{ command: "garrison session list 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f" }]),
)

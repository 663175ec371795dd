/** `garrison notify`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { revisionFlags } from "./actFlags.ts"
import { json, yes } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { playerArgument } from "./player/playerArgument.ts"

/** Sends a notification. */
export const notify = Command.make(
  "notify",
  {
    player: playerArgument.pipe(Argument.optional),
    message: Argument.String("message").pipe(
      Argument.withDescription("The text, at most 4096 characters"),
      Argument.optional,
    ),
    all: Flag.Boolean("all").pipe(
      Flag.withoutNegation,
      Flag.withDescription("To all players that there are"),
      Flag.withDefault(false),
    ),
    role: Flag.Int("role").pipe(
      Flag.withMetavar("ROLE_ID"),
      Flag.withDescription("To the players who have this role now"),
      Flag.optional,
    ),
    players: Flag.String("players").pipe(
      Flag.withMetavar("FILE"),
      Flag.withDescription("To the players whose uuids are the lines of a file, at most 10,000; - is stdin"),
      Flag.optional,
    ),
    listed: Flag.String("player").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("To this player; may be repeated, and given beside --players"),
      Flag.atLeast(0),
    ),
    url: Flag.String("url").pipe(
      Flag.withDescription("rh_url: path of the resource that the message is about"),
      Flag.optional,
    ),
    etag: Flag.String("etag").pipe(Flag.withDescription("ETag of that resource now"), Flag.optional),
    data: Flag.KeyValuePair("data").pipe(
      Flag.withMetavar("KEY=VALUE"),
      Flag.withDescription("One entry of custom_data; may be repeated"),
      Flag.withDefault({}),
    ),
    ...revisionFlags,
    yes,
    json,
  },
  (input) =>
    lazily(
      () => import("../action/notify.ts"),
      (action) => action.notifyPlayers(input),
    ),
).pipe(
  Command.withDescription(
    "Send a notification to a player, with a row in the audit. It comes first on the next page that the player reads, and cannot be taken back. With --all, --role, --players or --player it goes to many players, and is stored once, however many they are. Players who join later do not read it. To many players the command asks first.",
  ),
  Command.withShortDescription("Send a notification to a player, or to many"),
  Command.withExamples([
    { command: 'garrison notify 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f "Your clan needs you"' },
    {
      command:
        'garrison notify 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f "New gear" --url /inventory/v1/catalog/vendor --data kind=shop',
      description: "With a path and custom data",
    },
    { command: 'garrison notify --all "The servers restart at noon" --yes', description: "To all players" },
    { command: 'garrison notify --role 2000000001 "Please look at the queue" --reason "ticket 4711" --yes' },
    {
      command: 'garrison notify --players winners.txt "You have won" --dry-run',
      description: "To a list, without sending it: says who of it does not exist",
    },
  ]),
)

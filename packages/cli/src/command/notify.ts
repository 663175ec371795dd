/** `garrison notify`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { revisionFlags } from "./actFlags.ts"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"
import { playerArgument } from "./player/playerArgument.ts"

/** Sends a notification. */
export const notify = Command.make(
  "notify",
  {
    player: playerArgument,
    message: Argument.String("message").pipe(Argument.withDescription("The text, at most 4096 characters")),
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
    json,
  },
  (input) =>
    lazily(
      () => import("../action/notify.ts"),
      (action) => action.notifyPlayer(input),
    ),
).pipe(
  Command.withDescription(
    "Send a notification to a player, with a row in the audit. It comes first on the next page that the player reads, and cannot be taken back.",
  ),
  Command.withShortDescription("Send a notification to a player"),
  Command.withExamples([
    { command: 'garrison notify 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f "Your clan needs you"' },
    {
      command:
        'garrison notify 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f "New gear" --url /inventory/v1/catalog/vendor --data kind=shop',
      description: "With a path and custom data",
    },
  ]),
)

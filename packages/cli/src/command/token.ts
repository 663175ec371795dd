/** `garrison token`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { given, lazily } from "./lazily.ts"

/** Issues an access token. */
export const token = Command.make(
  "token",
  {
    player: Flag.String("player").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("Issue a token of this player"),
      Flag.optional,
    ),
    client: Flag.String("client").pipe(
      Flag.withMetavar("CLIENT_ID"),
      Flag.withDescription("Issue a token of this machine client; with --player: the game client that the token names"),
      Flag.optional,
    ),
    json,
  },
  (input) =>
    lazily(
      () => import("../action/token.ts"),
      (action) => action.mintToken(given(input)),
    ),
).pipe(
  Command.withDescription(
    "Issue an access token without a login, to try things out. The token has a session of its own and the usual lifetime; a logout or a ban ends it.",
  ),
  Command.withShortDescription("Issue an access token"),
  Command.withExamples([
    {
      command:
        'curl -s http://127.0.0.1:8080/inventory/v1/player/me/order -H "authorization: Bearer $(garrison token --player 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f)"',
      description: "Read a player's orders as the player",
    },
    { command: "garrison token --client match-server --json", description: "For a machine client, with its lifetime" },
  ]),
)

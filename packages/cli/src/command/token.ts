/** `garrison token`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { json } from "./globalFlags.ts"
import { lazily } from "./lazily.ts"

/** Mints an access token. */
export const token = Command.make(
  "token",
  {
    player: Flag.String("player").pipe(
      Flag.withMetavar("PLAYER_UUID"),
      Flag.withDescription("A token that stands for this player"),
      Flag.optional,
    ),
    client: Flag.String("client").pipe(
      Flag.withMetavar("CLIENT_ID"),
      Flag.withDescription("A token that stands for this machine client; with --player: the game client it came by"),
      Flag.optional,
    ),
    json,
  },
  (input) =>
    lazily(
      () => import("../action/token.ts"),
      (action) => action.mintToken(input),
    ),
).pipe(
  Command.withDescription(
    "Mint an access token from the database, without a login: for operators who try something out. It belongs to a session of its own, lives as long as any other, and is ended by a logout or a ban.",
  ),
  Command.withShortDescription("Mint an access token"),
  Command.withExamples([
    {
      command:
        'curl -s http://127.0.0.1:8080/inventory/v1/player/me/order -H "authorization: Bearer $(garrison token --player 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f)"',
      description: "Read a player's orders as the player",
    },
    { command: "garrison token --client match-server --json", description: "For a machine client, with its lifetime" },
  ]),
)

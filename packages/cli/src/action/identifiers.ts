/** Identifiers as they come from the command line. */
import { PlayerUuid } from "@garrison/core/kernel/Identifier"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CommandFailure } from "../output/CommandFailure.ts"

const decodePlayer = Schema.decodeUnknownOption(PlayerUuid)

/** A player_uuid, or a usage error that says so. */
export const playerUuid = (given: string): Effect.Effect<PlayerUuid, CommandFailure> =>
  Effect.fromOption(
    decodePlayer(given),
    () =>
      new CommandFailure({
        kind: "usage",
        sentence: `"${given}" is not a player_uuid.`,
        next: "A player_uuid looks like 019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f; the login result carries it.",
      }),
  )

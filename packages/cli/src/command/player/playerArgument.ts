/** Which player a command is about. */
import * as Argument from "effect/cli/Argument"

/** The player's `player_uuid`. */
export const playerArgument = Argument.String("player_uuid").pipe(Argument.withDescription("The player's player_uuid"))

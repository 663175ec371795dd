/** Fields that the inputs of many operations have. */
import { described } from "../kernel/Field.ts"
import { PlayerUuid } from "../kernel/Identifier.ts"

/** The player that an operation is about. */
export const OfPlayer = described(PlayerUuid, "The player's player_uuid.")

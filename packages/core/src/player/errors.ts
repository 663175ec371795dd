/** Why something about players is refused. */
import * as Data from "effect/Data"

/** The codes of this area. */
export const playerCodes = {
  resource_not_found: "There is no such resource.",
} as const

/** No player has this uuid. */
export class PlayerNotFound extends Data.TaggedError("PlayerNotFound")<{ readonly code: "resource_not_found" }> {}

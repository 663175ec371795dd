/** Why something about players is refused. */
import * as Data from "effect/Data"

/** No player has this uuid. */
export class PlayerNotFound extends Data.TaggedError("PlayerNotFound")<{ readonly code: "resource_not_found" }> {
  override get message() {
    return "There is no such player."
  }
}

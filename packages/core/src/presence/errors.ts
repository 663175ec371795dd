/** What the presence operations refuse with (decisions, section 13). */
import * as Data from "effect/Data"

/** Every error code of this area with its description. */
export const presenceCodes = {
  resource_not_found: "There is no such player.",
} as const

/** The request names a player that does not exist. */
export class PresenceRefused extends Data.TaggedError("PresenceRefused")<{
  readonly code: keyof typeof presenceCodes
}> {}

/** Why something about restrictions is refused. */
import * as Data from "effect/Data"

/** The codes of this area. */
export const restrictionCodes = {
  resource_not_found: "There is no such resource.",
} as const

/** No restriction in force has this id, or no person has this one. */
export class RestrictionNotFound extends Data.TaggedError("RestrictionNotFound")<{
  readonly code: "resource_not_found"
}> {}

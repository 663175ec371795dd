/** The platform that a command names. */
import { PLATFORMS } from "@garrison/core/kernel/Platform"
import * as Effect from "effect/Effect"
import { CommandFailure } from "../output/CommandFailure.ts"

/** The platform of this name, however its letters are. */
export const platformOf = Effect.fnUntraced(function* (given: string) {
  const found = PLATFORMS.find((platform) => platform.toLowerCase() === given.toLowerCase())
  if (found !== undefined) return found
  return yield* new CommandFailure({
    kind: "usage",
    sentence: `There is no platform "${given}".`,
    next: `It must be one of ${PLATFORMS.join(", ")}.`,
  })
})

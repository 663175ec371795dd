/** The flag of lists that show the newest rows. */
import * as Flag from "effect/cli/Flag"

/** How many rows. */
export const limit = Flag.Int("limit").pipe(
  Flag.withMetavar("N"),
  Flag.withDescription("The newest N, 1 to 1000 (default: 100)"),
  Flag.optional,
)

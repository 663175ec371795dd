/** Flags of commands that read a catalog document. */
import * as Flag from "effect/cli/Flag"

/** Unknown fields are left out, for those who must publish what another program writes. */
export const allowUnknown = Flag.Boolean("allow-unknown").pipe(
  Flag.withoutNegation,
  Flag.withDescription("Leave unknown fields out with a warning (default: they are errors)"),
  Flag.withDefault(false),
)

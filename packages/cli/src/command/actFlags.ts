/** Flags of commands that change something an operator answers for: why, on which condition, and whether at all. */
import * as Flag from "effect/cli/Flag"

/** Why the change is made, and whether it is made at all. */
export const changeFlags = {
  reason: Flag.String("reason").pipe(
    Flag.withMetavar("TEXT"),
    Flag.withDescription("Why, for the audit; at most 1024 characters"),
    Flag.optional,
  ),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withoutNegation,
    Flag.withDescription("Say what would change, and store nothing"),
    Flag.withDefault(false),
  ),
} as const

/** The same for what has a revision. */
export const revisionFlags = {
  ...changeFlags,
  ifRevision: Flag.Int("if-revision").pipe(
    Flag.withMetavar("N"),
    Flag.withDescription("Only if it still has this revision"),
    Flag.optional,
  ),
} as const

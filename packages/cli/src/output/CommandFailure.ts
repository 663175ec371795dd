/** How a command fails: one sentence that says what happened, and what to do next. */
import * as Data from "effect/Data"
import type { FailureKind } from "./exitCode.ts"

/** The failure of a command, as the user reads it. */
export class CommandFailure extends Data.TaggedError("CommandFailure")<{
  readonly kind: FailureKind
  /** What happened, one clear sentence. */
  readonly sentence: string
  /** What to do about it. */
  readonly next?: string
  /** Findings to list under the sentence, one a line. */
  readonly details?: ReadonlyArray<string>
}> {}

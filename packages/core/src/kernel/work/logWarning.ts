/** Warnings of a service that goes on: what an operator should see, and no caller waits for. */
import * as Effect from "effect/Effect"
import * as References from "effect/References"

/** Logs a warning to stderr, because stdout is for the output of a program. */
export const logWarning = (...message: ReadonlyArray<unknown>): Effect.Effect<void> =>
  Effect.provideService(Effect.logWarning(...message), References.LogToStderr, true)

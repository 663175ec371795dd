/**
 * What a program counts of what the domain does. The domain tells the tally in force, and knows nothing of figures. By
 * default nobody counts.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Told of each thing when it is done. It must not wait, and must not throw. */
export interface Tally {
  /** A login by this grant has ended. */
  readonly loggedIn: (grant: string, isDone: boolean) => void
  /** An order was answered, with this JSON. */
  readonly ordered: (wire: string) => void
  /** A request to a portal has ended, with this HTTP status; undefined: without an answer. */
  readonly askedPortal: (portal: string, isAnswered: boolean, status: number | undefined) => void
  /** A portal counts as down for requests of this kind from now on, or no longer. */
  readonly portalDown: (portal: string, endpoint: string, isDown: boolean) => void
}

/** The tally in force; undefined: nobody counts. */
export const Tally = Context.Reference<Tally | undefined>("@garrison/core/kernel/work/Tally", {
  defaultValue: () => undefined,
})

/** Tells the tally in force, if there is one. */
export const tell = (telling: (tally: Tally) => void): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const tally = fiber.getRef(Tally)
    if (tally !== undefined) telling(tally)
    return Effect.void
  })

/**
 * A gate lets a limited number of runs through at once and refuses any beyond them (guarantees R20 and R30). It does
 * not make a caller wait: for that effect has semaphores.
 */
import * as Effect from "effect/Effect"

/** How places are counted. */
export interface Places<Why> {
  /** Takes a place, or answers with the refusal when there is none. */
  readonly take: () => Effect.Effect<never, Why> | undefined
  /** Gives a place back. */
  readonly giveBack: () => void
}

/** Runs `work` in a place of its own, which is given back however the run ends; without a place `work` is not run. */
export const inPlace = <Why, A, E, R>(
  places: Places<Why>,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E | Why, R> =>
  Effect.suspend(() => {
    let isTaken = false
    const enter = (): Effect.Effect<A, E | Why, R> => {
      const refused = places.take()
      isTaken = refused === undefined
      return refused ?? work
    }
    // Taken where giving back is already agreed on: an interruption in between would keep the place for ever.
    return Effect.onExit(Effect.suspend(enter), () => {
      if (isTaken) places.giveBack()
      return Effect.void
    })
  })

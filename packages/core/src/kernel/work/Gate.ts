/**
 * A gate lets a limited number of runs through at once and refuses further ones (guarantees R20 and R30). Callers never
 * wait; for waiting, effect has semaphores.
 */
import * as Effect from "effect/Effect"

/** A count of places. */
export interface Places<Why> {
  /** Takes a place. Answers with the refusal when no place is free. */
  readonly take: () => Effect.Effect<never, Why> | undefined
  /** Gives a place back. */
  readonly giveBack: () => void
}

/** Places with a limit, which one may leave and come back to. */
export interface LimitedPlaces<Why> extends Places<Why> {
  /** Takes a place that was given back, even if all are taken: a run that is half done must not be refused. */
  readonly takeAgain: () => void
}

/** At most `max` places. `full` answers when they are taken. */
export const placesFor = <Why>(max: number, full: Effect.Effect<never, Why>): LimitedPlaces<Why> => {
  let taken = 0
  return {
    take: () => {
      if (taken >= max) return full
      taken++
      return undefined
    },
    giveBack: () => {
      taken--
    },
    takeAgain: () => {
      taken++
    },
  }
}

/** Runs `work` in a place, and gives the place back however the run ends. Without a place, `work` does not run. */
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
    // Taken inside onExit, because an interruption between taking and onExit would keep the place for ever.
    return Effect.onExit(Effect.suspend(enter), () => {
      if (isTaken) places.giveBack()
      return Effect.void
    })
  })

/**
 * Runs `work` outside of the place that the caller has. Others may take it meanwhile; then more than the limit run for
 * a while, but no more begin.
 */
export const outOfPlace = <A, E, R>(
  places: LimitedPlaces<unknown>,
  work: Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    let isOut = false
    const leave = (): Effect.Effect<A, E, R> => {
      isOut = true
      places.giveBack()
      return work
    }
    // Left inside onExit, for the same reason.
    return Effect.onExit(Effect.suspend(leave), () => {
      if (isOut) places.takeAgain()
      return Effect.void
    })
  })

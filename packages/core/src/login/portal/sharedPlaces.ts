/**
 * Places at a portal, shared out among the addresses that ask (decisions, section 4; guarantees R62). A caller waits
 * for its place for a limited time, and gives it back however its work ends. effect's `PartitionedSemaphore` takes
 * turns as well, but its lines have no limit, and it cannot favour addresses that are known.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type ShareLimits, Shares } from "../rules/shares.ts"

/** Who asks a portal. */
export interface Asker {
  /** The address, as `addressScope` has it; empty: unknown. All unknown addresses have one share. */
  readonly scope: string
  /** Whether a portal has proved a credential from there. It is asked only when the caller has to wait. */
  readonly isKnown: Effect.Effect<boolean>
}

/** Who asks the portal in this fiber. */
export const Asker = Context.Reference<Asker>("@garrison/core/login/portal/Asker", {
  defaultValue: () => ({ scope: "", isKnown: Effect.succeed(false) }),
})

/** Limits of places. */
export interface PlaceLimits extends ShareLimits {
  /** How long a caller waits for a place at most. */
  readonly waitSeconds: number
}

/** Runs work in a place. Without a place, the work does not run. */
export type InSharedPlace<Why> = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Why, R>

interface Waiter {
  readonly begin: () => void
  readonly refuse: () => void
}

/** Makes places. `full` is the answer to a caller that gets none. */
export const sharedPlaces = <Why>(
  { waitSeconds, ...limits }: PlaceLimits,
  full: Effect.Effect<never, Why>,
): InSharedPlace<Why> => {
  const shares = new Shares<Waiter>(limits)

  const enter = (scope: string, isKnown: boolean, taken: () => void) =>
    Effect.callback<void, Why>((resume) => {
      const begin = () => {
        taken()
        resume(Effect.void)
      }
      const waiter = { begin, refuse: () => resume(full) }
      const entered = shares.enter(scope, isKnown, waiter)
      if (entered === "has_place") begin()
      else if (entered === "refused") waiter.refuse()
      else entered.waitsInSteadOf?.refuse()
      return Effect.sync(() => shares.withdraw(scope, waiter))
    })

  return (work) =>
    Effect.flatMap(Asker, ({ isKnown, scope }) => {
      let hasPlace = false
      const taken = () => void (hasPlace = true)
      const entering = Effect.suspend(() => {
        if (!shares.takeFree(scope)) {
          return Effect.flatMap(isKnown, (known) => enter(scope, known, taken)).pipe(
            Effect.timeoutOrElse({ duration: waitSeconds * 1000, orElse: () => full }),
          )
        }
        taken()
        return Effect.void
      })
      // Taken inside onExit, because an interruption between taking and onExit would keep the place for ever.
      return Effect.onExit(Effect.andThen(entering, work), () => {
        if (hasPlace) shares.leave(scope)?.begin()
        return Effect.void
      })
    })
}

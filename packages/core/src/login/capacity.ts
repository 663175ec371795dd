/** How much of what is slow is under way at once (decisions, section 4, step 2; guarantees R20 and R30). */
import * as Effect from "effect/Effect"
import { LoginBusy } from "./errors.ts"

/** Seconds after which somebody who found the service full may try again. */
const RETRY_SECONDS = 1

/** Lets work through while fewer than `max` are under way; any beyond that is told to come back. */
export const atMost = (max: number) => {
  let underWay = 0
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | LoginBusy, R> =>
    Effect.suspend(() => {
      let isCounted = false
      const enter = (): Effect.Effect<A, E | LoginBusy, R> => {
        if (underWay >= max) {
          return Effect.fail(new LoginBusy({ code: "login_capacity_reached", retryAfterSeconds: RETRY_SECONDS }))
        }
        underWay++
        isCounted = true
        return work
      }
      // Counted where taking it back is already agreed on: an interruption in between would keep the place for ever.
      return Effect.onExit(Effect.suspend(enter), () => {
        if (isCounted) underWay--
        return Effect.void
      })
    })
}

/** Limits slow work under way at once (decisions, section 4, step 2; guarantees R20 and R30). */
import * as Effect from "effect/Effect"
import { inPlace, placesFor } from "../kernel/Gate.ts"
import { LoginBusy } from "./errors.ts"

/** Seconds after which a client that was refused may try again. */
const RETRY_SECONDS = 1

const full = Effect.suspend(() =>
  Effect.fail(new LoginBusy({ code: "login_capacity_reached", retryAfterSeconds: RETRY_SECONDS })),
)

/** Runs work while fewer than `max` runs are under way, and refuses further work with {@link LoginBusy}. */
export const atMost = (max: number) => {
  const places = placesFor(max, full)
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | LoginBusy, R> => inPlace(places, work)
}

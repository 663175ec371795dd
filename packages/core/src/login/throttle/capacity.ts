/** Limits slow work under way at once (decisions, section 4, step 2; guarantees R20 and R30). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inPlace, outOfPlace, placesFor } from "../../kernel/work/Gate.ts"
import { LoginBusy } from "../errors.ts"

/** Seconds after which a client that was refused may try again. */
const RETRY_SECONDS = 1

const full = (limit: string) =>
  Effect.suspend(() =>
    Effect.fail(new LoginBusy({ code: "login_capacity_reached", retryAfterSeconds: RETRY_SECONDS, limit })),
  )

/**
 * Runs work while fewer than `max` runs are under way, and refuses further work with {@link LoginBusy}. `limit` is the
 * name of the limit, for operators.
 */
export const atMost = (max: number, limit: string) => {
  const places = placesFor(max, full(limit))
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | LoginBusy, R> => inPlace(places, work)
}

/** The place of a login among those under way. */
export interface LoginPlace {
  /** Runs a part of the login while the login does not count as under way. */
  readonly outside: <A, E, R>(part: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** The place of the login in this fiber; outside of logins there is none. */
export const LoginPlace = Context.Reference<LoginPlace>("@garrison/core/login/throttle/LoginPlace", {
  defaultValue: () => ({ outside: (part) => part }),
})

/** Runs logins while fewer than `max` are under way, and refuses further ones with {@link LoginBusy}. */
export const loginsAtMost = (max: number) => {
  const places = placesFor(max, full("loginsInFlightMax"))
  const place: LoginPlace = { outside: (part) => outOfPlace(places, part) }
  return <A, E, R>(login: Effect.Effect<A, E, R>): Effect.Effect<A, E | LoginBusy, R> =>
    inPlace(places, Effect.provideService(login, LoginPlace, place))
}

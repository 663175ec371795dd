/**
 * Keeps a portal that is down from slowing logins. After some failures in a row the portal is asked no more; its
 * requests fail at once, and now and then one of them is sent as a trial (guarantees R18).
 */
import { inPlace, placesFor } from "@garrison/core/kernel/Gate"
import type { Timestamp } from "@garrison/core/kernel/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import { isRefused, OutboundFailed } from "./outbound.ts"
import { makeWarnings } from "./warnings.ts"

/** How long a portal is left alone before the first trial, and at most, in ms. Each failed trial doubles the pause. */
const PAUSE_MILLIS_MIN = 1000
const PAUSE_MILLIS_MAX = 60_000

/** The largest number of requests to one portal at once. A portal that hangs must leave places for other logins. */
const REQUESTS_MAX = 64

/** Failures in a row after which a portal counts as down, unless its settings say otherwise. */
const FAILURES_MAX = 5

/** What stands between Garrison and one portal. */
export interface Breaker {
  /**
   * Sends a request to an endpoint of this kind (`code exchange`), or fails at once while the portal counts as down. A
   * refusal by the portal does not count as a failure of it, but is logged too.
   */
  readonly guard: <A>(
    endpoint: string,
    request: Effect.Effect<A, OutboundFailed, HttpClient.HttpClient>,
  ) => Effect.Effect<A, OutboundFailed>
}

/** Since when a portal counts as down, and what was decided of it. */
interface Open {
  readonly pauseMillis: number
  readonly since: Timestamp
}

const down = Effect.fail(new OutboundFailed({ message: "the portal has not answered for a while" }))
const full = Effect.fail(new OutboundFailed({ message: `${REQUESTS_MAX} requests to the portal are under way` }))

/** Whether the end of a request says that the portal is there, or that it is not; undefined: neither. */
const verdictOf = (exit: Exit.Exit<unknown, OutboundFailed>): boolean | undefined => {
  if (Exit.isSuccess(exit)) return true
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return failure && isRefused(failure)
}

/**
 * Makes the breaker of one portal, which `portal` names in the log. `failuresMax`: failures in a row after which the
 * portal counts as down.
 */
export const makeBreaker = Effect.fnUntraced(function* (portal: string, failuresMax: number = FAILURES_MAX) {
  const warnings = makeWarnings(portal)
  const client = yield* HttpClient.HttpClient
  let failures = 0
  let open: Open | undefined
  let isTrying = false
  const places = placesFor(REQUESTS_MAX, full)

  const failed = (isTrial: boolean, now: Timestamp): Effect.Effect<void> => {
    failures++
    if (isTrial && open !== undefined) {
      open = { since: now, pauseMillis: Math.min(open.pauseMillis * 2, PAUSE_MILLIS_MAX) }
    } else if (open === undefined && failures >= failuresMax) {
      open = { since: now, pauseMillis: PAUSE_MILLIS_MIN }
      return warnings.down(failures)
    }
    return Effect.void
  }

  const learn = (isTrial: boolean, verdict: boolean | undefined, now: Timestamp): Effect.Effect<void> => {
    if (isTrial) isTrying = false
    if (verdict !== true) return verdict === false ? failed(isTrial, now) : Effect.void
    const wasDown = open !== undefined
    failures = 0
    open = undefined
    return wasDown ? warnings.back : Effect.void
  }

  const send = <A>(request: Effect.Effect<A, OutboundFailed, HttpClient.HttpClient>, isTrial: boolean) =>
    Effect.suspend(() => {
      isTrying ||= isTrial
      return Effect.provideService(request, HttpClient.HttpClient, client)
    }).pipe(
      Effect.onExit((exit) => Effect.flatMap(Clock.currentTimeMillis, (now) => learn(isTrial, verdictOf(exit), now))),
    )

  const breaker: Breaker = {
    guard: (endpoint, request) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const isTrial = open !== undefined
        const isDue = open === undefined || (!isTrying && Math.abs(now - open.since) >= open.pauseMillis)
        if (!isDue) return down
        const sending = inPlace(places, send(request, isTrial))
        return Effect.tapError(sending, (failure) => warnings.failed(endpoint, failure))
      }),
  }
  return breaker
})

/**
 * Keeps a portal that is down from slowing logins. After some failures in a row of one kind of request, the portal is
 * asked this no more; such requests fail at once, and now and then one of them is sent as a trial. Other kinds of
 * requests go on (guarantees R18).
 */
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import { tell } from "@garrison/core/kernel/work/Tally"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as HttpClient from "effect/http/HttpClient"
import * as Option from "effect/Option"
import { isAnswered, OutboundFailed } from "./outbound.ts"
import { makePlaces, PLACES_MAX } from "./places.ts"
import type { RequestSettings } from "./settings/fields.ts"
import { makeOutageWarnings, makeWarnings, type OutageWarnings } from "./warnings.ts"

/** How long a portal is left alone before the first trial, and at most, in ms. Each failed trial doubles the pause. */
const PAUSE_MILLIS_MIN = 1000
const PAUSE_MILLIS_MAX = 60_000

/** Failures in a row after which a portal counts as down, unless its settings say otherwise. */
const FAILURES_MAX = 5

/** What stands between Garrison and one portal. */
export interface Breaker {
  /**
   * Sends a request to an endpoint of this kind (`code exchange`) at this address of the settings, or fails at once
   * while the portal counts as down for it. A refusal by the portal does not count as a failure of it, but is logged
   * too.
   */
  readonly guard: <A>(
    endpoint: string,
    url: string,
    request: Effect.Effect<A, OutboundFailed, HttpClient.HttpClient>,
  ) => Effect.Effect<A, OutboundFailed>
}

/** Since when a portal counts as down, and for how long it is left alone. */
interface Open {
  readonly pauseMillis: number
  readonly since: Timestamp
}

const down = new OutboundFailed({ message: "the portal has not answered for a while" })
const full = new OutboundFailed({ message: `${PLACES_MAX} requests to the portal are under way` })

/** Whether the end of a request says that the portal is there, or that it is not; undefined: neither. */
const verdictOf = (exit: Exit.Exit<unknown, OutboundFailed>): boolean | undefined => {
  if (Exit.isSuccess(exit)) return true
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  return failure && isAnswered(failure)
}

/** The HTTP status of the answer; undefined: there was none. */
export const statusOf = (exit: Exit.Exit<unknown, OutboundFailed>): number | undefined =>
  Exit.isSuccess(exit) ? 200 : Option.getOrUndefined(Cause.findErrorOption(exit.cause))?.status

/** What is known of one kind of request. */
interface Circuit {
  /** Whether a request must not be sent now. */
  readonly isOpen: (now: Timestamp) => boolean
  /** Says that a request is sent now, and answers whether it is a trial. */
  readonly begin: () => boolean
  /** Learns from the end of a request. Answers with what is to be logged. */
  readonly end: (isTrial: boolean, verdict: boolean | undefined, now: Timestamp) => Effect.Effect<void>
}

const makeCircuit = (
  warnings: OutageWarnings,
  failuresMax: number,
  turned: (isDown: boolean) => Effect.Effect<void>,
): Circuit => {
  let failures = 0
  let open: Open | undefined
  let isTrying = false

  const failed = (isTrial: boolean, now: Timestamp): Effect.Effect<void> => {
    failures++
    if (isTrial && open !== undefined) {
      open = { since: now, pauseMillis: Math.min(open.pauseMillis * 2, PAUSE_MILLIS_MAX) }
    } else if (open === undefined && failures >= failuresMax) {
      open = { since: now, pauseMillis: PAUSE_MILLIS_MIN }
      return Effect.andThen(turned(true), warnings.down(failures))
    }
    return Effect.void
  }

  return {
    isOpen: (now) => open !== undefined && (isTrying || Math.abs(now - open.since) < open.pauseMillis),
    begin: () => {
      const isTrial = open !== undefined
      isTrying ||= isTrial
      return isTrial
    },
    end: (isTrial, verdict, now) => {
      if (isTrial) isTrying = false
      if (verdict !== true) return verdict === false ? failed(isTrial, now) : Effect.void
      const wasDown = open !== undefined
      failures = 0
      open = undefined
      return wasDown ? Effect.andThen(turned(false), warnings.back) : Effect.void
    },
  }
}

/** Makes the breaker of one portal, which `portal` names in the log. */
export const makeBreaker = Effect.fnUntraced(function* (
  portal: string,
  { failuresMax = FAILURES_MAX, timeoutSeconds = 3 }: RequestSettings,
) {
  const warnings = makeWarnings(portal)
  const client = yield* HttpClient.HttpClient
  const inPlace = makePlaces(timeoutSeconds, full)
  // As many as the settings have addresses.
  const circuits = new Map<string, Circuit>()

  const circuitOf = (endpoint: string, url: string): Circuit => {
    const name = `${endpoint} ${url}`
    const circuit =
      circuits.get(name) ??
      makeCircuit(makeOutageWarnings(portal, endpoint), failuresMax, (isDown) =>
        tell((tally) => tally.portalDown(portal, name, isDown)),
      )
    circuits.set(name, circuit)
    return circuit
  }

  /** Looks again whether the portal counts as down, because the login may have waited for its place. */
  const send = <A>(circuit: Circuit, request: Effect.Effect<A, OutboundFailed, HttpClient.HttpClient>) => {
    let isTrial: boolean | undefined
    const sending = Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (circuit.isOpen(now)) return Effect.fail(down)
      isTrial = circuit.begin()
      return Effect.provideService(request, HttpClient.HttpClient, client)
    })
    return Effect.onExit(sending, (exit) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        isTrial === undefined
          ? Effect.void
          : Effect.andThen(
              tell((tally) => tally.askedPortal(portal, verdictOf(exit) !== false, statusOf(exit))),
              circuit.end(isTrial, verdictOf(exit), now),
            ),
      ),
    )
  }

  const breaker: Breaker = {
    guard: (endpoint, url, request) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const circuit = circuitOf(endpoint, url)
        if (circuit.isOpen(now)) return Effect.fail(down)
        const sending = inPlace(send(circuit, request))
        return Effect.tapError(sending, (failure) =>
          failure === down ? Effect.void : warnings.failed(endpoint, failure),
        )
      }),
  }
  return breaker
})

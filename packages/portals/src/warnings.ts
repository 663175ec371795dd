/**
 * What the log says of a portal that fails, so that an operator sees why logins there are refused (guarantees R18,
 * R32). A line has the portal, the endpoint, the HTTP status and the `error` of the answer, and nothing that was sent.
 */
import { logWarning } from "@garrison/core/kernel/work/logWarning"
import type { Timestamp } from "@garrison/core/kernel/time/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { OutboundFailed } from "./outbound.ts"

/** Lines of one kind are this far apart, in ms: a line for each login would fill the log. */
const WARNING_INTERVAL_MILLIS = 60_000

/** The errors that are logged. A text with digits is not: it could be a credential that the portal repeats. */
const errorPattern = /^[a-z][a-z_.-]{0,39}$/i

/** Why a request failed, in words that are safe to log. */
const reasonOf = ({ message, refusal }: OutboundFailed): string =>
  refusal?.error !== undefined && errorPattern.test(refusal.error)
    ? `${message}, and the error ${refusal.error}`
    : message

/** Answers how many calls were left out since the last one that counted; undefined: this one is left out, too. */
const onceAMinute = () => {
  let countedAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (now: Timestamp): number | undefined => {
    // After the clock was set back, warnings must not wait until it has caught up.
    if (Math.abs(now - countedAt) < WARNING_INTERVAL_MILLIS) {
      leftOut++
      return undefined
    }
    const before = leftOut
    countedAt = now
    leftOut = 0
    return before
  }
}

/** The log of the requests to one portal. */
export interface PortalWarnings {
  /** A request to an endpoint of this kind failed. Logged once a minute, with the number of those left out before. */
  readonly failed: (endpoint: string, failure: OutboundFailed) => Effect.Effect<void>
}

/** Makes the log of the requests to a portal; `portal` is its name. */
export const makeWarnings = (portal: string): PortalWarnings => {
  const failures = onceAMinute()
  return {
    failed: (endpoint, failure) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const leftOut = failures(now)
        if (leftOut === undefined) return Effect.void
        const more = leftOut === 0 ? "" : `; requests that failed since the last such line: ${leftOut}`
        return logWarning(`a request to the portal ${portal} failed (${endpoint}): ${reasonOf(failure)}${more}`)
      }),
  }
}

/** The log of the outages of one kind of request. */
export interface OutageWarnings {
  /** The portal counts as down after so many failures. Logged once a minute. */
  readonly down: (failures: number) => Effect.Effect<void>
  /** The portal answers again. Logged if it was logged that the portal is down. */
  readonly back: Effect.Effect<void>
}

/** Makes the log of the outages of a portal for requests to an endpoint of this kind. */
export const makeOutageWarnings = (portal: string, endpoint: string): OutageWarnings => {
  const outages = onceAMinute()
  let isDownLogged = false
  return {
    down: (count) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (outages(now) === undefined) return Effect.void
        isDownLogged = true
        const why = `after ${count} failures in a row`
        return logWarning(`the portal ${portal} counts as down (${endpoint}) ${why}; logins that need this are refused`)
      }),
    back: Effect.suspend(() => {
      if (!isDownLogged) return Effect.void
      isDownLogged = false
      return logWarning(`the portal ${portal} answers again (${endpoint})`)
    }),
  }
}

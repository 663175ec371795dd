/** The places of logins at a portal (decisions, section 4; guarantees R18, R62). */
import { type InSharedPlace, sharedPlaces } from "@garrison/core/login/portal/sharedPlaces"
import * as Effect from "effect/Effect"

/** Logins that a portal, its keys, or the token of Garrison there serve at once. Further ones wait in line. */
export const PLACES_MAX = 64

/** Logins that wait in line. */
const WAITING_MAX = 256

/**
 * Makes places, where a login waits no longer than for an answer of the portal: in that time, each place that is taken
 * is given back. `full` is the answer to a login that gets none.
 */
export const makePlaces = <Why>(timeoutSeconds: number, full: Why): InSharedPlace<Why> =>
  sharedPlaces({ placesMax: PLACES_MAX, waitingMax: WAITING_MAX, waitSeconds: timeoutSeconds }, Effect.fail(full))

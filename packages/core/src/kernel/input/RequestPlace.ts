/**
 * The place of the request that a fiber works for. Places are few, so work that waits for something which other
 * requests do not need gives the place back meanwhile (guarantees R66).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A place among the requests that run at once. */
export interface Place {
  /** Gives the place back. */
  giveBack(): void
  /** Takes a place again, in line with other requests. Dies with `StorageUnavailable` when there is no room. */
  readonly takeAgain: Effect.Effect<void>
  /** How long the request may wait without a place, in ms of real time. */
  readonly waitMillisMax: number
}

/** The place of the request in progress. Undefined where a program calls the core without requests. */
export const RequestPlace = Context.Reference<Place | undefined>("@garrison/core/kernel/input/RequestPlace", {
  defaultValue: () => undefined,
})

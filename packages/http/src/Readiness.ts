/** Whether requests should be sent to this process (decisions, section 14). */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How long storage may take to answer the probe, in ms. */
const PROBE_MILLIS = 2000
/** How long an answer of storage is reused, in ms: each answer costs a write, and any client may send probes. */
const RECENT_MILLIS = 1000

/** Lists what keeps the process from serving. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * The names of what is missing; empty: nothing is. Answers within two seconds, with a result at most a second old.
     */
    readonly missing: Effect.Effect<ReadonlyArray<string>>
    /** Makes {@link missing} ask again, because something happened since its last answer. */
    readonly doubt: Effect.Effect<void>
  }
>()("@garrison/http/Readiness") {
  /** Ready as long as storage takes writes. Questions at the same time share one probe. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ask } = yield* StorageProbe
      const probe = ask.pipe(
        Effect.timeout(PROBE_MILLIS),
        Effect.as([] as ReadonlyArray<string>),
        Effect.catchCause(() => Effect.succeed(["storage"])),
      )
      const [missing, doubt] = yield* Effect.cachedInvalidateWithTTL(probe, RECENT_MILLIS)
      return Readiness.of({ missing, doubt })
    }),
  )
}

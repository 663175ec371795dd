/** Whether requests should be sent to this process (decisions, section 14). */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How long storage may take to answer the probe, in ms. */
const PROBE_MILLIS = 2000
/** For how long an answer of storage is good, in ms: it has to write for one, and probes may come from anybody. */
const RECENT_MILLIS = 1000

/** Tells what keeps the process from serving. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /**
     * The names of what is missing, empty when nothing is. Answers within two seconds, with what was so a second ago.
     */
    readonly missing: Effect.Effect<ReadonlyArray<string>>
    /** Has {@link missing} look anew: something happened that it does not know of. */
    readonly doubt: Effect.Effect<void>
  }
>()("@garrison/http/Readiness") {
  /** Ready as soon as, and as long as, storage takes writes. Those who ask at once are answered by one probe. */
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

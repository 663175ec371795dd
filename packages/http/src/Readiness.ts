/** Whether requests should be sent to this process (decisions, section 14). */
import { StorageProbe } from "@garrison/core/kernel/work/StorageProbe"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { RefusedWrites } from "./RefusedWrites.ts"

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
    /** What {@link missing} answered last; nothing before. For a process that must answer at once. */
    readonly known: () => ReadonlyArray<string>
    /** Makes {@link missing} ask again, because something happened since its last answer. */
    readonly doubt: Effect.Effect<void>
    /** Where storage is, for operators; undefined: not known. */
    readonly place: string | undefined
    /** What the writes of requests say of storage. */
    readonly writes: RefusedWrites
  }
>()("@garrison/http/Readiness") {
  /** Ready as long as storage takes writes, by what requests and probes find. Questions at once share one probe. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const { ask, askForRoom = ask, place } = yield* StorageProbe
      const clock = yield* Clock.Clock
      const writes = new RefusedWrites(() => clock.currentTimeMillisUnsafe())
      let known: ReadonlyArray<string> = []
      const takesWrites = Effect.suspend(() => (writes.isAny ? askForRoom : ask)).pipe(
        Effect.timeout(PROBE_MILLIS),
        Effect.as(true),
        Effect.catchCause(() => Effect.succeed(false)),
      )
      const look = Effect.gen(function* () {
        const isReady = !writes.isDecisive && (yield* takesWrites)
        if (isReady) writes.forgive()
        known = isReady ? [] : ["storage"]
        return known
      })
      const [missing, doubt] = yield* Effect.cachedInvalidateWithTTL(look, RECENT_MILLIS)
      return Readiness.of({ missing, known: () => known, doubt, place, writes })
    }),
  )
}

/** Whether requests should be sent to this process (decisions, section 14). */
import { StorageProbe } from "@garrison/core/kernel/StorageProbe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** How long storage may take to answer the probe. */
const PROBE_SECONDS = 2

/** Tells what keeps the process from serving. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** The names of what is missing, empty when nothing is. Answers within two seconds. */
    readonly missing: Effect.Effect<ReadonlyArray<string>>
  }
>()("@garrison/http/Readiness") {
  /** Ready as soon as, and as long as, storage answers. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.map(StorageProbe, ({ ask }) =>
      Readiness.of({
        missing: ask.pipe(
          Effect.timeout(PROBE_SECONDS * 1000),
          Effect.as([] as ReadonlyArray<string>),
          Effect.catchCause(() => Effect.succeed(["storage"])),
        ),
      }),
    ),
  )
}

/** Whether requests should be sent to this process (decisions, section 14). */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

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
  /** Asks storage the cheapest question there is. */
  static readonly layer = Layer.effect(
    Readiness,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const missing = sql`SELECT 1`.pipe(
        Effect.timeout(PROBE_SECONDS * 1000),
        Effect.as([] as ReadonlyArray<string>),
        Effect.catchCause(() => Effect.succeed(["storage"])),
      )
      return Readiness.of({ missing })
    }),
  )
}

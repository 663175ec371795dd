/** Where the identity of the deployment is kept (decisions, section 1). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EnvironmentRecord } from "./schema.ts"

/** Storage of the one environment record of a deployment. */
export class EnvironmentStore extends Context.Service<
  EnvironmentStore,
  {
    /** Stores `proposed` unless a record exists already, and answers with the one that is stored. */
    readonly claim: (proposed: EnvironmentRecord) => Effect.Effect<EnvironmentRecord>
  }
>()("@garrison/core/environment/EnvironmentStore") {}

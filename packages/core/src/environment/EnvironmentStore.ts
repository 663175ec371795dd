/** The storage interface of the identity of the deployment (decisions, section 1). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { EnvironmentRecord, EnvironmentSecret } from "./schema.ts"

/** Storage of the one environment record of a deployment. */
export class EnvironmentStore extends Context.Service<
  EnvironmentStore,
  {
    /** Stores `proposed` unless a record exists already, and answers with the one that is stored. */
    readonly claim: (proposed: EnvironmentRecord) => Effect.Effect<EnvironmentRecord>
    /** A secret as it is stored; undefined when there is none yet. */
    readonly secret: (name: EnvironmentSecret) => Effect.Effect<Uint8Array | undefined>
    /**
     * Replaces a secret if the stored one is still `known` (undefined: none is stored), and says whether it was. Locks
     * the environment until the unit of work ends. Erases the former bytes as far as storage can.
     */
    readonly replaceSecret: (
      name: EnvironmentSecret,
      known: Uint8Array | undefined,
      next: Uint8Array,
    ) => Effect.Effect<boolean>
    /**
     * Increments the revision, if it is `ifRevision` (undefined: any), and answers with the new revision. Locks the
     * environment until the unit of work ends. Undefined: the revision is another one, or the environment is missing.
     */
    readonly nextRevision: (ifRevision: number | undefined) => Effect.Effect<number | undefined>
    /** The revision: how many acts have changed the environment. Undefined: the environment is not stored yet. */
    readonly revision: Effect.Effect<number | undefined>
  }
>()("@garrison/core/environment/EnvironmentStore") {}

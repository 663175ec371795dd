/** Where the identity of the deployment is kept (decisions, section 1). */
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
     * Stores a secret in the place of the one that is `known`, undefined for none; keeps the environment locked until
     * the unit of work ends. Says whether that was the stored one. Of what was there nothing is left to be found where
     * storage can help it.
     */
    readonly replaceSecret: (
      name: EnvironmentSecret,
      known: Uint8Array | undefined,
      next: Uint8Array,
    ) => Effect.Effect<boolean>
    /**
     * Counts up the revision, if it is `ifRevision` (undefined: whatever it is), and answers with the new one; the
     * environment stays locked until the unit of work ends. Undefined: it is in another revision, or not there.
     */
    readonly nextRevision: (ifRevision: number | undefined) => Effect.Effect<number | undefined>
    /** The revision: how many acts have changed the environment. Undefined when it is not there yet. */
    readonly revision: Effect.Effect<number | undefined>
  }
>()("@garrison/core/environment/EnvironmentStore") {}

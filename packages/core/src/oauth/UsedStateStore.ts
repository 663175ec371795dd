/** The storage interface of states that answers have used, by the SHA-256 of their text (decisions, section 5). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** Storage of used states. */
export class UsedStateStore extends Context.Service<
  UsedStateStore,
  {
    /** Marks the state with this hash as used, and says whether it was unused: of several calls, one gets true. */
    readonly use: (hash: Uint8Array, expiresAt: Timestamp) => Effect.Effect<boolean>
    /** Deletes at most `limit` states that had expired before `before`. Says how many. */
    readonly prune: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/oauth/UsedStateStore") {}

/** The storage interface of upkeep: when each task last ended well, and what will need somebody soon. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** Tasks that somebody has to do now and then. */
export type UpkeepTask = "backup" | "audit_verify" | "ledger_verify"

/** A secret of a client that is not disabled, as far as its times go. */
export interface SecretTimes {
  readonly clientId: string
  /** Whether it is the secret that a rotation left valid for a while. */
  readonly isFormer: boolean
  readonly created: Timestamp
  readonly expires: Timestamp | undefined
  readonly lastUsed: Timestamp | undefined
}

/** A restriction that ends by itself. */
export interface EndingRestriction {
  readonly personId: PersonId
  readonly restrictionId: string
  readonly type: string
  readonly expires: Timestamp
  /** The active player of the person. */
  readonly playerUuid: PlayerUuid | undefined
}

/** Storage of upkeep. */
export class UpkeepStore extends Context.Service<
  UpkeepStore,
  {
    /** Records that a task ended well, in the running unit of work. A later time stays. */
    readonly succeeded: (task: UpkeepTask, at: Timestamp) => Effect.Effect<void>
    /** When each task last ended well; one that never did is left out. */
    readonly last: Effect.Effect<ReadonlyMap<string, Timestamp>>
    /** At most `limit` secrets of clients that are not disabled, by client. */
    readonly secrets: (limit: number) => Effect.Effect<ReadonlyArray<SecretTimes>>
    /** At most `limit` restrictions in force that end from `from` until `until`, the next one first. */
    readonly restrictionsEnding: (
      from: Timestamp,
      until: Timestamp,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<EndingRestriction>>
  }
>()("@garrison/core/attention/UpkeepStore") {}

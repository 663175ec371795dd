/** The storage interface that says whether anything about a player has changed, without reading all of it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/**
 * A text for each part of what is stored about a player: it differs after any change of the part. The texts are made of
 * counts, sums and times that are stored in any case, so that no login and no order writes more.
 */
export interface StoredMarks {
  readonly personId: PersonId
  readonly identity: string
  readonly restrictions: string
  readonly agreements: string
  readonly sessions: string
  readonly logins: string
  readonly securityEvents: string
  /** The time of the last order: orders alone change inventories, and each order moves this time on. */
  readonly lastChanged: string
  readonly notifications: string
  /** The last audit row about the player or its person; 0: there is none. */
  readonly sequence: number
}

/** Storage of marks. */
export class PlayerMarkStore extends Context.Service<
  PlayerMarkStore,
  {
    /**
     * The marks as they are at `now`, which decides whether restrictions are in force and sessions open. The cost grows
     * with what is kept of the person alone, which is limited, not with orders and records. Undefined: no such player.
     */
    readonly read: (player: PlayerUuid, now: Timestamp) => Effect.Effect<StoredMarks | undefined>
  }
>()("@garrison/core/overview/PlayerMarkStore") {}

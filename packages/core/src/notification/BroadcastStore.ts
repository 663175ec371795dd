/**
 * The storage interface of broadcasts: one log for all players, numbered without gaps or repeats, and what is known of
 * players as its readers (decisions, section 9).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { Audience, Segment } from "./segment.ts"

/** The next place in the log. */
export interface BroadcastPlace {
  /** One more than the place before it; the first is 1. */
  readonly position: number
  /** The given time, or that of the place before if the clock went back. */
  readonly created: Timestamp
}

/** A broadcast as it is stored. */
export interface StoredBroadcast extends BroadcastPlace {
  readonly segment: Segment
  readonly wire: WireJson
}

/** The broadcasts to keep: those after `positionAbove` that were created after `createdAfter`. */
export interface BroadcastRetention {
  readonly positionAbove: number
  readonly createdAfter: Timestamp
}

/** Storage of broadcasts. `claim` and `add` run inside one unit of work. */
export class BroadcastStore extends Context.Service<
  BroadcastStore,
  {
    /**
     * Takes the next place of the log. From then on, until the unit of work ends, no notification is appended and no
     * role is changed: so whatever knows of this broadcast becomes visible after it, and whatever does not, before.
     */
    readonly claim: (now: Timestamp) => Effect.Effect<BroadcastPlace>
    /** Stores a broadcast at the place that was claimed for it, with the players of its list. */
    readonly add: (broadcast: StoredBroadcast, players: ReadonlyArray<PlayerUuid>) => Effect.Effect<void>
    /** Those of the players that do not exist, in their order. */
    readonly unknownAmong: (players: ReadonlyArray<PlayerUuid>) => Effect.Effect<ReadonlyArray<PlayerUuid>>
    /** How many broadcasts there have been. */
    readonly head: Effect.Effect<number>
    /** Broadcasts after the position, the oldest first, at most `limit` of them. */
    readonly read: (after: number, limit: number) => Effect.Effect<ReadonlyArray<StoredBroadcast>>
    /** The broadcasts at these positions that are still kept. */
    readonly readAt: (positions: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<StoredBroadcast>>
    /** What is known of a player; undefined for a player that does not exist. */
    readonly audience: (player: PlayerUuid) => Effect.Effect<Audience | undefined>
    /** As {@link audience} of many players, where only this broadcast is asked about. */
    readonly audiences: (
      players: ReadonlyArray<PlayerUuid>,
      broadcast: Pick<StoredBroadcast, "position" | "segment">,
    ) => Effect.Effect<ReadonlyMap<PlayerUuid, Audience>>
    /**
     * Deletes the broadcasts that are not to be kept, and of the players of their lists at most `limit`. Answers with
     * the number of both. Their places are not given again.
     */
    readonly prune: (retention: BroadcastRetention, limit: number) => Effect.Effect<number>
  }
>()("@garrison/core/notification/BroadcastStore") {}

/**
 * The storage interface of notifications: a list per player, numbered without gaps or repeats (decisions, section 9).
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { WireJson } from "../kernel/wire/WireJson.ts"
import type { Moment } from "./moment.ts"

/** The next place in a player's list. */
export interface NotificationPlace extends Moment {
  /** One more than the position before it; the first is 1. */
  readonly position: number
  /** How many broadcasts there have been. No broadcast comes before the unit of work has ended. */
  readonly broadcast: number
  /** The given time, or that of the place before if the clock went back: times are never out of order. */
  readonly created: Timestamp
}

/** A notification as it is stored. */
export interface StoredNotification {
  readonly moment: Moment
  readonly wire: WireJson
}

/** The notifications of a list to keep: the newest `countMax` of those created after `createdAfter`. */
export interface NotificationRetention {
  readonly countMax: number
  readonly createdAfter: Timestamp
}

/** The part of a list to read: places in `(after, upTo]` that were created after `createdAfter`. */
export interface NotificationSpan {
  readonly upTo: Moment
  readonly after: Moment
  readonly createdAfter: Timestamp
  readonly limit: number
}

/** What was found of a list, with how many broadcasts there were at that moment. */
export interface FoundNotifications {
  readonly found: ReadonlyArray<StoredNotification>
  readonly broadcasts: number
}

/** What was found of a list, with the place of the newest of all that there was at that moment. */
export interface FoundOldest {
  readonly found: ReadonlyArray<StoredNotification>
  /** How many broadcasts, and the position of the newest notification that the player ever had in the list. */
  readonly head: Moment
}

/** Storage of notifications. `claim` and `add` run inside one unit of work. */
export class NotificationStore extends Context.Service<
  NotificationStore,
  {
    /**
     * Takes the next place of the player's list, in one statement, and locks the list until the unit of work ends. So
     * the next claim gets a later place and becomes visible later. `not_found`: the player does not exist.
     */
    readonly claim: (player: PlayerUuid, now: Timestamp) => Effect.Effect<NotificationPlace | "not_found">
    /** Stores a notification at the place that was claimed for it, and drops what retention no longer keeps. */
    readonly add: (
      player: PlayerUuid,
      place: NotificationPlace,
      wire: WireJson,
      retention: NotificationRetention,
    ) => Effect.Effect<void>
    /**
     * Deletes notifications of any player that were created at `createdUpTo` or before, the oldest first and at most
     * `limit` of them. Answers with their number; their places are not given again.
     */
    readonly prune: (createdUpTo: Timestamp, limit: number) => Effect.Effect<number>
    /**
     * A part of the player's list, newest first, at most `limit` long. A player without notifications has an empty
     * list.
     */
    readonly read: (player: PlayerUuid, span: NotificationSpan) => Effect.Effect<FoundNotifications>
    /** As `read`, oldest first: the oldest `limit` of them. */
    readonly readOldest: (player: PlayerUuid, span: NotificationSpan) => Effect.Effect<FoundOldest>
    /**
     * The position of the newest notification that each player ever had, whether or not it is still kept. A player who
     * never had one is missing.
     */
    readonly heads: (players: ReadonlyArray<PlayerUuid>) => Effect.Effect<ReadonlyMap<PlayerUuid, number>>
  }
>()("@garrison/core/notification/NotificationStore") {}

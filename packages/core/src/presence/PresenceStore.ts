/** The storage interface of presence: each player's last report (decisions, section 13). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersonId, PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { PresenceStatus } from "./schema.ts"

/** Data that a player adds to the presence. */
export type PresenceCustomData = Readonly<Record<string, string>>

/** The report of a player. */
export interface PresenceReport {
  readonly status: PresenceStatus
  readonly message: string | undefined
  readonly customData: PresenceCustomData | undefined
  readonly doNotDisturb: boolean
  readonly lastSeen: Timestamp
  /** Counts the changes of all but the time. */
  readonly revision: number
}

/** A player with the last report, if there is one. */
export interface StoredPresence {
  readonly playerUuid: PlayerUuid
  readonly personId: PersonId
  /** The platform where others last saw the player online; before that, the platform of the login. */
  readonly platform: Platform
  readonly displayName: string
  readonly report: PresenceReport | undefined
}

/** A player who has reported. */
export type ReportedPresence = StoredPresence & { readonly report: PresenceReport }

/** Whether the player has reported. */
export const hasReported = (stored: StoredPresence): stored is ReportedPresence => stored.report !== undefined

/** The changes of a report: `undefined` keeps a field, `null` clears it. A first report starts from `online`. */
export interface PresenceChange {
  readonly status: PresenceStatus | undefined
  readonly message: string | null | undefined
  readonly customData: PresenceCustomData | null | undefined
  readonly doNotDisturb: boolean | undefined
  /** The platform of the report; `undefined`: that of the player's last login. Kept only while others may see it. */
  readonly platform: Platform | undefined
}

/** A report that changes nothing but the time, on what is known of the row. */
export interface Heartbeat {
  readonly playerUuid: PlayerUuid
  readonly personId: PersonId
  /** The revision of the report that the heartbeat was compared with. */
  readonly revision: number
  /** The platform of the report; `undefined`: that of the player's last login. */
  readonly platform: Platform | undefined
  /** When it was taken. */
  readonly at: Timestamp
}

/** A heartbeat that was stored. */
export interface Touched {
  readonly playerUuid: PlayerUuid
  readonly displayName: string
  /** The later of the heartbeat's time and that of the row. */
  readonly lastSeen: Timestamp
}

/** Players who reported one status at one platform. */
export interface OnlineCount {
  readonly platform: Platform
  /** Never `offline`. */
  readonly status: PresenceStatus
  readonly count: number
}

/** Storage of presence. */
export class PresenceStore extends Context.Service<
  PresenceStore,
  {
    /**
     * Applies a change with `now` as the time of the report, in one statement inside a unit of work. Answers with the
     * stored row. The platform changes only when others see the resulting status, so that an invisible player can move
     * to another platform unseen.
     */
    readonly report: (
      player: PlayerUuid,
      change: PresenceChange,
      now: Timestamp,
    ) => Effect.Effect<StoredPresence | "not_found">
    /** As `report`, unless the row has this time or a later one: then nothing is stored, and it is `not_found`, too. */
    readonly reportLate: (
      player: PlayerUuid,
      change: PresenceChange,
      at: Timestamp,
    ) => Effect.Effect<StoredPresence | "not_found">
    /**
     * Stores the times of heartbeats, each if the row has the revision that the heartbeat knows, if the person was not
     * deleted, and if the platform stays as it is where others see it. No time goes back. One statement for all, inside
     * a unit of work. Answers with those that were stored.
     */
    readonly touch: (heartbeats: ReadonlyArray<Heartbeat>) => Effect.Effect<ReadonlyArray<Touched>>
    /** Whether the row of the player still has this revision. Costs less than the row. */
    readonly isUnchanged: (known: ReportedPresence) => Effect.Effect<boolean>
    /**
     * As `find`, for the player and after the player's own acts. It does not make a later `find` any quicker: the time
     * that a lookup takes must not say that a player who hides is there.
     */
    readonly findOwn: (player: PlayerUuid) => Effect.Effect<StoredPresence | "not_found">
    /** The player with the last report. */
    readonly find: (player: PlayerUuid) => Effect.Effect<StoredPresence | "not_found">
    /** Those of the players that exist, in any order: one statement where the process knows their persons. */
    readonly findMany: (players: ReadonlyArray<PlayerUuid>) => Effect.Effect<ReadonlyArray<StoredPresence>>
    /**
     * How many of the newest `rowsMax` reports between these times, both inclusive, have which status and platform;
     * `offline` is not counted. A read of operators.
     */
    readonly countOnline: (from: Timestamp, to: Timestamp, rowsMax: number) => Effect.Effect<ReadonlyArray<OnlineCount>>
  }
>()("@garrison/core/presence/PresenceStore") {}

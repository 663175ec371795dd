/** The storage interface of presence: each player's last report (decisions, section 13). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
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
}

/** A player with the last report, if there is one. */
export interface StoredPresence {
  readonly playerUuid: PlayerUuid
  /** The platform where others last saw the player online; before that, the platform of the login. */
  readonly platform: Platform
  readonly displayName: string
  readonly report: PresenceReport | undefined
}

/** The changes of a report: `undefined` keeps a field, `null` clears it. A first report starts from `online`. */
export interface PresenceChange {
  readonly status: PresenceStatus | undefined
  readonly message: string | null | undefined
  readonly customData: PresenceCustomData | null | undefined
  readonly doNotDisturb: boolean | undefined
  /** The platform of the report; `undefined`: that of the player's last login. Kept only while others may see it. */
  readonly platform: Platform | undefined
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

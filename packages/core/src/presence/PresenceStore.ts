/** Where presence is kept: what each player reported last (decisions, section 13). */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Platform } from "../kernel/Platform.ts"
import type { Timestamp } from "../kernel/Timestamp.ts"
import type { PresenceStatus } from "./schema.ts"

/** The fields a player may put into their presence. */
export type PresenceCustomData = Readonly<Record<string, string>>

/** What a player reported. */
export interface PresenceReport {
  readonly status: PresenceStatus
  readonly message: string | undefined
  readonly customData: PresenceCustomData | undefined
  readonly doNotDisturb: boolean
  readonly lastSeen: Timestamp
}

/** A player with what they reported, if they ever did. */
export interface StoredPresence {
  readonly playerUuid: PlayerUuid
  /** The platform the player was last seen online in; before that, the one they logged in from. */
  readonly platform: Platform
  readonly displayName: string
  readonly report: PresenceReport | undefined
}

/** What a report changes: `undefined` leaves as it is, `null` clears. A first report starts from `online`. */
export interface PresenceChange {
  readonly status: PresenceStatus | undefined
  readonly message: string | null | undefined
  readonly customData: PresenceCustomData | null | undefined
  readonly doNotDisturb: boolean | undefined
  /** The platform reported from; `undefined`: that of the player's last login. Kept only while others may see it. */
  readonly platform: Platform | undefined
}

/** Storage of presence. */
export class PresenceStore extends Context.Service<
  PresenceStore,
  {
    /**
     * Applies a change and takes `now` as the time of the report, in one statement inside a unit of work. Answers with
     * what is stored then. The platform changes only when the resulting status is one that others see, so that an
     * invisible player who moves to another platform gives nothing away.
     */
    readonly report: (
      player: PlayerUuid,
      change: PresenceChange,
      now: Timestamp,
    ) => Effect.Effect<StoredPresence | "not_found">
    /** The player with what they reported last. */
    readonly find: (player: PlayerUuid) => Effect.Effect<StoredPresence | "not_found">
  }
>()("@garrison/core/presence/PresenceStore") {}

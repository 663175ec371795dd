/** Heartbeats that wait to be stored, and those that are being stored: at most one of a player in each. */
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { Heartbeat, ReportedPresence } from "./PresenceStore.ts"
import { isCurrentTime } from "./rules.ts"

/** The heartbeats by player. */
export class WaitingHeartbeats {
  readonly #waiting = new Map<PlayerUuid, Heartbeat>()
  readonly #leaving = new Map<PlayerUuid, Heartbeat>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size
  }

  /** When the player was last seen, as far as that is not stored. */
  timeOf(player: PlayerUuid): Timestamp | undefined {
    return (this.#waiting.get(player) ?? this.#leaving.get(player))?.at
  }

  /** Adds a heartbeat, in place of an earlier one of the player. False: too many wait. */
  add(heartbeat: Heartbeat): boolean {
    const before = this.#waiting.get(heartbeat.playerUuid)
    if (before === undefined && this.#waiting.size >= this.#most) return false
    const at = Math.max(heartbeat.at, before?.at ?? heartbeat.at)
    this.#waiting.set(heartbeat.playerUuid, { ...heartbeat, at })
    return true
  }

  /**
   * Drops the heartbeat of a player whose whole report is stored. One that is later, because it came while the report
   * was being stored, goes on waiting. A time far ahead is that of a clock that was set back since: it is dropped,
   * because it would keep the player online.
   */
  outrunBy({ playerUuid, report }: ReportedPresence, offlineSeconds: number): void {
    const one = this.#waiting.get(playerUuid)
    if (one === undefined) return
    const isLater = one.at > report.lastSeen && isCurrentTime(one.at, report.lastSeen, offlineSeconds)
    if (isLater) this.#waiting.set(playerUuid, { ...one, revision: report.revision })
    else this.#waiting.delete(playerUuid)
  }

  /** The next ones, which are being stored from now on: {@link settle} says how that ended. */
  take(most: number): ReadonlyArray<Heartbeat> {
    const part: Array<Heartbeat> = []
    for (const [player, heartbeat] of this.#waiting) {
      this.#waiting.delete(player)
      this.#leaving.set(player, heartbeat)
      if (part.push(heartbeat) === most) break
    }
    return part
  }

  /** Those that were not stored wait again, unless a later one does. */
  settle(part: ReadonlyArray<Heartbeat>, isStored: boolean): void {
    for (const heartbeat of part) {
      this.#leaving.delete(heartbeat.playerUuid)
      const isLast = !this.#waiting.has(heartbeat.playerUuid)
      if (!isStored && isLast) this.#waiting.set(heartbeat.playerUuid, heartbeat)
    }
  }
}

/** The rate of quotes, which store nothing that could be counted (decisions, section 12). */
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"

/** Most players whose quotes are counted in one window. While there are more, further players get no quotes. */
const PLAYERS_MAX = 100_000

/** Counts the quoted entries of each player in the current window of time. Each process counts for itself. */
export class QuoteRate {
  private window = 0
  private readonly counts = new Map<PlayerUuid, number>()

  /** Counts `entries` at `now`; false: there would be more than `max` in the window. */
  admits(player: PlayerUuid, entries: number, now: Timestamp, windowSeconds: number, max: number): boolean {
    const window = Math.floor(now / Math.max(1, windowSeconds * 1000))
    if (window !== this.window) {
      this.window = window
      this.counts.clear()
    }
    const count = (this.counts.get(player) ?? 0) + entries
    if (count > max || (this.counts.size >= PLAYERS_MAX && !this.counts.has(player))) return false
    this.counts.set(player, count)
    return true
  }
}

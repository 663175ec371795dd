/**
 * The reports that this process stored or read last, so that it knows a pure heartbeat without asking storage. They may
 * be out of date, because another process may have stored since: what is stored on their word proves them by the
 * revision of the row.
 */
import type { PlayerUuid } from "../kernel/Identifier.ts"
import type { Timestamp } from "../kernel/time/Timestamp.ts"
import type { ReportedPresence } from "./PresenceStore.ts"

/** Bounds of what is remembered. */
export interface ReportBounds {
  readonly playersMax: number
  /** Characters of messages and custom data, of all players together. */
  readonly charactersMax: number
}

const charactersOf = ({ report: { customData, message = "" } }: ReportedPresence): number => {
  let characters = message.length
  for (const [key, value] of Object.entries(customData ?? {})) characters += key.length + value.length
  return characters
}

/** Reports by player, the one unused for longest first. */
export class RecentReports {
  readonly #byPlayer = new Map<PlayerUuid, ReportedPresence>()
  readonly #bounds: ReportBounds
  #characters = 0

  constructor(bounds: ReportBounds) {
    this.#bounds = bounds
  }

  /** The last report of the player, if it is remembered. */
  get(player: PlayerUuid): ReportedPresence | undefined {
    return this.#byPlayer.get(player)
  }

  /** Remembers a report that was stored or read, unless a later revision of it is remembered. */
  remember(presence: ReportedPresence): void {
    const { playerUuid: player } = presence
    const known = this.#byPlayer.get(player)
    if (known?.personId === presence.personId && known.report.revision > presence.report.revision) return
    this.forget(player)
    this.#byPlayer.set(player, presence)
    this.#characters += charactersOf(presence)
    this.#shrink()
  }

  /** Forgets the player. */
  forget(player: PlayerUuid): void {
    const known = this.#byPlayer.get(player)
    if (known === undefined) return
    this.#byPlayer.delete(player)
    this.#characters -= charactersOf(known)
  }

  /** Forgets those unused for longest, as long as their last report is from before `time`. */
  forgetBefore(time: Timestamp): void {
    for (const [player, { report }] of this.#byPlayer) {
      if (report.lastSeen >= time) return
      this.forget(player)
    }
  }

  #shrink(): void {
    for (const player of this.#byPlayer.keys()) {
      if (this.#byPlayer.size <= this.#bounds.playersMax && this.#characters <= this.#bounds.charactersMax) return
      this.forget(player)
    }
  }
}

/**
 * Looks whether listeners are behind, many at a time: after a broadcast, when hints may have been lost, and now and
 * then without a hint. It reads no notification of a player's own list, only how long the lists are.
 */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { warningOf } from "../../kernel/work/Background.ts"
import type { NotificationStore } from "../NotificationStore.ts"
import type { Listening } from "./Listening.ts"

/** Players of one statement at most. */
const PLAYERS_AT_ONCE = 200

/** What it works with. */
interface LookOptions {
  readonly store: Pick<NotificationStore["Service"], "heads">
  /** Reads what is new for this player. */
  readonly wake: (player: PlayerUuid) => void
  /** Runs work in the background until the process ends. */
  readonly fork: (work: Effect.Effect<void>) => void
}

/** The line of listeners to look at. One look runs at a time, and takes all who came meanwhile. */
export class Look {
  readonly #options: LookOptions
  #waiting: Array<Listening> = []
  #isLooking = false
  readonly #warn = warningOf("the lists of those who wait for notifications could not be looked at")

  constructor(options: LookOptions) {
    this.#options = options
  }

  /** Looks at these listeners. */
  at(listeners: ReadonlyArray<Listening>): void {
    this.#waiting = this.#waiting.length === 0 ? [...listeners] : [...new Set([...this.#waiting, ...listeners])]
    if (this.#isLooking) return
    this.#isLooking = true
    this.#options.fork(
      Effect.ensuring(
        this.#warn(this.#all),
        Effect.sync(() => {
          this.#isLooking = false
        }),
      ),
    )
  }

  readonly #all: Effect.Effect<void> = Effect.suspend(() => {
    const part = this.#waiting.splice(0, PLAYERS_AT_ONCE)
    if (part.length === 0) return Effect.void
    return Effect.andThen(
      this.#part(part),
      Effect.andThen(Effect.yieldNow, () => this.#all),
    )
  })

  #part(part: ReadonlyArray<Listening>): Effect.Effect<void> {
    const { store, wake } = this.#options
    const players = [...new Set(part.map(({ player }) => player))]
    return Effect.map(store.heads(players), (heads) => {
      for (const listening of part) {
        if ((heads.get(listening.player) ?? 0) <= listening.position) continue
        listening.isBehind = true
        wake(listening.player)
      }
    })
  }
}

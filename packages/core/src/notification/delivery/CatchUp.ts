/**
 * Brings listeners up to date: reads what is new for a player and gives it to the player's listeners. A few reads run
 * at once, whatever the number of listeners. A player for whom many hints come meanwhile is read for once.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { warningOf } from "../../kernel/work/Background.ts"
import type { Notifications } from "../Notifications.ts"
import type { Newer } from "../reading.ts"
import type { Audience } from "./Audience.ts"
import type { Listening } from "./Listening.ts"
import { earliestOf, unseen } from "./rules.ts"

/** Reads under way at once: fewer than a database has connections, so that requests have some. */
const READS_MAX = 4
/** Most notifications of one read. */
const READ_LIMIT = 100
/** Players after which other work of the process gets a turn, where storage answers at once. */
const PLAYERS_IN_A_TURN = 32

/** What it works with. */
interface CatchUpOptions {
  readonly audience: Audience
  readonly notifications: Pick<Notifications["Service"], "newer">
  /** Runs work in the background until the process ends. */
  readonly fork: (work: Effect.Effect<void>) => void
}

/** Gives a listener what it has not been given of this, as long as it takes more. */
const give = (listening: Listening, { placed, upTo }: Newer): void => {
  const { receiver } = listening
  if (receiver === undefined || listening.state !== "ready") return
  for (const item of unseen(placed, listening)) {
    listening.advance(item.moment)
    if (!receiver.take(item)) {
      listening.state = "full"
      listening.isBehind = true
      break
    }
  }
  if (listening.state === "ready") listening.advance(upTo)
  receiver.settled()
}

/** The line of players whose listeners may be behind. */
export class CatchUp {
  readonly #options: CatchUpOptions
  readonly #waiting = new Set<PlayerUuid>()
  /** Players that are being read for. */
  readonly #busy = new Set<PlayerUuid>()
  #reading = 0
  readonly #warn = warningOf("notifications could not be read for those who wait for them")

  constructor(options: CatchUpOptions) {
    this.#options = options
  }

  /** Looks for what is new for this player. */
  wake(player: PlayerUuid): void {
    this.#waiting.add(player)
    if (this.#reading >= READS_MAX || this.#reading >= this.#waiting.size + this.#busy.size) return
    this.#reading++
    const end = Effect.sync(() => {
      this.#reading--
    })
    this.#options.fork(Effect.onError(this.#work, () => end))
  }

  /** The next player for whom no read is under way. */
  #next(): PlayerUuid | undefined {
    for (const player of this.#waiting) {
      if (this.#busy.has(player)) continue
      this.#waiting.delete(player)
      this.#busy.add(player)
      return player
    }
    return undefined
  }

  readonly #work: Effect.Effect<void> = Effect.suspend(() => this.#turn(0))

  #turn(served: number): Effect.Effect<void> {
    const player = this.#next()
    if (player === undefined) {
      // In one step with the look at the line: a player who comes after it is read for by another.
      this.#reading--
      return Effect.void
    }
    const turn = Effect.ensuring(
      this.#warn(this.#serve(player)),
      Effect.sync(() => {
        this.#busy.delete(player)
      }),
    )
    const pause = served % PLAYERS_IN_A_TURN === PLAYERS_IN_A_TURN - 1 ? Effect.yieldNow : Effect.void
    return Effect.flatMap(Effect.andThen(turn, pause), () => this.#turn(served + 1))
  }

  /** Reads, and gives, until there is nothing new or no listener takes more. */
  #serve(player: PlayerUuid): Effect.Effect<void> {
    const { audience, notifications } = this.#options
    const ready = audience.of(player).filter(({ state }) => state === "ready")
    const from = earliestOf(ready)
    if (from === undefined) return Effect.void
    for (const listening of ready) {
      listening.isBehind = false
      listening.isReading = true
    }
    const read = notifications.newer(player, { broadcast: from.broadcast, position: from.position }, READ_LIMIT)
    const end = (exit: Exit.Exit<unknown>) =>
      Effect.sync(() => {
        for (const listening of ready) {
          listening.isReading = false
          if (Exit.isFailure(exit)) listening.isBehind = true
        }
      })
    return Effect.flatMap(Effect.onExit(read, end), (newer) => {
      for (const listening of ready) give(listening, newer)
      return newer.placed.length < READ_LIMIT ? Effect.void : this.#serve(player)
    })
  }
}

/**
 * Looks whether listeners are behind, many at a time: after a broadcast, when hints may have been lost, and now and
 * then without a hint. A listener that lacks nothing but broadcasts gets them from memory. Of a player's own list it
 * asks only how long it is.
 */
import * as Effect from "effect/Effect"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import { warningOf } from "../../kernel/work/Background.ts"
import type { Broadcast } from "../BroadcastCache.ts"
import type { Broadcasts } from "../Broadcasts.ts"
import { ofBroadcast } from "../moment.ts"
import type { NotificationStore } from "../NotificationStore.ts"
import type { Listening } from "./Listening.ts"

/** Players of one statement at most. */
const PLAYERS_AT_ONCE = 200
/** Most broadcasts that are given from memory. Who is further behind reads on in pages. */
const BROADCASTS_AT_ONCE = 100

/** What it works with. */
interface LookOptions {
  readonly store: Pick<NotificationStore["Service"], "heads">
  readonly broadcasts: Pick<Broadcasts["Service"], "head" | "after" | "readersAmong">
  /** Reads what is new for this player. */
  readonly wake: (player: PlayerUuid) => void
  /** Runs work in the background until the process ends. */
  readonly fork: (work: Effect.Effect<void>) => void
}

/** The broadcasts after a position, in their order, and who of some players reads each. */
interface Fresh {
  readonly after: number
  readonly found: ReadonlyArray<{ readonly broadcast: Broadcast; readonly isFor: (player: PlayerUuid) => boolean }>
}

const forEveryone = () => true

/** Whether it can lack nothing but broadcasts: its place is known, and no read for it is under way. */
const isSettled = ({ isBehind, isReading, state }: Listening): boolean => state === "ready" && !isBehind && !isReading

/** Gives a listener the broadcasts that it lacks, as long as it takes more. `head`: how many there are. */
const giveBroadcasts = (listening: Listening, { found }: Fresh, head: number): void => {
  const { receiver } = listening
  if (receiver === undefined || listening.broadcast >= head) return
  for (const { broadcast, isFor } of found) {
    if (broadcast.position <= listening.broadcast || !isFor(listening.player)) continue
    listening.advance(ofBroadcast(broadcast.position))
    if (!receiver.take(broadcast)) {
      listening.state = "full"
      listening.isBehind = true
      break
    }
  }
  if (listening.state === "ready") listening.advance(ofBroadcast(head))
  receiver.settled()
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
    const end = Effect.sync(() => {
      this.#isLooking = false
    })
    this.#options.fork(this.#warn(Effect.onError(this.#all, () => end)))
  }

  readonly #all: Effect.Effect<void> = Effect.suspend(() => {
    const part = this.#waiting.splice(0, PLAYERS_AT_ONCE)
    if (part.length === 0) {
      // In one step with the look at the line: who comes after it begins the next look.
      this.#isLooking = false
      return Effect.void
    }
    return Effect.flatMap(Effect.andThen(this.#part(part), Effect.yieldNow), () => this.#all)
  })

  /**
   * The log is read before the lists. So every row of a list that comes before one of these broadcasts is counted in
   * the length of the list: who has read that far lacks nothing but the broadcasts.
   */
  #part(part: ReadonlyArray<Listening>): Effect.Effect<void> {
    const { broadcasts, store } = this.#options
    const players = [...new Set(part.map(({ player }) => player))]
    return Effect.flatMap(broadcasts.head, (head) =>
      Effect.flatMap(this.#fresh(part, players, head), (fresh) =>
        Effect.map(store.heads(players), (lengths) => {
          for (const listening of part) this.#see(listening, lengths.get(listening.player) ?? 0, fresh, head)
        }),
      ),
    )
  }

  #see(listening: Listening, length: number, fresh: Fresh | undefined, head: number): void {
    // What it lacks may have been read before the last read for it ended.
    const isKnown = listening.broadcast >= head || (fresh !== undefined && listening.broadcast >= fresh.after)
    if (length <= listening.position && isKnown) {
      if (isSettled(listening)) return fresh === undefined ? undefined : giveBroadcasts(listening, fresh, head)
      if (listening.broadcast >= head) return
    }
    listening.isBehind = true
    if (listening.state === "ready") this.#options.wake(listening.player)
  }

  /** The broadcasts that settled ones of the part may lack; undefined: more than are given from memory. */
  #fresh(
    part: ReadonlyArray<Listening>,
    players: ReadonlyArray<PlayerUuid>,
    head: number,
  ): Effect.Effect<Fresh | undefined> {
    const { broadcasts } = this.#options
    let after = head
    for (const listening of part) if (isSettled(listening)) after = Math.min(after, listening.broadcast)
    if (after >= head) return Effect.succeed({ after, found: [] })
    if (head - after > BROADCASTS_AT_ONCE) return Effect.undefined
    const found = Effect.flatMap(broadcasts.after(after, head, BROADCASTS_AT_ONCE), (read) =>
      Effect.forEach(read, (broadcast) => {
        if (broadcast.segment.is === "all") return Effect.succeed({ broadcast, isFor: forEveryone })
        return Effect.map(broadcasts.readersAmong(broadcast, players), (readers) => ({
          broadcast,
          isFor: (player: PlayerUuid) => readers.has(player),
        }))
      }),
    )
    return Effect.map(found, (known) => ({ after, found: known }))
  }
}

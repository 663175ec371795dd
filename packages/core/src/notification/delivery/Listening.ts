/**
 * One listener: a stream or a long poll, where it stands in what its player reads, and when what is due. There may be
 * ten thousand, so it is one object with plain fields.
 */
import type { Caller } from "../../kernel/Caller.ts"
import type { PlayerUuid } from "../../kernel/Identifier.ts"
import type { Feed, FeedReader, FeedReceiver } from "../../operation/Feed.ts"
import type { Moment } from "../moment.ts"
import { GuardedReceiver } from "./GuardedReceiver.ts"

/** What a listener says to those who serve it. */
export interface ListeningHost {
  /** It has begun, or takes values again: it may be behind. */
  readonly ready: (listening: Listening) => void
  /** It takes no values any more. */
  readonly leave: (listening: Listening) => void
  /** Its receiver has thrown, and is given nothing any more. */
  readonly broken: (listening: Listening, receiver: FeedReceiver, error: unknown) => void
}

/** What is known of a listener when it comes. */
export interface Listener {
  readonly player: PlayerUuid
  /** The caller whose token it came with; undefined: a program that needs none. */
  readonly caller: Caller | undefined
  /** The face that it came by, and ends with. */
  readonly face: object
  readonly kind: "stream" | "poll"
}

/**
 * `opening`: its place is being looked up, or it has not been opened yet. `ready`: it takes values. `full`: it takes
 * none until it is drained. `over`: it has ended.
 */
type State = "opening" | "ready" | "full" | "over"

/**
 * A listener. As a {@link Moment} it says what was read: everything up to `broadcast` in the log of broadcasts, and up
 * to `position` in the player's own list.
 */
export class Listening implements Feed, FeedReader, Moment, Listener {
  readonly player: PlayerUuid
  readonly caller: Caller | undefined
  readonly face: object
  readonly kind: "stream" | "poll"
  broadcast = 0
  position = 0
  state: State = "opening"
  /** Whether something may have come that it was not given. */
  isBehind = false
  /** Whether what is new for it is being read. */
  isReading = false
  beginsAt = ""
  receiver: FeedReceiver | undefined = undefined
  /** When it is over at the latest, in milliseconds of the monotonic clock. */
  endsAt = Number.POSITIVE_INFINITY
  /** When it gets a sign of life, when its session is looked up, and when storage is asked without a hint; the same. */
  beatAt = Number.POSITIVE_INFINITY
  confirmAt = Number.POSITIVE_INFINITY
  recheckAt = Number.POSITIVE_INFINITY
  /** Its place among all listeners, and the next listener of the same player: of {@link Audience}. */
  index = -1
  sibling: Listening | undefined = undefined
  readonly #host: ListeningHost

  constructor({ caller, face, kind, player }: Listener, host: ListeningHost) {
    this.player = player
    this.caller = caller
    this.face = face
    this.kind = kind
    this.#host = host
  }

  /** Everything up to here was given, or was there before it began. */
  advance({ broadcast, position }: Moment): void {
    this.broadcast = Math.max(this.broadcast, broadcast)
    this.position = Math.max(this.position, position)
  }

  open(receiver: FeedReceiver): FeedReader {
    this.receiver = new GuardedReceiver(receiver, (error) => this.#host.broken(this, receiver, error))
    if (this.state === "opening") {
      this.state = "ready"
      this.endsAt = Number.POSITIVE_INFINITY
      this.#host.ready(this)
    } else receiver.ended("closing")
    return this
  }

  discard(): void {
    this.#host.leave(this)
  }

  drained(): void {
    if (this.state !== "full") return
    this.state = "ready"
    this.#host.ready(this)
  }

  gone(): void {
    this.#host.leave(this)
  }
}

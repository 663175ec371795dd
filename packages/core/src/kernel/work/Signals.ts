/**
 * Hints between those who wait and those who change something, in one process and between processes (decisions, section
 * 9). A hint says where to look, never what is there: what counts is always read from storage. So a hint that comes
 * twice, late or for nothing does no harm, and one that is lost costs a delay.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PlayerUuid } from "../Identifier.ts"

/**
 * Whose right to be here may have ended: that of a session, a player or an access token, by its uuid, or of anybody.
 * Sessions end, and roles lose permissions.
 */
export type Standing = string

/** The {@link Standing} of anybody. */
export const ANYBODY = "anybody"

/** Who is told. The functions must not wait, and must not throw: what they throw is logged. */
export interface SignalListener {
  /** The player's own list may have grown. */
  readonly grown: (player: PlayerUuid) => void
  /** The log of broadcasts may have grown. */
  readonly broadcast: () => void
  /** The right of these to be here may have ended. */
  readonly standing: (whose: Standing) => void
  /**
   * Hints may have been lost, as by a broken connection to the database: any list may have grown, and anybody's right
   * to be here may have ended.
   */
  readonly missed: () => void
}

/** What the listeners of a process need of it. */
interface SubscribersOptions {
  /** The first listener has come. */
  readonly onFirst: () => void
  /** The last listener has gone. */
  readonly onLast: () => void
  /** A listener has thrown. */
  readonly onThrown: (error: unknown) => void
}

/**
 * The listeners of one process, as one. None keeps the others from being told, nor who announces from going on: that
 * is a unit of work that is stored, or what hears other processes.
 */
export class Subscribers implements SignalListener {
  readonly #listeners = new Set<SignalListener>()
  readonly #options: SubscribersOptions

  constructor(options: SubscribersOptions) {
    this.#options = options
  }

  add(listener: SignalListener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#options.onFirst()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#options.onLast()
    }
  }

  grown(player: PlayerUuid): void {
    this.#tell((listener) => listener.grown(player))
  }

  broadcast(): void {
    this.#tell((listener) => listener.broadcast())
  }

  standing(whose: Standing): void {
    this.#tell((listener) => listener.standing(whose))
  }

  missed(): void {
    this.#tell((listener) => listener.missed())
  }

  #tell(what: (listener: SignalListener) => void): void {
    for (const listener of this.#listeners) {
      try {
        what(listener)
      } catch (error) {
        this.#options.onThrown(error)
      }
    }
  }
}

/** Passes hints on, within this process and, where storage can, to the other processes on the same database. */
export class Signals extends Context.Service<
  Signals,
  {
    /** Tells that the player's own list has grown: when the unit in progress is durable, outside of a unit now. */
    readonly announce: (player: PlayerUuid) => Effect.Effect<void>
    /** The same, for the log of broadcasts. */
    readonly announceBroadcast: Effect.Effect<void>
    /** The same, for sessions, players or access tokens that may have no right to be here any more. */
    readonly announceStanding: (whose: ReadonlyArray<Standing>) => Effect.Effect<void>
    /** Tells `listener` from now on. Answers with the function that ends that. */
    readonly subscribe: (listener: SignalListener) => () => void
  }
>()("@garrison/core/kernel/work/Signals") {}

/**
 * Who listens in this process: how listeners come, and how they end. Each holds a place of {@link Listeners}, from
 * before anything is read for it until it is over, however that happens.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { FeedEnd, FeedReceiver } from "../../operation/Feed.ts"
import type { NotificationBusy, NotificationRefused } from "../errors.ts"
import type { Listeners } from "../Listeners.ts"
import { Audience } from "./Audience.ts"
import { type Listener, Listening, type ListeningHost } from "./Listening.ts"

/** How often listeners ended by this side, by reason. */
export type Endings = Record<FeedEnd, number>

/** Counts of the listeners of a face. */
export interface DeliveryFigures {
  readonly streams: number
  readonly polls: number
  /** Bytes that wait for readers of streams. */
  readonly queuedBytes: number
}

/** What happens when listeners come and go. */
interface AttendanceOptions {
  readonly listeners: Pick<Listeners["Service"], "enter" | "leave">
  /** The first listener has come. */
  readonly onFirst: () => void
  /** The last listener has gone. */
  readonly onLast: () => void
  /** A listener takes values, from now on or again, and may be behind. */
  readonly onReady: (listening: Listening) => void
  /** The receiver of a listener has thrown. */
  readonly onThrown: (error: unknown) => void
}

/** The listeners of this process. */
export class Attendance implements ListeningHost {
  readonly audience = new Audience()
  readonly endings: Endings = { expired: 0, ended: 0, denied: 0, stalled: 0, deadline: 0, closing: 0 }
  readonly #options: AttendanceOptions
  /** Faces that end. A listener that comes by one of them is over at once. */
  readonly #closing = new WeakSet()

  constructor(options: AttendanceOptions) {
    this.#options = options
  }

  ready(listening: Listening): void {
    this.#options.onReady(listening)
  }

  leave(listening: Listening): void {
    if (!this.audience.remove(listening)) return
    listening.state = "over"
    this.#options.listeners.leave(listening.player)
    if (this.audience.size === 0) this.#options.onLast()
  }

  /** Cuts off a listener that cannot be written to, as one that reads nothing. */
  broken(listening: Listening, receiver: FeedReceiver, error: unknown): void {
    if (listening.state !== "over") this.endings.stalled++
    this.leave(listening)
    this.#options.onThrown(error)
    try {
      receiver.ended("stalled")
    } catch {
      // It was told what to do.
    }
  }

  /** Ends a listener by this side. */
  end(listening: Listening, why: FeedEnd): void {
    if (listening.state === "over") return
    this.endings[why]++
    this.leave(listening)
    listening.receiver?.ended(why)
  }

  /** Ends all listeners of a face, now and from now on. */
  endFace(face: object): void {
    this.#closing.add(face)
    this.endAll((listening) => listening.face === face)
  }

  /** Ends the listeners that are chosen. */
  endAll(isChosen: (listening: Listening) => boolean): void {
    this.audience.forEach((listening) => {
      if (isChosen(listening)) this.end(listening, "closing")
    })
  }

  /**
   * Runs `work` for a new listener, which has its place from before. The listener is over when the work fails or is
   * interrupted, and if not `stays`, when the work has ended.
   */
  attend<A, E>(
    listener: Listener,
    { opensBy, stays }: { readonly opensBy: number; readonly stays: boolean },
    work: (listening: Listening) => Effect.Effect<A, E>,
  ): Effect.Effect<A, E | NotificationRefused | NotificationBusy> {
    return Effect.suspend(() => {
      let attending: Listening | undefined
      const enter = (): Effect.Effect<A, E | NotificationRefused | NotificationBusy> => {
        const refused = this.#options.listeners.enter(listener.player)
        if (refused !== undefined) return refused
        attending = this.#admit(listener, opensBy)
        return work(attending)
      }
      // Entered inside onExit, because an interruption in between would keep the place for ever.
      return Effect.onExit(Effect.suspend(enter), (exit) =>
        Effect.sync(() => {
          if (attending !== undefined && !(stays && Exit.isSuccess(exit))) this.leave(attending)
        }),
      )
    })
  }

  #admit(listener: Listener, opensBy: number): Listening {
    const listening = new Listening(listener, this)
    listening.endsAt = opensBy
    this.audience.add(listening)
    if (this.audience.size === 1) this.#options.onFirst()
    if (this.#closing.has(listener.face)) this.leave(listening)
    return listening
  }

  /** The counts of the listeners of a face. */
  figures(face: object): DeliveryFigures {
    const figures = { streams: 0, polls: 0, queuedBytes: 0 }
    this.audience.forEach((listening) => {
      if (listening.face !== face) return
      if (listening.kind === "stream") figures.streams++
      else figures.polls++
      figures.queuedBytes += listening.receiver?.queuedBytes ?? 0
    })
    return figures
  }
}

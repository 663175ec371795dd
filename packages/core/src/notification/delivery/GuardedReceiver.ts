/**
 * A receiver that does not throw. One that does is told to end, and takes nothing any more: the loop and the reads that
 * serve all listeners must not end with one of them.
 */
import type { FeedEnd, FeedItem, FeedReceiver } from "../../operation/Feed.ts"

/** Passes everything on to a receiver, until that throws. */
export class GuardedReceiver implements FeedReceiver {
  readonly #receiver: FeedReceiver
  readonly #onThrown: (error: unknown) => void
  #isBroken = false

  /** `onThrown` is called once at most. */
  constructor(receiver: FeedReceiver, onThrown: (error: unknown) => void) {
    this.#receiver = receiver
    this.#onThrown = onThrown
  }

  get queuedBytes(): number {
    return this.#isBroken ? 0 : this.#receiver.queuedBytes
  }

  take(item: FeedItem): boolean {
    return this.#guard((receiver) => receiver.take(item), false)
  }

  settled(): void {
    this.#guard((receiver) => receiver.settled(), undefined)
  }

  beat(): boolean {
    // It has ended when it throws.
    return this.#guard((receiver) => receiver.beat(), true)
  }

  ended(why: FeedEnd): void {
    this.#guard((receiver) => receiver.ended(why), undefined)
  }

  #guard<A>(call: (receiver: FeedReceiver) => A, otherwise: A): A {
    if (this.#isBroken) return otherwise
    try {
      return call(this.#receiver)
    } catch (error) {
      this.#isBroken = true
      this.#onThrown(error)
      return otherwise
    }
  }
}

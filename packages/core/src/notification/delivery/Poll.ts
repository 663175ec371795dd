/** The receiver of a long poll: it takes what comes first, up to a page, and is done. */
import type { FeedItem, FeedReceiver } from "../../operation/Feed.ts"

/** A long poll that waits. */
export class Poll implements FeedReceiver {
  readonly queuedBytes = 0
  readonly #items: Array<FeedItem> = []
  readonly #limit: number
  readonly #done: (items: ReadonlyArray<FeedItem>) => void

  /** `done` is called once: with what came, or with nothing when the poll ends without. */
  constructor(limit: number, done: (items: ReadonlyArray<FeedItem>) => void) {
    this.#limit = limit
    this.#done = done
  }

  take(item: FeedItem): boolean {
    this.#items.push(item)
    return this.#items.length < this.#limit
  }

  settled(): void {
    if (this.#items.length > 0) this.#done(this.#items)
  }

  /** A poll sends nothing before its answer, so no reader can be slow. */
  beat(): boolean {
    return true
  }

  ended(): void {
    this.#done(this.#items)
  }
}

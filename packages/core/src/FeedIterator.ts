/** A feed as an async iterable, for hosts: `for await (const value of …)`. */
import type { Feed, FeedItem, FeedReader, FeedReceiver } from "./operation/Feed.ts"

/** Values that wait for the host; more wait in storage. */
const VALUES_MAX = 100

/** One iteration over a feed. It begins with the first `next`, and its end frees the place. */
export class FeedIterator<A> implements AsyncIterableIterator<A>, FeedReceiver {
  readonly queuedBytes = 0
  readonly #open: () => Promise<Feed>
  readonly #valueOf: (item: FeedItem) => Promise<A>
  #begun: Promise<void> | undefined
  #reader: FeedReader | undefined
  readonly #items: Array<FeedItem> = []
  readonly #waiting: Array<() => void> = []
  #isOver = false

  constructor(open: () => Promise<Feed>, valueOf: (item: FeedItem) => Promise<A>) {
    this.#open = open
    this.#valueOf = valueOf
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<A>> {
    await (this.#begun ??= this.#begin())
    while (this.#items.length === 0 && !this.#isOver) await new Promise<void>((come) => this.#waiting.push(come))
    const item = this.#items.shift()
    if (item === undefined) return { done: true, value: undefined }
    if (this.#items.length === 0) this.#reader?.drained()
    return { done: false, value: await this.#valueOf(item) }
  }

  async return(): Promise<IteratorResult<A>> {
    this.#items.length = 0
    this.#end()
    this.#reader?.gone()
    return { done: true, value: undefined }
  }

  take(item: FeedItem): boolean {
    this.#items.push(item)
    return this.#items.length < VALUES_MAX
  }

  settled(): void {
    for (const come of this.#waiting.splice(0)) come()
  }

  /** A host may take as long as it likes. */
  beat(): boolean {
    return true
  }

  ended(): void {
    this.#end()
  }

  #end(): void {
    this.#isOver = true
    this.settled()
  }

  async #begin(): Promise<void> {
    if (this.#isOver) return
    const feed = await this.#open()
    if (this.#isOver) feed.discard()
    else this.#reader = feed.open(this)
  }
}

/**
 * A feed as server-sent events (HTML Standard): each value is an event with its id, and a comment now and
 * then keeps proxies from closing a connection that has nothing to say.
 */
import type { Feed, FeedEnd, FeedItem, FeedReader, FeedReceiver } from "@garrison/core/operation/Feed"
import type { LiveBody, LiveReader, Outlet } from "./Answer.ts"

/** Bounds of the time after which a client connects again, in ms: by chance, so that not all return at once. */
const RETRY_MILLIS_MIN = 1000
const RETRY_MILLIS_MAX = 2000
/** The same when the server stops: then all of its clients go at the same time. */
const RETRY_MILLIS_MAX_CLOSING = 10_000

const encoder = new TextEncoder()

const COMMENT = encoder.encode(":\n\n")

/** What a reader of the text sees of the end. The next request says the same as a refusal. */
const GOODBYES: Partial<Record<FeedEnd, string>> = {
  expired: "the access token has expired",
  ended: "the session has ended",
  denied: "the permission has ended",
}

/**
 * The line that says when to connect again. The chance is not that of the domain, which tests replace: no rule and no
 * stored value depends on it.
 */
const retryLine = (millisMax: number): string =>
  `retry: ${RETRY_MILLIS_MIN + Math.floor(Math.random() * (millisMax - RETRY_MILLIS_MIN))}\n`

/** Made once for each value, however many streams send it. */
const encoded = new WeakMap<FeedItem, Uint8Array>()

/** JSON has no line ends, so the value is one line. */
const eventOf = (item: FeedItem): Uint8Array => {
  const known = encoded.get(item)
  if (known !== undefined) return known
  const bytes = encoder.encode(`id: ${item.id}\ndata: ${item.wire}\n\n`)
  encoded.set(item, bytes)
  return bytes
}

/** How streams are written. */
export interface EventOptions {
  /** Bytes of a stream that may wait for its reader; further notifications wait in storage. */
  readonly queueBytesMax: number
  /** Counts what is sent. */
  readonly traffic: { sent: (bytes: number) => void; cut: () => void }
}

/** Writes the events of one feed. */
class EventWriter implements FeedReceiver, LiveReader {
  readonly #outlet: Outlet
  readonly #options: EventOptions
  #reader: FeedReader | undefined
  /** Bytes that waited at the last sign of life, and were not taken since; 0: none. */
  #waited = 0

  constructor(outlet: Outlet, options: EventOptions) {
    this.#outlet = outlet
    this.#options = options
  }

  begin(feed: Feed): void {
    this.#outlet.write(encoder.encode(`${retryLine(RETRY_MILLIS_MAX)}id: ${feed.beginsAt}\n\n`))
    this.#reader = feed.open(this)
  }

  get queuedBytes(): number {
    return this.#outlet.writableLength
  }

  take(item: FeedItem): boolean {
    const { queueBytesMax, traffic } = this.#options
    const event = eventOf(item)
    traffic.sent(event.length)
    // Full only where the outlet says that it will be drained.
    return this.#outlet.write(event) || this.#outlet.writableLength < queueBytesMax
  }

  settled(): void {}

  /** What waits is a sign of life too, as soon as it is taken. A reader that took nothing meanwhile has gone. */
  beat(): boolean {
    const { writableLength } = this.#outlet
    if (writableLength === 0) this.#outlet.write(COMMENT)
    else if (writableLength === this.#waited) {
      this.#options.traffic.cut()
      this.#outlet.destroy()
      return false
    }
    this.#waited = writableLength
    return true
  }

  ended(why: FeedEnd): void {
    if (why === "stalled") return this.#outlet.destroy()
    const goodbye = GOODBYES[why]
    const last = why === "closing" ? `${retryLine(RETRY_MILLIS_MAX_CLOSING)}\n` : `: ${goodbye ?? why}\n\n`
    this.#outlet.end(encoder.encode(last))
  }

  drained(): void {
    this.#waited = 0
    this.#reader?.drained()
  }

  gone(): void {
    this.#reader?.gone()
  }
}

/** The body of a stream. At most `queueBytesMax` wait for its reader, and one event more. */
export const eventsOf = (feed: Feed, options: EventOptions): LiveBody => ({
  open: (outlet) => {
    const writer = new EventWriter(outlet, options)
    writer.begin(feed)
    return writer
  },
  discard: () => feed.discard(),
})

/** The media type of server-sent events. */
export const EVENTS_TYPE = "text/event-stream"

/** Headers that keep what is in between from holding events back: nginx, and what compresses. */
export const EVENTS_HEADERS = ["X-Accel-Buffering", "no"] as const

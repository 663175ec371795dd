/**
 * The notifications of the session's player as they come: from a stream of events or, where streams do not pass, from
 * long polls. A connection that breaks is opened again at the position where it stood, so that the reader sees each
 * notification once and in order.
 */
import type { NewNotificationsAnswer, NotificationAnswer } from "@garrison/core/hostTypes"
import type { Calls } from "./Calls.ts"
import { EventStreamReader, type StreamEvent } from "./eventStream.ts"
import { GarrisonError } from "./GarrisonError.ts"
import { parsedJson } from "./json.ts"
import type { Input } from "./request.ts"
import { OVER } from "./Sender.ts"
import { isTemporary } from "./retry.ts"
import { routes } from "./routes.ts"

/** Which notifications are read, and how. */
export interface NotificationsOptions {
  /** Ends the reading, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Reads on after this one: the `notification_id` of the last one seen, or the `cursor` of a page. */
  readonly after?: string | undefined
  /** Where to begin without `after`: at the oldest one, or with what comes from now on. Default `latest`. */
  readonly from?: "latest" | "earliest" | undefined
  /**
   * `stream`: a stream of events. `poll`: long polls. `auto`, the default: a stream, and long polls once two streams in
   * a row were opened and brought nothing, as behind a proxy that holds answers back.
   */
  readonly transport?: "auto" | "stream" | "poll" | undefined
  /** Seconds without a byte after which a stream counts as dead. The server sends one each 15 s. Default 45. */
  readonly silenceSeconds?: number | undefined
  /** Seconds that a long poll waits for a notification. Default 30. */
  readonly pollSeconds?: number | undefined
}

/** Seconds in which a stream brings its first byte: its position, which the server sends at once. */
const OPENING_SECONDS = 10
const SILENT_STREAMS_MAX = 2
/** After so long a stream is tried again: what held them back may have gone. */
const POLLING_MILLIS = 10 * 60_000
/** Connections of one player that the server may still hold open after they broke. */
const TOO_MANY_LISTENING_MAX = 5
const PAUSE_MILLIS_MAX = 30_000
/** The same where the server was reached before: it has crashed or restarts, and is back in a moment. */
const PAUSE_MILLIS_MAX_REACHED = 2000
const PAUSE_MILLIS = 1000
/** A connection that ends with its token is opened again without the pause of a failure. */
const AT_EXPIRY_MILLIS = 2000
/** As many ids are remembered, so that a server which sends the last ones again does no harm. */
const IDS_REMEMBERED = 256

/** Nothing came, though the stream was opened. */
class SilentStream extends GarrisonError {
  constructor(seconds: number) {
    super("timeout", `No byte of the stream came for ${seconds} seconds.`)
  }
}

const mayPass = (error: unknown): error is GarrisonError =>
  error instanceof GarrisonError &&
  (error.code === "network_failure" || error.code === "timeout" || error.status >= 500 || isTemporary(error.status))

/** What a reader of notifications knows while it reads. */
class Reading {
  position: string | undefined
  /** Connections that failed since the last byte. */
  failures = 0
  /** How many of them the server refused because this player has too many. */
  refusals = 0
  /** Streams in a row that were opened and brought nothing. */
  silences = 0
  /** Until when polls take the place of streams that were silent. */
  pollingUntil = 0
  /** Whether a byte ever came: the address is right. */
  isReached = false
  /** What the server asks to wait before a reconnection. */
  retryMillis = PAUSE_MILLIS
  readonly #seen = new Set<string>()

  constructor(position: string | undefined) {
    this.position = position
  }

  /** A byte came. */
  alive(): void {
    this.isReached = true
    this.failures = 0
    this.refusals = 0
    this.silences = 0
  }

  failed(error: GarrisonError, now: number): void {
    this.failures++
    if (error.status === 409) this.refusals++
    if (error instanceof SilentStream && ++this.silences >= SILENT_STREAMS_MAX) this.pollingUntil = now + POLLING_MILLIS
  }

  /** Whether a notification is a new one. One without an id cannot be told from another. */
  isNew(id: string): boolean {
    if (id === "") return true
    if (this.#seen.has(id)) return false
    this.#seen.add(id)
    const [oldest = ""] = this.#seen
    if (this.#seen.size > IDS_REMEMBERED) this.#seen.delete(oldest)
    return true
  }

  /**
   * How long to wait before the next connection: twice as long after each failure, and by chance up to half of it. What
   * the server asks for is waited in any case.
   */
  pauseMillis(chance: number, retryAfterSeconds = 0): number {
    const doubled = Math.max(1, this.retryMillis) * 2 ** Math.min(this.failures, 16)
    const most = this.isReached ? Math.max(PAUSE_MILLIS_MAX_REACHED, this.retryMillis) : PAUSE_MILLIS_MAX
    const bound = Math.min(PAUSE_MILLIS_MAX, most, doubled)
    return Math.max(bound * (0.5 + chance / 2), retryAfterSeconds * 1000 * (1 + chance / 4))
  }
}

const notificationOf = ({ data }: StreamEvent): NotificationAnswer => {
  try {
    return parsedJson(data) as NotificationAnswer
  } catch (error) {
    throw new GarrisonError("unexpected_answer", "An event of the stream is no JSON.", { cause: error })
  }
}

/** Reads notifications with the session of a client. */
export class Notifications {
  readonly #calls: Calls
  readonly #options: NotificationsOptions
  readonly #reading: Reading

  constructor(calls: Calls, options: NotificationsOptions) {
    this.#calls = calls
    this.#options = options
    this.#reading = new Reading(options.after)
  }

  /** Each notification, the oldest first. Ends only by an error or the signal. */
  async *all(): AsyncGenerator<NotificationAnswer, never, undefined> {
    const { around } = this.#calls
    const { signal } = this.#options
    const reading = this.#reading
    for (;;) {
      signal?.throwIfAborted()
      let wait: number
      try {
        const isPlanned = yield* this.#isPolling() ? this.#page() : this.#stream()
        wait = isPlanned ? 0 : reading.pauseMillis(around.random())
      } catch (error) {
        signal?.throwIfAborted()
        wait = this.#pauseAfter(error)
      }
      if (wait > 0) await around.sleep(wait, signal ?? new AbortController().signal)
    }
  }

  #isPolling(): boolean {
    const { transport = "auto" } = this.#options
    const isHeldBack = this.#calls.around.now() < this.#reading.pollingUntil
    return transport === "poll" || (transport === "auto" && isHeldBack)
  }

  /** The pause after a failure that may pass; throws another one. */
  #pauseAfter(error: unknown): number {
    const reading = this.#reading
    if (!(error instanceof GarrisonError)) throw error
    reading.failed(error, this.#calls.around.now())
    const isCrowded = error.status === 409 && reading.refusals <= TOO_MANY_LISTENING_MAX
    if (!isCrowded && !mayPass(error)) throw error
    // Long polls follow at once.
    if (this.#isPolling() && error instanceof SilentStream) return 0
    return reading.pauseMillis(this.#calls.around.random(), error.retryAfterSeconds)
  }

  /** Notifications of one stream, until it ends. Answers whether the end was to be expected. */
  async *#stream(): AsyncGenerator<NotificationAnswer, boolean, undefined> {
    const { around } = this.#calls
    const reading = this.#reading
    const { signal, silenceSeconds = 45 } = this.#options
    const connection = new AbortController()
    const abort = () => connection.abort(signal?.reason)
    signal?.addEventListener("abort", abort)
    try {
      // A renewal that takes long is no sign of a stream that does not pass.
      await this.#calls.ready(connection.signal)
      const opened = await this.#silent(connection, OPENING_SECONDS, () => this.#open(connection.signal))
      const reader = opened.body.getReader()
      const events = new EventStreamReader(reading.position)
      for (let seconds = Math.min(OPENING_SECONDS, silenceSeconds); ; seconds = silenceSeconds) {
        const { done, value } = await this.#silent(connection, seconds, () => reader.read())
        if (done) return around.now() >= opened.expiresAt - AT_EXPIRY_MILLIS
        reading.alive()
        const complete = events.feed(value)
        reading.retryMillis = events.retryMillis ?? reading.retryMillis
        for (const event of complete) {
          if (event.type !== "message" && event.type !== "notification") continue
          if (reading.isNew(event.id)) yield notificationOf(event)
        }
        reading.position = events.lastEventId === "" ? reading.position : events.lastEventId
      }
    } finally {
      signal?.removeEventListener("abort", abort)
      connection.abort()
    }
  }

  /** Opens a stream at the position. */
  async #open(signal: AbortSignal) {
    const { position } = this.#reading
    const headers = { accept: "text/event-stream", ...(position !== undefined && { "last-event-id": position }) }
    const { response, session } = await this.#calls.connect(routes.notificationStream, this.#start(), headers, signal)
    const { body } = response
    if (body === null || response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
      if (this.#options.transport !== "stream") throw new SilentStream(0)
      throw new GarrisonError("unexpected_answer", "The answer is no stream of events. Look at baseUrl.", {
        status: response.status,
      })
    }
    return { body, expiresAt: session.expiresAt }
  }

  /** Waits for bytes, but not longer than this; then the connection is given up. */
  async #silent<A>(connection: AbortController, seconds: number, wait: () => Promise<A>): Promise<A> {
    const came = new AbortController()
    void this.#calls.around
      .sleep(seconds * 1000, came.signal)
      .then(() => (came.signal.aborted ? undefined : connection.abort(new SilentStream(seconds))))
    try {
      return await wait()
    } catch (error) {
      if (connection.signal.aborted) throw connection.signal.reason
      if (error instanceof GarrisonError) throw error
      throw new GarrisonError("network_failure", "The stream broke off.", { cause: error })
    } finally {
      came.abort(OVER)
    }
  }

  /** Notifications of one long poll. */
  async *#page(): AsyncGenerator<NotificationAnswer, boolean, undefined> {
    const { around } = this.#calls
    const reading = this.#reading
    const { pollSeconds = 30, signal } = this.#options
    const begun = around.now()
    const { position } = reading
    // The first poll only asks where to begin: what comes while it waits would be lost with its answer.
    const deadline = position === undefined ? 0 : pollSeconds
    const query = { ...this.#start(), exclude_before: position, max_page_size: 100, deadline }
    const answer = await this.#calls.ask(routes.notificationPoll, [query], { signal, retry: { triesMax: 1 } })
    const { cursor, notifications } = answer as NewNotificationsAnswer
    reading.isReached = true
    reading.failures = 0
    reading.refusals = 0
    for (const one of notifications) {
      if (reading.isNew(one.notification_id)) yield one
    }
    reading.position = cursor
    // A server that answers nothing at once must not be asked without a pause, but for the first time.
    if (notifications.length > 0 || position === undefined) return true
    return around.now() - begun >= Math.min(1000, pollSeconds * 500)
  }

  #start(): Input {
    const { from } = this.#options
    return from === undefined ? {} : { offset_reset_strategy: from }
  }
}

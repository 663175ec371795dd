/**
 * A web-standard Request as the listener reads one, and a response that becomes a web-standard Response. They have the
 * members of Node's two classes that the listener uses (`server/Messages.ts`), and nothing else of them.
 */
import { EventEmitter } from "node:events"
import type { HeaderValues } from "../request/Request.ts"
import { transportAnswer } from "../request/refusal.ts"
import type { Incoming, Outgoing } from "../server/Messages.ts"
import { LINGER_BYTES, LINGER_MILLISECONDS, PROTECTION } from "../server/write.ts"

/** How a Request is read. */
export interface Reading {
  /** The address of its sender; undefined: not known. */
  readonly address: string | undefined
  /** A header that counts as not sent, in lower case. */
  readonly passedOver?: string | undefined
  /** The headers by which a page of another origin may read an answer that no operation gave. A flat list. */
  readonly readableBy: (origin: string | undefined) => ReadonlyArray<string>
}

/**
 * The headers as Node's parser would have given them. A Request that a program made need not name its host, nor say
 * that its body comes in parts.
 */
const headersOf = (request: Request, { passedOver }: Pick<Reading, "passedOver">): HeaderValues => {
  const headers: Record<string, string> = {}
  for (const [name, value] of request.headers) if (name !== passedOver) headers[name] = value
  headers["host"] ??= new URL(request.url).host
  const hasLength = "content-length" in headers || "transfer-encoding" in headers
  if (request.body !== null && !hasLength) headers["transfer-encoding"] = "chunked"
  return headers
}

/** The target of a request to this address: without the fragment, which no server is sent. */
const targetOf = (url: string): string => {
  const mark = url.indexOf("#")
  return mark === -1 ? url : url.slice(0, mark)
}

/** A Request. Its body is read once the listener asks for it. */
class FetchIncoming implements Incoming {
  readonly method: string
  readonly url: string
  /** A Request has the address that came. */
  readonly originalUrl: string
  readonly headers: HeaderValues
  readonly socket: { readonly remoteAddress: string | undefined }
  // The host has read the message, whatever its version was.
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly hasConnection = false
  readonly readableLength = 0
  readonly readableDidRead: boolean
  complete: boolean
  errored: Error | null = null
  readonly #body: Request["body"]
  readonly #events = new EventEmitter()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  #reading: Promise<void> | undefined
  #isLetGo = false

  constructor(request: Request, headers: HeaderValues, address: string | undefined) {
    this.method = request.method
    this.url = targetOf(request.url)
    this.originalUrl = this.url
    this.headers = headers
    this.socket = { remoteAddress: address }
    this.readableDidRead = request.bodyUsed || request.body?.locked === true
    this.complete = request.body === null
    this.#body = request.body
  }

  on(event: "data", listener: (chunk: Buffer) => void): this
  on(event: "end" | "error" | "close", listener: () => void): this
  on(event: string, listener: (chunk: Buffer) => void): this {
    this.#events.on(event, listener)
    if (event === "data") this.#reading = this.#read()
    return this
  }

  off(event: "data", listener: (chunk: Buffer) => void): this
  off(event: "end" | "error" | "close", listener: () => void): this
  off(event: string, listener: (chunk: Buffer) => void): this {
    this.#events.off(event, listener)
    return this
  }

  /** Nothing: what there is comes as "data". A Request does not say whether its body has arrived. */
  read(): null {
    return null
  }

  /** The listener reads no body again after it has paused one. */
  pause(): void {
    this.letGo()
  }

  /** The rest of a body that the listener does not want is discarded behind the answer: see {@link letGo}. */
  resume(): void {}

  /**
   * Reads what is left of the body, and discards it: some servers read no further request of the connection before.
   * That is done for a limited time and number of bytes. Then the body is cancelled, and not earlier, because the same
   * servers close the connection of a body that is cancelled, also before they have written the answer.
   */
  letGo(): void {
    if (this.#isLetGo || this.complete || this.readableDidRead) return
    this.#isLetGo = true
    this.#events.emit("close")
    const reading = this.#reading ?? this.#read()
    const timer = setTimeout(() => void this.#reader?.cancel().catch(() => {}), LINGER_MILLISECONDS)
    void reading.then(() => this.complete && clearTimeout(timer))
  }

  async #read(): Promise<void> {
    if (this.#body === null) return
    const reader = this.#body.getReader()
    this.#reader = reader
    let rest = LINGER_BYTES
    try {
      while (rest > 0) {
        const { done, value } = await reader.read()
        if (done) break
        if (this.#isLetGo) rest -= value.byteLength
        else this.#events.emit("data", Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      }
      this.complete = rest > 0
      this.#events.emit("end")
    } catch (error) {
      this.errored = error instanceof Error ? error : new Error(String(error))
      this.#events.emit("close")
    }
  }
}

/** Bytes of a streamed answer that wait for a reader before "drain" is waited for. */
const WAITING_BYTES_MAX = 16 * 1024

/** Headers of a connection (RFC 9110, section 7.6.1), which is the host's. */
const isOfConnection = (name: string): boolean => name === "Connection"

const pairsOf = (flat: ReadonlyArray<string>): Array<[string, string]> => {
  const pairs: Array<[string, string]> = []
  for (let at = 0; at < flat.length; at += 2) {
    const name = flat[at] ?? ""
    if (!isOfConnection(name)) pairs.push([name, flat[at + 1] ?? ""])
  }
  return pairs
}

/** The Response to a client that has gone. */
const unread = (): Response => new Response(null, { status: 499 })

/** The Response where the time to finish is over. There is no connection to close. */
const cutOff = (readable: ReadonlyArray<string>): Response => {
  const { body, headers, status } = transportAnswer("service_unavailable")
  return new Response(body, { status, headers: pairsOf([...headers, ...PROTECTION, ...readable]) })
}

const encoder = new TextEncoder()

const bytesOf = (part: string | Uint8Array): Uint8Array => (typeof part === "string" ? encoder.encode(part) : part)

/**
 * The response to a Request. It becomes a Response when its head is written: whole with its body, or with a stream that
 * its reader may cancel.
 */
class FetchOutgoing extends EventEmitter<{ close: []; drain: []; socket: [] }> implements Outgoing {
  statusCode = 200
  destroyed = false
  headersSent = false
  writableFinished = false
  readonly socket = null
  readonly #signal: AbortSignal
  readonly #respond: (response: Response) => void
  readonly #readable: () => ReadonlyArray<string>
  #headers: ReadonlyArray<string> = []
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined

  /** `respond` is called once. `readable` gives the headers by which a page may read an answer that was cut off. */
  constructor(signal: AbortSignal, readable: () => ReadonlyArray<string>, respond: (response: Response) => void) {
    super()
    this.#readable = readable
    this.#signal = signal
    this.#respond = respond
    if (signal.aborted) this.#abort()
    else signal.addEventListener("abort", this.#abort)
  }

  get writableLength(): number {
    return this.#stream === undefined || this.destroyed ? 0 : WAITING_BYTES_MAX - (this.#stream.desiredSize ?? 0)
  }

  writeHead(status: number, headers: Array<string>): void {
    this.statusCode = status
    this.#headers = headers
    this.headersSent = true
  }

  flushHeaders(): void {
    if (this.#stream !== undefined || this.destroyed) return
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.#stream = controller),
        pull: () => void this.emit("drain"),
        cancel: () => this.destroy(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: WAITING_BYTES_MAX }),
    )
    this.#answer(body)
  }

  write(part: string | Uint8Array): boolean {
    this.flushHeaders()
    const stream = this.#stream
    if (stream === undefined || this.destroyed) return false
    stream.enqueue(bytesOf(part))
    return (stream.desiredSize ?? 0) > 0
  }

  end(part?: string | Uint8Array): void {
    if (this.destroyed) return
    if (this.#stream === undefined) this.#answer(part ?? null)
    else {
      if (part !== undefined) this.write(part)
      this.#stream.close()
    }
    this.writableFinished = true
    this.#close()
  }

  destroy(): void {
    if (this.destroyed) return
    if (this.#stream !== undefined) this.#stream.error(new Error("the answer was cut off"))
    else this.#respond(this.#signal.aborted ? unread() : cutOff(this.#readable()))
    this.#close()
  }

  readonly #abort = (): void => this.destroy()

  #answer(body: ConstructorParameters<typeof Response>[0]): void {
    this.#respond(new Response(body, { status: this.statusCode, headers: pairsOf(this.#headers) }))
  }

  #close(): void {
    this.destroyed = true
    this.#signal.removeEventListener("abort", this.#abort)
    // As with Node, the code that wrote the end goes on first.
    queueMicrotask(() => this.emit("close"))
  }
}

/** What answers, as the listener does. */
type Answer = (incoming: Incoming, outgoing: Outgoing, headers: HeaderValues) => void

/** The Response that `answer` gives to a Request. */
export const answered = (request: Request, reading: Reading, answer: Answer): Promise<Response> =>
  new Promise((respond) => {
    const readable = () => reading.readableBy(request.headers.get("origin") ?? undefined)
    const outgoing = new FetchOutgoing(request.signal, readable, respond)
    const headers = headersOf(request, reading)
    const incoming = new FetchIncoming(request, headers, reading.address)
    outgoing.once("close", () => incoming.letGo())
    answer(incoming, outgoing, headers)
  })

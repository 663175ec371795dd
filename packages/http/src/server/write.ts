/** Writes answers to responses. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Answer, LiveBody, StreamedBody } from "../request/Answer.ts"
import { hasBody } from "../request/Request.ts"
import type { Incoming, Outgoing } from "./Messages.ts"

/** How long a connection with the rest of an unwanted body is kept, so that the client can read the answer. */
export const LINGER_MILLISECONDS = 1000
/** Most bytes of that rest that are read and discarded. */
export const LINGER_BYTES = 256 * 1024

/** On every answer: browsers must not guess a content type, and must not send the address to other sites. */
const PLAIN_PROTECTION = ["X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer"] as const

/** On every answer without a policy of its own: no page may show it in a frame. */
export const PROTECTION = [...PLAIN_PROTECTION, "Content-Security-Policy", "frame-ancestors 'none'"] as const

const withoutBody = (status: number): boolean => status === 304 || status === 204

/** Closes after the client stopped sending, or after a while. Closing at once would reset the connection first. */
const endLater = (incoming: Incoming, outgoing: Outgoing): void => {
  const end = () => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(end, LINGER_MILLISECONDS)
  let bytes = 0
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) incoming.pause()
  })
  incoming.on("end", end).on("error", end).on("close", end)
  incoming.resume()
}

/**
 * Whether the connection must be closed because of bytes that the client still sends: the answer says so, or they are
 * more than a small rest that Node may read and discard.
 */
const sendsMore = (incoming: Incoming, close: boolean, bytesMax: number): boolean => {
  if (incoming.hasConnection === false || incoming.complete || !hasBody(incoming)) return false
  if (close) return true
  const length = incoming.headers["content-length"]
  return length === undefined ? incoming.headers["transfer-encoding"] !== undefined : Number(length) > bytesMax
}

/** A request and its response. */
export interface Written {
  readonly incoming: Incoming
  readonly outgoing: Outgoing
}

/** The context for writing an answer. */
export interface WriteOptions {
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
  readonly close: boolean
  readonly bodyBytesMax: number
  /** Further headers of every answer to this sender; undefined: none. */
  readonly cors: ReadonlyArray<string> | undefined
}

const headersOf = (
  answer: Answer,
  { cors, requestId }: WriteOptions,
  close: boolean,
  bytes: number | undefined,
): Array<string> => {
  const headers = [...answer.headers, ...(answer.hasPolicy === true ? PLAIN_PROTECTION : PROTECTION)]
  headers.push("X-Request-Id", requestId)
  if (cors !== undefined) headers.push(...cors)
  if (bytes !== undefined && !withoutBody(answer.status)) headers.push("Content-Length", String(bytes))
  if (close || answer.close === true) headers.push("Connection", "close")
  return headers
}

/** Writes an answer with its complete body. */
export const writeWhole = (
  { incoming, outgoing }: Written,
  answer: Answer,
  body: Exclude<Answer["body"], StreamedBody | LiveBody>,
  options: WriteOptions,
): void => {
  const lingering = sendsMore(incoming, answer.close === true, options.bodyBytesMax)
  const bytes = body === undefined ? 0 : Buffer.byteLength(body)
  outgoing.writeHead(answer.status, headersOf(answer, options, lingering || options.close, bytes))
  // A text with as many bytes as characters is ASCII, and Node writes ASCII faster if the encoding says so.
  const encoding = body?.length === bytes ? "latin1" : "utf8"
  const sent = incoming.method === "HEAD" ? undefined : body
  if (!lingering) {
    outgoing.end(sent, encoding)
    // An unread body is read and discarded, so that the next request can be read.
    if (incoming.readableLength > 0 || (!incoming.complete && hasBody(incoming))) incoming.resume()
  } else {
    if (sent !== undefined) outgoing.write(sent, encoding)
    endLater(incoming, outgoing)
  }
}

/** Whether a body comes in parts. */
export const isStreamed = (body: Answer["body"]): body is StreamedBody =>
  typeof body === "object" && Stream.isStream(body)

/** Whether the parts of a body are pushed. */
export const isLive = (body: Answer["body"]): body is LiveBody =>
  typeof body === "object" && "open" in body && "discard" in body

/** Writes the head of a streamed answer, and sends it, however long the first part takes. */
export const writeStreamHead = ({ incoming, outgoing }: Written, answer: Answer, options: WriteOptions): void => {
  outgoing.writeHead(answer.status, headersOf(answer, options, options.close, undefined))
  outgoing.flushHeaders()
  incoming.resume()
}

const drained = (outgoing: Outgoing): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const onDrain = () => resume(Effect.void)
    outgoing.once("drain", onDrain)
    return Effect.sync(() => outgoing.off("drain", onDrain))
  })

/** Writes the parts of a body, each when the client has taken those before it, and says how many bytes each has. */
export const writeParts = (
  outgoing: Outgoing,
  body: StreamedBody,
  sent: (bytes: number) => void,
): Effect.Effect<void, unknown> =>
  Stream.runForEach(body, (part) =>
    Effect.suspend(() => {
      sent(part.length)
      return outgoing.write(part) ? Effect.void : drained(outgoing)
    }),
  )

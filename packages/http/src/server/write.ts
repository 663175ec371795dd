/** Writes answers to Node's response. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "../request/Answer.ts"
import { hasBody } from "../request/Request.ts"

/** How long a connection with the rest of an unwanted body is kept, so that the sender gets to see the answer. */
const LINGER_MILLISECONDS = 1000
/** How much of such a rest is read and thrown away. */
const LINGER_BYTES = 256 * 1024

/** On every answer: browsers guess no content type, and tell no other site where they come from. */
const PLAIN_PROTECTION = ["X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer"] as const

/** On every answer without a policy of its own: no page may show it in a frame. */
export const PROTECTION = [...PLAIN_PROTECTION, "Content-Security-Policy", "frame-ancestors 'none'"] as const

const withoutBody = (status: number): boolean => status === 304 || status === 204

/** Closes after the sender stopped sending, or after a while: closing at once would reset the connection first. */
const endLater = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
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
 * Whether the connection has to go after what the client still sends: the answer says so, or it is more than a small
 * rest that Node may read and discard.
 */
const sendsMore = (incoming: IncomingMessage, close: boolean, bytesMax: number): boolean => {
  if (incoming.complete || !hasBody(incoming)) return false
  if (close) return true
  const length = incoming.headers["content-length"]
  return length === undefined ? incoming.headers["transfer-encoding"] !== undefined : Number(length) > bytesMax
}

/** Writes the answer; `requestId` goes along as `X-Request-Id`. */
export const writeAnswer = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: Answer,
  options: { readonly requestId: string; readonly close: boolean; readonly bodyBytesMax: number },
): void => {
  const lingering = sendsMore(incoming, answer.close === true, options.bodyBytesMax)
  const headers = [...answer.headers, ...(answer.hasPolicy === true ? PLAIN_PROTECTION : PROTECTION)]
  headers.push("X-Request-Id", options.requestId)
  const { body } = answer
  const bytes = body === undefined ? 0 : Buffer.byteLength(body)
  if (!withoutBody(answer.status)) headers.push("Content-Length", String(bytes))
  if (lingering || options.close || answer.close === true) headers.push("Connection", "close")
  outgoing.writeHead(answer.status, headers)
  // A text of as many bytes as characters is ASCII, which Node writes faster when it is told.
  const encoding = body?.length === bytes ? "latin1" : "utf8"
  const sent = incoming.method === "HEAD" ? undefined : body
  if (!lingering) {
    outgoing.end(sent, encoding)
    // A body that was not read is read and thrown away, so that the next request can be.
    if (incoming.readableLength > 0 || (!incoming.complete && hasBody(incoming))) incoming.resume()
  } else {
    if (sent !== undefined) outgoing.write(sent, encoding)
    endLater(incoming, outgoing)
  }
}

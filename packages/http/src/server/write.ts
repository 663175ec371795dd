/** Writes answers to Node's response. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "../request/Answer.ts"

/** How long a connection with the rest of an unwanted body is kept, so that the sender gets to see the answer. */
const LINGER_MILLISECONDS = 1000
/** How much of such a rest is read and thrown away. */
const LINGER_BYTES = 256 * 1024

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
 * Whether what the client still sends is more than a small rest that Node may read away, so that the connection has to
 * go.
 */
const sendsMore = (incoming: IncomingMessage, bytesMax: number): boolean => {
  if (incoming.complete) return false
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
  const lingering = sendsMore(incoming, options.bodyBytesMax)
  const headers = answer.headers.slice()
  headers.push("X-Request-Id", options.requestId)
  if (answer.body !== undefined) headers.push("Content-Length", String(Buffer.byteLength(answer.body)))
  else if (!withoutBody(answer.status)) headers.push("Content-Length", "0")
  if (lingering || options.close || answer.close === true) headers.push("Connection", "close")
  outgoing.writeHead(answer.status, headers)
  if (!lingering) outgoing.end(incoming.method === "HEAD" ? undefined : answer.body)
  else {
    if (answer.body !== undefined && incoming.method !== "HEAD") outgoing.write(answer.body)
    endLater(incoming, outgoing)
  }
}

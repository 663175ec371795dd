/**
 * Answers to bytes that never became a request: a head that is too large or is not HTTP, a request that did not arrive
 * in time, a tunnel. Node hands these over as a socket. The answer has the usual error body.
 */
import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { type TransportCode } from "../contract/transportCodes.ts"
import type { Answer } from "../request/Answer.ts"
import { transportAnswer } from "../request/refusal.ts"
import type { HeaderValues } from "../request/Request.ts"
import type { Incoming, Outgoing } from "./Messages.ts"
import { PROTECTION } from "./write.ts"

const codes: Readonly<Record<string, TransportCode>> = {
  HPE_HEADER_OVERFLOW: "request_headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "request_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
}

/** How long a connection is kept after its last answer, so that a client that still sends can read it. */
const LINGER_MILLISECONDS = 1000

/** How an answer is the last of its connection. */
interface Ending {
  /** Whether the client gets time to stop sending. Otherwise the close could overtake the answer. */
  readonly isPatient: boolean
  /** Whether the answer is to a HEAD, which has no body. */
  readonly isToHead?: boolean
}

/** The bytes of the answer. */
const wire = ({ body, headers, status }: Answer, requestId: string, { isToHead = false }: Ending): string => {
  const text = typeof body === "string" ? body : ""
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  const date = new Date().toUTCString()
  for (let at = 0; at < PROTECTION.length; at += 2) lines.push(`${PROTECTION[at]}: ${PROTECTION[at + 1]}`)
  lines.push(`X-Request-Id: ${requestId}`, `Content-Length: ${Buffer.byteLength(text)}`, `Date: ${date}`)
  lines.push("Connection: close", "", isToHead ? "" : text)
  return lines.join("\r\n")
}

/** Writes the answer past Node's own writer, as the last bytes of this connection, and closes the connection. */
export const endWith = (socket: Duplex, answer: Answer, requestId: string, ending: Ending): void => {
  if (!ending.isPatient) {
    socket.end(wire(answer, requestId, ending), () => socket.destroy())
    return
  }
  socket.end(wire(answer, requestId, ending))
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS)
  socket.once("close", () => clearTimeout(timer))
  socket.on("error", () => undefined).resume()
}

/** A request on a connection, and its response so far. */
export interface Exchanged {
  /** The id of the request. */
  readonly id: string
  readonly method: string
  readonly headers: HeaderValues
  readonly incoming: Pick<Incoming, "complete">
  readonly outgoing: Outgoing
}

/** The context for answering broken bytes. */
export interface BrokenContext {
  /** The last valid request on this connection, if there was one. */
  readonly last: Exchanged | undefined
  /** Further headers of an answer: to the rest of this request, or to what is no request. */
  readonly headers: (of: Exchanged | undefined) => ReadonlyArray<string>
  /** Makes a request id. */
  readonly requestId: () => string
  /**
   * Called for a response to bytes that were not a request. A response to the rest of a request is logged with that
   * request.
   */
  readonly answered: (requestId: string, answer: Answer) => void
}

/** Runs `then` once the response has been written, or will never be. */
const afterwards = (outgoing: Outgoing, then: () => void): void => {
  if (outgoing.writableFinished || outgoing.destroyed) then()
  else outgoing.once("close", then)
}

/** Connections that have had their last answer. Node reports every further piece of broken bytes. */
const ended = new WeakSet<Duplex>()

/** Whether the bytes that could not be read began a HEAD. */
const beganHead = (error: Error): boolean =>
  "rawPacket" in error && Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString("latin1", 0, 5) === "HEAD "

/** Answers broken bytes after the earlier requests of the connection, and closes the connection. */
export const answerBroken = (error: NodeJS.ErrnoException, socket: Duplex, context: BrokenContext): void => {
  if (ended.has(socket)) return
  ended.add(socket)
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const code = codes[error.code ?? ""] ?? "malformed_request"
  const answerTo = (of: Exchanged | undefined) => transportAnswer(code, { headers: context.headers(of) })
  // Late bytes may still arrive, and must find the connection closed. Broken bytes are not read further.
  const isPatient = error.code !== "ERR_HTTP_REQUEST_TIMEOUT"
  const finish = () => {
    if (!socket.writable) return
    const requestId = context.requestId()
    const answer = answerTo(undefined)
    endWith(socket, answer, requestId, { isPatient, isToHead: beganHead(error) })
    context.answered(requestId, answer)
  }
  const { last } = context
  if (last === undefined) finish()
  else if (last.incoming.complete) afterwards(last.outgoing, finish)
  // The rest of a request that has its answer already needs no other answer.
  else if (last.outgoing.headersSent) afterwards(last.outgoing, () => socket.destroy())
  else {
    // The rest of a request without an answer: this is its answer, after the earlier answers are written.
    const { id, outgoing } = last
    const answer = answerTo(last)
    const answerIt = () => {
      outgoing.statusCode = answer.status
      endWith(socket, answer, id, { isPatient, isToHead: last.method === "HEAD" })
    }
    if (outgoing.socket === null) outgoing.once("socket", answerIt)
    else answerIt()
  }
}

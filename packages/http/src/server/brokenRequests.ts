/**
 * Answers to what never became a request: a head that is too large or no HTTP, or a request that did not arrive in time.
 * Node hands these over as a socket and an error; the answer is the error body like any other.
 */
import { STATUS_CODES, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type TransportCode } from "../contract/transportCodes.ts"
import { transportAnswer } from "../request/refusal.ts"

const codes: Readonly<Record<string, TransportCode>> = {
  HPE_HEADER_OVERFLOW: "request_headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "request_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
}

/** The answer as it goes over the wire. */
const wire = (code: TransportCode): string => {
  const { body, headers, status } = transportAnswer(code)
  const text = typeof body === "string" ? body : ""
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  lines.push(`Content-Length: ${Buffer.byteLength(text)}`, "Connection: close", "", text)
  return lines.join("\r\n")
}

/** Answers and closes. `current` is the response under way on that socket, if there is one. */
export const answerBroken = (
  error: NodeJS.ErrnoException,
  socket: Duplex,
  current: ServerResponse | undefined,
): void => {
  const answering = current !== undefined && !current.writableFinished && current.headersSent
  if (!socket.writable || answering || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  socket.end(wire(codes[error.code ?? ""] ?? "malformed_request"), () => socket.destroy())
}

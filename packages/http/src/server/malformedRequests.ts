/** Requests that Node's parser accepts and HTTP/1.1 does not have (guarantees R28). */
import type { HeaderValues } from "../request/Request.ts"
import type { Connection } from "./Connections.ts"
import type { Exchange } from "./Exchange.ts"

/** A single host with an optional port, without characters of a path or a user. */
const plainHost = /^[^\s,/?#@\\<>"]*$/

const isPlainHost = (host: HeaderValues[string]): boolean => typeof host === "string" && plainHost.test(host)

/**
 * Requests that Node's parser accepts and HTTP/1.1 does not: spaces in the request line, no Host or several (RFC 9112,
 * section 3.2), a body in a coding that is not decoded here, or in any coding from a sender of HTTP/1.0 (RFC 9112,
 * section 6.1), another version or protocol. A proxy in between may have read such a request differently.
 */
export const isMalformed = ({ headers, incoming }: Exchange, connection: Connection | undefined): boolean => {
  const { httpVersionMajor, httpVersionMinor } = incoming
  const { host, "transfer-encoding": coding } = headers
  if (connection?.lines.isSpaced === true) return true
  if (httpVersionMajor !== 1 || (host !== undefined && !isPlainHost(host))) return true
  if (httpVersionMinor === 0) return coding !== undefined || connection?.lines.areForeign === true
  return host === undefined || (coding !== undefined && String(coding).toLowerCase() !== "chunked")
}

/** Requests that Node's parser accepts and that are refused here (guarantees R28). */
import type { HeaderValues } from "../request/Request.ts"
import type { Connection } from "./Connections.ts"
import type { Exchange } from "./Exchange.ts"

/** A single host with an optional port, without characters of a path or a user. */
const plainHost = /^[^\s,/?#@\\<>"]*$/

const isPlainHost = (host: HeaderValues[string]): boolean => typeof host === "string" && plainHost.test(host)

/**
 * No Host or several (RFC 9112, section 3.2), a body in a coding that is not decoded here, or in any coding from a
 * sender of HTTP/1.0 (RFC 9112, section 6.1), another version. From a proxy also spaces in the request line, and
 * another protocol: the proxy may have read such a request differently. Those of other peers have one reader.
 */
export const isMalformed = ({ headers, incoming }: Exchange, connection: Connection | undefined): boolean => {
  const { httpVersionMajor, httpVersionMinor } = incoming
  const { host, "transfer-encoding": coding } = headers
  if (connection?.lines?.isSpaced === true) return true
  if (httpVersionMajor !== 1 || (host !== undefined && !isPlainHost(host))) return true
  if (httpVersionMinor === 0) return coding !== undefined || connection?.lines?.isForeign === true
  return host === undefined || (coding !== undefined && String(coding).toLowerCase() !== "chunked")
}

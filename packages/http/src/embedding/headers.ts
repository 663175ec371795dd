/** The headers of a request that a server of a host has read. */
import type { IncomingMessage } from "node:http"
import type { HeaderValues } from "../request/Request.ts"

/**
 * The headers, each repeated one as all its values joined: the server of this package has Node do that. By default Node
 * keeps the first of some and drops the others, so that a proxy in front may have judged by another value than is used
 * here (guarantees R28).
 */
export const joinedHeaders = ({ headers, headersDistinct, rawHeaders }: IncomingMessage): HeaderValues => {
  const names = Object.keys(headers)
  if (rawHeaders.length === 2 * names.length) return headers
  return Object.fromEntries(names.map((name) => [name, headersDistinct[name]?.join(name === "cookie" ? "; " : ", ")]))
}

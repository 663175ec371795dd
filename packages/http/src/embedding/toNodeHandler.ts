/** Garrison as a handler of requests, for a host that has an HTTP server of its own. */
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import type { IncomingMessage, ServerResponse } from "node:http"
import { joinedHeaders } from "./headers.ts"
import { mount } from "./Mounting.ts"
import { type HandlerOptions, mountOptions } from "./options.ts"

/** What `node:http`, Express and others call with a request. It answers every request, also those of unknown paths. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Makes a handler over the running services of a Garrison: the same routes, answers and codes as those of the server,
 * on the same database. `createServer(toNodeHandler(garrison))` serves it. The host's server has the socket, so time
 * limits, sizes of heads and numbers of connections are the host's (docs/mounting.md); `serve` has all of that.
 *
 * `garrison.close()` finishes the requests under way first, for at most `drainSeconds`; later ones are answered 503.
 * Throws `invalid_settings` for a wrong option, `invalid_input` when `garrison` is none, and `closed`.
 */
export const toNodeHandler = (garrison: EmbeddedGarrison, options: HandlerOptions = {}): NodeHandler => {
  const mounting = mount(garrison, "toNodeHandler", mountOptions("toNodeHandler", options))
  return (request, response) => mounting.answer(request, response, joinedHeaders(request))
}

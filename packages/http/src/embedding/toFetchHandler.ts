/** Garrison as a function from a web-standard Request to its Response, for hosts that are built on these. */
import type { EmbeddedGarrison } from "@garrison/core/EmbeddedGarrison"
import { GarrisonError } from "@garrison/core/GarrisonError"
import { answered } from "./fetchMessages.ts"
import { mount } from "./Mounting.ts"
import { type HandlerOptions, mountOptions } from "./options.ts"

/**
 * Answers a request. The promise rejects only with what `addressOf` throws. `context` is what the host's framework
 * passes beside the request; it goes to `addressOf` alone.
 */
export type FetchHandler<Context extends ReadonlyArray<unknown> = ReadonlyArray<unknown>> = (
  request: Request,
  ...context: Context
) => Promise<Response>

/** Options of `toFetchHandler`. */
export interface FetchHandlerOptions<
  Context extends ReadonlyArray<unknown> = ReadonlyArray<unknown>,
> extends HandlerOptions {
  /**
   * The network address of the peer, which a Request does not have: of the connection, as the host's framework names
   * it. `X-Forwarded-For` counts only if this address is one of `trustedProxies`. Without it, or where it answers
   * undefined, the address is unknown: then all such logins share one count of failures, and new identities are limited
   * in all alone.
   */
  readonly addressOf?: ((request: Request, ...context: Context) => string | undefined) | undefined
  /**
   * False: the catalog and other content is never sent compressed, for a host that takes `Content-Encoding` off a
   * Response, as Next does. The host may compress answers itself. Default true.
   */
  readonly compression?: boolean | undefined
}

const checkKind = (name: string, given: unknown, kind: "function" | "boolean", write: string): void => {
  if (given === undefined || typeof given === kind) return
  const msg = `must be a ${kind}`
  throw new GarrisonError("invalid_settings", `${name} ${msg}. Write: ${write}`, {
    detail: [{ loc: [name], msg, type: "value_error" }],
  })
}

/**
 * Makes a function from a web-standard Request to its Response, over the running services of a Garrison: the same
 * routes, answers and codes as those of the server, on the same database. For Hono, Next and others whose handlers are
 * such functions. The host's server has the socket, so time limits, sizes of heads and numbers of connections are the
 * host's (docs/mounting.md).
 *
 * A request whose `signal` is aborted is given up: a read ends, a write that began is finished. `garrison.close()`
 * finishes the requests under way first, for at most `drainSeconds`; later ones are answered 503. Throws
 * `invalid_settings` for a wrong option, `invalid_input` when `garrison` is none, and `closed`.
 */
export const toFetchHandler = <Context extends ReadonlyArray<unknown> = ReadonlyArray<unknown>>(
  garrison: EmbeddedGarrison,
  options: FetchHandlerOptions<Context> = {},
): FetchHandler<Context> => {
  const { addressOf, compression, ...handler } = options ?? {}
  checkKind("addressOf", addressOf, "function", "addressOf: (request) => address")
  checkKind("compression", compression, "boolean", "compression: false")
  const passedOver = compression === false ? "accept-encoding" : undefined
  const mounting = mount(
    garrison,
    "toFetchHandler",
    mountOptions("toFetchHandler", options === null ? options : handler),
  )
  const { answer, readableBy } = mounting
  return async (request, ...context) =>
    answered(request, { address: addressOf?.(request, ...context), passedOver, readableBy }, answer)
}

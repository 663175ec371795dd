/** One request as the handlers see it, independent of the server. */
import type { Caller } from "@garrison/core/kernel/Caller"
import type * as Effect from "effect/Effect"
import type { TransportRefused } from "./refusal.ts"

/**
 * Header values by lower-case name, as Node gives them: repeated ones joined, or listed where joining is not allowed.
 */
export type HeaderValues = Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** A request as it arrived; nothing in it is verified. */
export interface Request {
  readonly method: string
  /** Path without query, percent-encoded as it was sent. */
  readonly path: string
  /** Query without its question mark, percent-encoded as it was sent; empty without a query. */
  readonly query: string
  readonly headers: HeaderValues
  /** Raw values of the path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>
  /** What clients send before the path, because the routes are mounted below it; empty in most servers. */
  readonly prefix: string
  /** `X-Request-Id` of the request if it is acceptable, else a new id. */
  readonly id: string
  /** The sender's address: the peer's, or the one that a trusted proxy names (see `Proxies`). Computed on call. */
  address(): string
}

/** A request whose body was not read and whose caller was not verified yet. */
export interface IncomingRequest extends Request {
  /** Set once the access token was verified. The operation runs only if the caller may call it. */
  caller: Caller | undefined
  /** The limit of which the sender has used up its share, so that it has to come again later. */
  readonly overShare: string | undefined
  /** The whole body; empty without a body. Refuses a body that is too large. Read it once. */
  readonly body: Effect.Effect<Uint8Array, TransportRefused>
}

/** A request whose access token was verified and whose caller may call the operation. */
export interface AuthorizedRequest<C extends Caller = Caller> extends Request {
  readonly caller: C
}

/** The value of a header that should be given once; the first value if it was repeated. */
export const headerOf = (request: Pick<Request, "headers">, name: string): string | undefined => {
  const value = request.headers[name]
  return value === undefined || typeof value === "string" ? value : value[0]
}

/** Whether a request announces a body, however short. */
export const hasBody = ({ headers }: Pick<Request, "headers">): boolean => {
  const length = headers["content-length"]
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0")
}

/** What the server may be told: where to listen, whom to trust, what to refuse (decisions, section 15). */
import type { LogFormat, LogSink } from "./AccessLog.ts"

/** Settings of the server. */
export interface ServerOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly log: LogFormat
  /** Where log lines go; undefined: to stderr, so that stdout stays the program's own. */
  readonly sink: LogSink | undefined
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` counts. */
  readonly trustedProxies: ReadonlyArray<string>
  /** Whether spans are made: worth their cost only where a tracer takes them somewhere. */
  readonly tracing: boolean
  /** Largest request body in bytes. */
  readonly bodyBytesMax: number
  /** Largest request head in bytes. */
  readonly headerBytesMax: number
  /** A connection whose head is not complete by then is closed. */
  readonly headersSeconds: number
  /** A request that is not complete by then is refused, and its connection closed. */
  readonly requestSeconds: number
  /** How long a connection without a request is kept. */
  readonly keepAliveSeconds: number
  /** How often the three limits above are looked at. */
  readonly checkSeconds: number
  /** Open connections; any beyond that are closed at once. */
  readonly connectionsMax: number
  /** Requests under way; any beyond that are answered 503. */
  readonly requestsInFlightMax: number
  /** How long connections are still taken after readiness dropped, so that whoever balances the load gets to see it. */
  readonly unreadySeconds: number
  /** How long requests under way may take when the server stops. */
  readonly drainSeconds: number
}

/** The defaults of decisions, section 15. */
export const defaultServerOptions: ServerOptions = {
  host: "127.0.0.1",
  port: 8080,
  log: "json",
  sink: undefined,
  trustedProxies: [],
  tracing: false,
  bodyBytesMax: 64 * 1024,
  headerBytesMax: 16 * 1024,
  headersSeconds: 10,
  requestSeconds: 30,
  keepAliveSeconds: 5,
  checkSeconds: 2,
  connectionsMax: 20_000,
  requestsInFlightMax: 2_000,
  unreadySeconds: 0,
  drainSeconds: 20,
}

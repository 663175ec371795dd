/** What the server may be told: where to listen, whom to trust, what to refuse (decisions, section 15). */
import type { LogFormat, LogSink } from "./AccessLog.ts"

/** Settings of the server. */
export interface ServerOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Another port that answers probes alone, and takes their connections first; undefined: none. 0 picks a free one. */
  readonly probePort: number | undefined
  readonly log: LogFormat
  /** Where log lines go; undefined: to stderr, so that stdout stays the program's own. */
  readonly sink: LogSink | undefined
  /** Log lines in bytes that wait for a reader of stderr that stalls; any beyond that are dropped and counted. */
  readonly logBytesMax: number
  /** Whether `/docs` and `/openapi.json` are served. */
  readonly docsEnabled: boolean
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
  /** How often the three limits above, and the pace of bodies, are looked at. */
  readonly checkSeconds: number
  /** Open connections; any beyond that are closed at once. */
  readonly connectionsMax: number
  /**
   * Requests worked on at once, those for storage and those from memory counted apart; any beyond that wait in line.
   */
  readonly requestsInFlightMax: number
  /** Requests that wait in line; any beyond that are answered 503 at once. */
  readonly requestsQueuedMax: number
  /** How long a request may wait in a line that was empty within that time; then it is answered 503. */
  readonly queueBurstMillis: number
  /** How long a request may wait in a line that has not been empty for `queueBurstMillis`. */
  readonly queueMillis: number
  /** Request bodies on their way; any beyond that are answered 503. */
  readonly bodiesArrivingMax: number
  /** The same for one address, a /64 of IPv6 being one. */
  readonly bodiesArrivingPerAddressMax: number
  /** How long a body on its way may be slower than `bodyBytesPerSecondMin`. */
  readonly bodyGraceSeconds: number
  /** What must come of a body on average after that time; a slower one is refused, and its connection closed. */
  readonly bodyBytesPerSecondMin: number
  /** How long connections are still taken after readiness dropped, so that whoever balances the load gets to see it. */
  readonly unreadySeconds: number
  /** How long requests under way may take when the server stops. */
  readonly drainSeconds: number
}

/** The defaults of decisions, section 15. */
export const defaultServerOptions: ServerOptions = {
  host: "127.0.0.1",
  port: 8080,
  probePort: undefined,
  log: "json",
  sink: undefined,
  logBytesMax: 8 * 1024 * 1024,
  docsEnabled: true,
  trustedProxies: [],
  tracing: false,
  bodyBytesMax: 64 * 1024,
  headerBytesMax: 16 * 1024,
  headersSeconds: 10,
  requestSeconds: 30,
  keepAliveSeconds: 5,
  checkSeconds: 2,
  connectionsMax: 20_000,
  requestsInFlightMax: 10,
  requestsQueuedMax: 10_000,
  queueBurstMillis: 500,
  queueMillis: 50,
  bodiesArrivingMax: 2_000,
  bodiesArrivingPerAddressMax: 256,
  bodyGraceSeconds: 5,
  bodyBytesPerSecondMin: 512,
  unreadySeconds: 0,
  drainSeconds: 20,
}

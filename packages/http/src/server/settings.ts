/** The settings of the server: its addresses, trusted proxies and limits (decisions, section 15). */
import {
  count,
  defaultsOf,
  optionalNumber,
  seconds,
  type Setting,
  type Settings,
  text,
  texts,
  toggle,
  type ValuesOf,
  wholeNumber,
  withFlag,
} from "@garrison/core/kernel/Setting"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { complaint, ListOf, Text } from "@garrison/core/kernel/input/Field"
import type { LogFormat, LogSink } from "./AccessLog.ts"
import type { Observer } from "./Observer.ts"
import { isOrigin, meantOrigin } from "./Cors.ts"
import { isAddressOrRange } from "./Proxies.ts"

const port = { unit: undefined, minimum: 0, maximum: 65_535 }

const bytes = (byDefault: number, sentence: string): Setting<number> =>
  wholeNumber({ default: byDefault, unit: "bytes", minimum: 1024, maximum: 1024 ** 3 }, sentence)

const millis = (byDefault: number, sentence: string): Setting<number> =>
  wholeNumber({ default: byDefault, unit: "milliseconds", minimum: 1, maximum: 60 * 1000 }, sentence)

const AddressOrRange = Text.check(
  Schema.makeFilter(isAddressOrRange, {
    ...complaint("value_error", "must be an address or a CIDR range, as 10.0.0.7 or 10.0.0.0/8"),
  }),
)

const NO_ORIGIN = "must be an origin: scheme, host and port, as browsers send it"

/** What to write instead of a text that is no origin. */
const insteadOf = (text: string): string => {
  const meant = meantOrigin(text)
  if (meant !== undefined) return `; write ${meant}`
  return text === "null" ? "; pages without an origin are let in by * alone" : ""
}

const Origin = Text.check(
  Schema.makeFilter((text: string) =>
    isOrigin(text) ? undefined : new SchemaIssue.InvalidValue(complaint("value_error", NO_ORIGIN + insteadOf(text))),
  ),
)

/** Every setting of the server, by name. */
export const serverSettings = {
  host: withFlag({ metavar: "HOST" }, text("127.0.0.1", "address to listen on")),
  port: withFlag(
    { metavar: "PORT", alias: "p" },
    wholeNumber({ ...port, default: 8080 }, "port to listen on; 0 picks a free one"),
  ),
  // Probes do not wait behind many new connections on the other port.
  probePort: optionalNumber(port, "another port, for `/livez`, `/readyz` and `/figures` alone"),
  logBytesMax: bytes(
    8 * 1024 * 1024,
    "bytes of log kept for a reader that has stopped reading; more is dropped and counted",
  ),
  docsEnabled: toggle(true, "whether `/docs` and `/openapi.json` are served"),
  trustedProxies: {
    ...texts(
      "addresses and CIDR ranges",
      "proxies whose X-Forwarded-For counts, and whose request lines are read strictly",
    ),
    schema: ListOf(AddressOrRange),
  },
  corsOrigins: {
    ...texts(
      "origins, as https://game.example or http://localhost:5173, or * for every page",
      "pages of other origins that may use this service from a browser",
    ),
    schema: ListOf(Origin),
    suggest: (given) => {
      const wrong = Array.isArray(given) ? given.find((one) => typeof one === "string" && !isOrigin(one)) : undefined
      return typeof wrong === "string" ? insteadOf(wrong) : ""
    },
  },
  bodyBytesMax: bytes(64 * 1024, "largest request body in bytes"),
  headerBytesMax: bytes(16 * 1024, "largest request head in bytes"),
  headersSeconds: seconds(10, "time for a request's head to arrive"),
  requestSeconds: seconds(30, "time for a whole request to arrive"),
  // Longer than load balancers keep theirs, usually 60 s: whoever sends requests has to be the one that closes.
  keepAliveSeconds: seconds(75, "how long an idle connection is kept; longer than a load balancer in front keeps it"),
  checkSeconds: seconds(2, "how often the head, request and idle time-outs, and the pace of bodies, are enforced"),
  connectionsMax: count(
    20_000,
    "connections",
    "open connections; one more takes the place of the one that has been idle longest, or is closed at once",
  ),
  // Requests that read storage and requests that read memory are counted apart.
  requestsInFlightMax: count(
    10,
    "requests",
    "requests handled at the same time; more wait in line. As many as `pool_size` are enough",
  ),
  requestsQueuedMax: count(10_000, "requests", "requests that wait in line; more are answered 503"),
  queueBurstMillis: millis(500, "longest wait in a line that was empty within this time; then 503"),
  queueMillis: millis(50, "longest wait in a line that was not empty within queueBurstMillis; then 503"),
  refusedMillisPerSecond: wholeNumber(
    { default: 100, unit: "milliseconds per second", minimum: 1, maximum: 1000 },
    "processor time for refused requests that all senders share while the process is saturated; beyond its share one is answered 503",
  ),
  largeReadBytesPerSecond: wholeNumber(
    { default: 32 * 1024 * 1024, unit: "bytes per second", minimum: 1024, maximum: 1024 ** 4 },
    "bytes of answers over 8 KiB that all senders share while the process is saturated; beyond its share one is answered 503",
  ),
  bodiesArrivingMax: count(
    2_000,
    "request bodies",
    "request bodies that arrive at the same time; more are answered 503",
  ),
  bodiesArrivingPerAddressMax: count(
    256,
    "request bodies",
    "request bodies that arrive at the same time from one address, or one /64 of IPv6; more are answered 503",
  ),
  bodyGraceSeconds: seconds(5, "how long a body may be slower than `bodyBytesPerSecondMin`", { minimum: 0 }),
  bodyBytesPerSecondMin: count(
    512,
    "bytes per second",
    "slowest pace of a body after bodyGraceSeconds; a slower body is answered 408",
    { minimum: 0, maximum: 1024 * 1024 },
  ),
  // Node buffers so much in any case.
  streamQueueBytesMax: wholeNumber(
    { default: 64 * 1024, unit: "bytes", minimum: 64 * 1024, maximum: 1024 ** 3 },
    "bytes of a stream that wait for a slow reader; further notifications wait in storage until they are taken",
  ),
  // Load balancers need some time to see the 503.
  unreadySeconds: seconds(
    3,
    "how long a stopping server accepts connections after `/readyz` has turned 503; not after Ctrl-C at a terminal",
    { minimum: 0 },
  ),
  drainSeconds: seconds(20, "time in which a stopping server completes its requests", { minimum: 0 }),
} satisfies Settings

/** The options of the server: its settings, and the choices of the program that starts it. */
export interface ServerOptions extends ValuesOf<typeof serverSettings> {
  readonly log: LogFormat
  /** Where log lines go; undefined: to stderr, so that stdout stays the program's own. */
  readonly sink: LogSink | undefined
  /** Further observers, in addition to the log. */
  readonly observers: ReadonlyArray<Observer>
  /** Whether a stop that begins now waits for `unreadySeconds`. */
  readonly awaitsBalancer: () => boolean
  /** The version that the figures name. */
  readonly version: string
  /** Whether spans are made. They cost time, so only a program with a tracer needs them. */
  readonly tracing: boolean
}

/** The options of a program that gives none. */
export const defaultServerOptions: ServerOptions = {
  ...defaultsOf(serverSettings),
  log: "json",
  sink: undefined,
  observers: [],
  awaitsBalancer: () => true,
  version: "",
  tracing: false,
}

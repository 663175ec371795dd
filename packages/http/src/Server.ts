/** The HTTP server on Node. It starts with its scope, and finishes requests under way when the scope closes. */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { createServer, type Server as NodeServer } from "node:http"
import type { Socket } from "node:net"
import { operations } from "./contract/operations.ts"
import type { Mount } from "./contract/operation.ts"
import { countFigures } from "./figures/probe.ts"
import { toDocumentation } from "./handlers/home.ts"
import { handlers } from "./handlers/table.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { Readiness } from "./Readiness.ts"
import { serve } from "./request/pipeline.ts"
import { router } from "./request/Router.ts"
import { accessLog, errorStream } from "./server/AccessLog.ts"
import { Admission, type AdmissionLimits } from "./server/Admission.ts"
import { ArrivingBodies } from "./server/ArrivingBodies.ts"
import { Connections } from "./server/Connections.ts"
import { Listener, requestIds } from "./server/listener.ts"
import { joinObservers } from "./server/Observer.ts"
import { watchOutages } from "./server/Outage.ts"
import { defaultServerOptions, type ServerOptions } from "./server/settings.ts"
import { addressReader } from "./server/Proxies.ts"

/** The server cannot listen, for example because the port is taken. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly message: string }> {}

/** A server that listens. */
export interface Started {
  readonly host: string
  readonly port: number
  /** `http://HOST:PORT`. */
  readonly url: string
  /** The url of the port for probes, if there is one. */
  readonly probeUrl?: string
}

/** The figures that the server counts. */
type Counted = Effect.Success<ReturnType<typeof countFigures>>

/** The routers over the operations of the contract that are served, and over the probes alone. */
const makeRouters = Effect.fnUntraced(function* (
  { bodyBytesMax, docsEnabled }: ServerOptions,
  figures: Counted | undefined,
) {
  const tokens = yield* AccessTokens
  const table = yield* handlers
  const options = { tokens, bodyBytesMax }
  const over = (...served: ReadonlyArray<Mount>) =>
    operations
      .filter(({ mounts }) => mounts.some((mount) => served.includes(mount)))
      .map((operation) => serve(operation, table[operation.id], options))
  const ofFigures = figures === undefined ? [] : [serve(figures.operation, figures.handler, options)]
  return {
    all: router(docsEnabled ? over("public", "documentation") : over("public")),
    probes: router([...over("probes"), ...ofFigures]),
  }
})

/**
 * Closes a connection that was silent for as long as a request may take, unless the service still works on its answer.
 * Otherwise clients that read no answers could keep connections, and their answers in memory, for ever.
 */
const onSilence = (socket: Socket, connections: Connections, millis: number): void => {
  if (connections.isIdle(socket) || socket.writableLength > 0) socket.destroy()
  else socket.setTimeout(millis)
}

const makeServer = (
  options: ServerOptions,
  listener: Listener,
  connections: Connections,
  admission: Admission,
): NodeServer => {
  const requestMillis = options.requestSeconds * 1000
  const server = createServer({
    maxHeaderSize: options.headerBytesMax,
    headersTimeout: Math.min(options.headersSeconds * 1000, requestMillis),
    requestTimeout: requestMillis,
    keepAliveTimeout: options.keepAliveSeconds * 1000,
    connectionsCheckingInterval: options.checkSeconds * 1000,
    requireHostHeader: false,
    // A request without a body needs none of the events of a stream.
    optimizeEmptyRequests: true,
    // A header given twice is both values joined, so that no code silently picks one.
    joinDuplicateHeaders: true,
  })
  server.setTimeout(requestMillis, (socket) => onSilence(socket, connections, requestMillis))
  server.on("connection", (socket: Socket) => {
    admission.accepted()
    connections.opened(socket)
  })
  server.on("request", listener.listen)
  server.on("checkContinue", listener.listenBeforeBody)
  server.on("checkExpectation", listener.listen)
  server.on("connect", listener.refuseTunnel)
  server.on("clientError", listener.refuseBroken)
  return server
}

/**
 * Connections that the kernel holds until they are accepted, if its own limit allows that many. It drops further ones,
 * and their clients try again after a second, then after three.
 */
const BACKLOG = 4096

/** The limits of a server's admission. Core limits logins, with the codes of the interface. */
const admissionLimits = (options: ServerOptions): AdmissionLimits => {
  const { queueBurstMillis: burstMillis, queueMillis, requestsInFlightMax, requestsQueuedMax: queuedMax } = options
  const places = { memory: requestsInFlightMax, storage: requestsInFlightMax, login: Number.POSITIVE_INFINITY }
  return { places, queuedMax, burstMillis, queueMillis }
}

const bind = (
  server: NodeServer,
  { host, port }: Pick<ServerOptions, "host" | "port">,
): Effect.Effect<Started, ListenFailed> =>
  Effect.callback((resume) => {
    const failed = (error: Error) =>
      resume(Effect.fail(new ListenFailed({ message: `cannot listen on ${host}:${port}: ${error.message}` })))
    server.once("error", failed)
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off("error", failed)
      const address = server.address()
      const bound = typeof address === "object" && address !== null ? address.port : port
      const shown = host.includes(":") ? `[${host}]` : host
      resume(Effect.succeed({ host, port: bound, url: `http://${shown}:${bound}` }))
    })
  })

/** Accepts no more connections, lets requests under way finish, and closes the rest after `drainSeconds`. */
const stop = (server: NodeServer, connections: Connections, options: ServerOptions): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    const sweep = setInterval(() => connections.closeIdle(), 50)
    const giveUp = setTimeout(() => server.closeAllConnections(), options.drainSeconds * 1000)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(giveUp)
      resume(Effect.void)
    })
    connections.closeIdle()
  })

/**
 * Answers probes on a port of their own, until the server has stopped. There they do not wait behind many new
 * connections of clients, of which Node accepts one in each turn of the event loop.
 */
const serveProbes = Effect.fnUntraced(function* (server: NodeServer, connections: Connections, options: ServerOptions) {
  const { url } = yield* bind(server, { host: options.host, port: options.probePort ?? 0 })
  yield* Effect.addFinalizer(() => stop(server, connections, options))
  return url
})

/**
 * Starts the server. When the scope closes, readiness drops first, and each answer closes its connection. After
 * `unreadySeconds` no new connection is accepted, requests under way finish, and remaining connections are closed after
 * `drainSeconds` (guarantees R31, R73).
 */
export const start = Effect.fnUntraced(function* (given: Partial<ServerOptions> = {}) {
  const options: ServerOptions = { ...defaultServerOptions, ...given }
  const lifecycle = yield* Lifecycle
  const { doubt, missing, writes } = yield* Readiness
  const admission = new Admission(admissionLimits(options))
  const figures = options.probePort === undefined ? undefined : yield* countFigures(options.version, admission)
  const services = Context.add(yield* Effect.context(), References.TracerEnabled, options.tracing).pipe(
    Context.merge(figures?.context ?? Context.empty()),
  )
  const readAddress = addressReader(options.trustedProxies)
  const log = accessLog(options.log, options.sink ?? errorStream(options.log, options.logBytesMax))
  const observers = joinObservers([log, ...(figures === undefined ? [] : [figures.observer]), ...options.observers])
  const outages = watchOutages(observers, {
    isBack: async () => (await Effect.runPromise(Effect.andThen(doubt, missing))).length === 0,
    found: () => Effect.runSync(doubt),
    refused: (operation) => writes.refused(operation),
  })
  lifecycle.measure(() => admission.isOverloaded)
  const routers = yield* makeRouters(options, figures)
  const common = {
    services,
    observers,
    outages,
    writes,
    readAddress,
    newId: requestIds(),
    bodyBytesMax: options.bodyBytesMax,
    admission,
    arriving: new ArrivingBodies(options),
  }
  const home = options.docsEnabled ? toDocumentation : undefined
  const connections = new Connections({ ...options, readAddress })
  const listener = new Listener({ ...common, connections, router: routers.all, home })
  const server = makeServer(options, listener, connections, admission)
  let probeUrl: string | undefined
  if (options.probePort !== undefined) {
    const ofProbes = new Connections({ ...options, readAddress })
    const probes = new Listener({ ...common, connections: ofProbes, router: routers.probes, home: undefined })
    probeUrl = yield* serveProbes(makeServer(options, probes, ofProbes, admission), ofProbes, options)
  }
  const started = yield* bind(server, options)
  observers.happened("info", "ready", { url: started.url, probe_url: probeUrl })
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      observers.happened("info", "stopping")
      lifecycle.drain()
      outages.stop()
      // Clients behind a balancer of connections leave by themselves: their next connection is to another process.
      listener.drain()
      if (options.unreadySeconds > 0 && options.awaitsBalancer()) yield* Effect.sleep(options.unreadySeconds * 1000)
      yield* stop(server, connections, options)
      observers.happened("info", "stopped")
    }),
  )
  return probeUrl === undefined ? started : { ...started, probeUrl }
})

/** The server as a layer: listening while the layer lives. */
export class HttpServer extends Context.Service<HttpServer, Started>()("@garrison/http/Server") {
  /** Starts with these options over the defaults. */
  static readonly layer = (options: Partial<ServerOptions> = {}) => Layer.effect(HttpServer, start(options))
}

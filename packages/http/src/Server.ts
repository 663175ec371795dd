/** The HTTP server on Node. It starts with its scope, and finishes requests under way when the scope closes. */
import { runEvery } from "@garrison/core/kernel/work/Background"
import { BackgroundWorks } from "@garrison/core/kernel/work/BackgroundWorks"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createServer, type Server as NodeServer } from "node:http"
import type { Socket } from "node:net"
import { makeAnswering } from "./answering.ts"
import type { Admission } from "./server/Admission.ts"
import { Connections } from "./server/Connections.ts"
import { Listener } from "./server/listener.ts"
import { occupancyTeller } from "./server/occupancy.ts"
import { trustedPeers } from "./server/Proxies.ts"
import { BeforeBinding } from "./server/StartingProbes.ts"
import { defaultServerOptions, type ServerOptions } from "./server/settings.ts"

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

/**
 * After a start, compressing the catalog waits for so long: the processor has other work then. Meanwhile a client that
 * asks for a coding waits for that one alone.
 */
const SETTLING = "5 seconds"

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

/** Waits for the works whose clients have gone: what they write is written before the database below closes. */
const finishWorks = (listener: Listener, options: ServerOptions): Effect.Effect<void> =>
  Effect.callback<void>((resume) => listener.whenIdle(() => resume(Effect.void))).pipe(
    Effect.timeoutOption(options.drainSeconds * 1000),
    Effect.asVoid,
  )

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
  const answering = yield* makeAnswering(options)
  const { admission, common, endStreams, home, lifecycle, observers, outages, overload, readAddress, routers } =
    answering
  const peers = { ...options, readAddress, isProxy: trustedPeers(options.trustedProxies) }
  const connections = new Connections({ ...peers, onRefused: () => overload.refused("connectionsMax") })
  const listener = new Listener({ ...common, connections, router: routers.all, home })
  const server = makeServer(options, listener, connections, admission)
  yield* yield* BeforeBinding
  let probeUrl: string | undefined
  if (options.probePort !== undefined) {
    const ofProbes = new Connections(peers)
    const probes = new Listener({ ...common, connections: ofProbes, router: routers.probes, home: undefined })
    probeUrl = yield* serveProbes(makeServer(options, probes, ofProbes, admission), ofProbes, options)
  }
  const tell = occupancyTeller(observers, { connections, arriving: common.arriving, admission })
  if (observers.occupied !== undefined) yield* runEvery("1 minute")(Effect.sync(tell))
  const started = yield* bind(server, options)
  observers.happened("info", "ready", { url: started.url, probe_url: probeUrl })
  if ((yield* BackgroundWorks)?.isOn !== false) {
    yield* Effect.forkScoped(Effect.andThen(Effect.sleep(SETTLING), routers.prepareServed))
  }
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      observers.happened("info", "stopping")
      lifecycle.drain()
      outages.stop()
      // Clients behind a balancer of connections leave by themselves: their next connection is to another process.
      listener.drain()
      if (options.unreadySeconds > 0 && options.awaitsBalancer()) yield* Effect.sleep(options.unreadySeconds * 1000)
      // Streams end before the port closes, and not before: until then clients would come back to this process.
      endStreams()
      yield* stop(server, connections, options)
      yield* finishWorks(listener, options)
      overload.stop()
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

/** The HTTP server of the service on Node: starts with its scope, and stops well when the scope closes. */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { operationRoutes } from "./contract/Api.ts"
import { handlers } from "./handlers/table.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { type AnyHandler, pipeline } from "./request/pipeline.ts"
import { type Router, router } from "./request/Router.ts"
import { accessLog } from "./server/AccessLog.ts"
import type { Exchanged } from "./server/brokenRequests.ts"
import { type Listener, makeListener } from "./server/listener.ts"
import { defaultServerOptions, type ServerOptions } from "./server/options.ts"
import { addressReader } from "./server/Proxies.ts"
import { requestIds } from "./server/requestId.ts"

/** The server cannot listen, for example because the port is taken. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly message: string }> {}

/** A server that listens. */
export interface Started {
  readonly host: string
  readonly port: number
  /** `http://HOST:PORT`. */
  readonly url: string
}

/** The router over every operation of the contract. */
const makeRouter: Effect.Effect<Router, never, Effect.Services<typeof handlers> | AccessTokens> = Effect.gen(
  function* () {
    const tokens = yield* AccessTokens
    const table = yield* handlers
    return router(
      operationRoutes.map((route) => [
        route,
        { id: route.id, run: pipeline(route, table[route.id] as AnyHandler, tokens) },
      ]),
    )
  },
)

/** The open connections with the last exchange on each, for stopping and for broken requests. */
class Connections {
  readonly #last = new Map<Duplex, Exchanged | undefined>()

  opened(socket: Socket): void {
    this.#last.set(socket, undefined)
    socket.once("close", () => this.#last.delete(socket))
  }

  answering(socket: Socket, exchanged: Exchanged): void {
    if (this.#last.has(socket)) this.#last.set(socket, exchanged)
  }

  lastOf(socket: Duplex): Exchanged | undefined {
    return this.#last.get(socket)
  }

  /** Whether nobody waits for anything on this connection. */
  isIdle(socket: Duplex): boolean {
    const last = this.#last.get(socket)
    return last === undefined || last.outgoing.writableFinished
  }

  /** Closes what waits for nothing, connections that never sent a request included. */
  closeIdle(): void {
    for (const socket of this.#last.keys()) if (this.isIdle(socket)) socket.destroy()
  }
}

/**
 * A connection on which nothing has moved for as long as a request may take: closed, unless the service is still at
 * work on its answer. Otherwise clients that read no answers could keep connections, and the answers in them, for ever.
 */
const onSilence = (socket: Socket, connections: Connections, millis: number): void => {
  if (connections.isIdle(socket) || socket.writableLength > 0) socket.destroy()
  else socket.setTimeout(millis)
}

const makeServer = (options: ServerOptions, listener: Listener, connections: Connections): NodeServer => {
  const requestMillis = options.requestSeconds * 1000
  const server = createServer({
    maxHeaderSize: options.headerBytesMax,
    headersTimeout: Math.min(options.headersSeconds * 1000, requestMillis),
    requestTimeout: requestMillis,
    keepAliveTimeout: options.keepAliveSeconds * 1000,
    connectionsCheckingInterval: options.checkSeconds * 1000,
    requireHostHeader: false,
    // A header given twice is no longer what either of them says: nobody picks one in silence.
    joinDuplicateHeaders: true,
  })
  server.maxConnections = options.connectionsMax
  server.setTimeout(requestMillis, (socket) => onSilence(socket, connections, requestMillis))
  const listen = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const requestId = listener.listen(incoming, outgoing)
    connections.answering(incoming.socket, { requestId, outgoing })
  }
  server.on("connection", (socket: Socket) => connections.opened(socket))
  server.on("request", listen)
  server.on("checkContinue", (incoming, outgoing) => {
    if (Number(incoming.headers["content-length"] ?? 0) <= options.bodyBytesMax) outgoing.writeContinue()
    listen(incoming, outgoing)
  })
  server.on("checkExpectation", listen)
  server.on("connect", (incoming, socket) => listener.refuseTunnel(incoming, socket))
  server.on("clientError", (error, socket) => listener.refuseBroken(error, socket, connections.lastOf(socket)))
  return server
}

const bind = (server: NodeServer, { host, port }: ServerOptions): Effect.Effect<Started, ListenFailed> =>
  Effect.callback((resume) => {
    const failed = (error: Error) =>
      resume(Effect.fail(new ListenFailed({ message: `cannot listen on ${host}:${port}: ${error.message}` })))
    server.once("error", failed)
    server.listen({ host, port }, () => {
      server.off("error", failed)
      const address = server.address()
      const bound = typeof address === "object" && address !== null ? address.port : port
      const shown = host.includes(":") ? `[${host}]` : host
      resume(Effect.succeed({ host, port: bound, url: `http://${shown}:${bound}` }))
    })
  })

/** Takes no more connections, lets requests under way finish, and closes the rest after `drainSeconds`. */
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
 * Starts the server. When the scope closes, readiness drops first, then no new connection is taken, requests under way
 * are finished, and the rest is closed after `drainSeconds` (guarantees R31).
 */
export const start = Effect.fnUntraced(function* (given: Partial<ServerOptions> = {}) {
  const options: ServerOptions = { ...defaultServerOptions, ...given }
  const lifecycle = yield* Lifecycle
  const routes = yield* makeRouter
  const connections = new Connections()
  const log = accessLog(options.log, options.sink)
  const listener = makeListener({
    router: routes,
    run: Effect.runForkWith(Context.add(yield* Effect.context(), References.TracerEnabled, options.tracing)),
    log,
    readAddress: addressReader(options.trustedProxies),
    requestId: requestIds(),
    bodyBytesMax: options.bodyBytesMax,
    requestsInFlightMax: options.requestsInFlightMax,
  })
  const server = makeServer(options, listener, connections)
  const started = yield* bind(server, options)
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      lifecycle.drain()
      if (options.unreadySeconds > 0) yield* Effect.sleep(options.unreadySeconds * 1000)
      listener.drain()
      yield* stop(server, connections, options)
      log.flush()
    }),
  )
  return started
})

/** The server as a layer: listening while the layer lives. */
export class HttpServer extends Context.Service<HttpServer, Started>()("@garrison/http/Server") {
  /** Starts with these options over the defaults. */
  static readonly layer = (options: Partial<ServerOptions> = {}) => Layer.effect(HttpServer, start(options))
}

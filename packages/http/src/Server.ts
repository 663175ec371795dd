/** The HTTP server of the service on Node: starts with its scope, and stops well when the scope closes. */
import { AccessTokens } from "@garrison/core/token/AccessTokens"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { createServer, type Server as NodeServer, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { operationRoutes } from "./contract/Api.ts"
import { handlers } from "./handlers/table.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { type AnyHandler, pipeline } from "./request/pipeline.ts"
import { type Router, router } from "./request/Router.ts"
import { accessLog } from "./server/AccessLog.ts"
import { answerBroken } from "./server/brokenRequests.ts"
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

/** The open connections with the response under way on each, for stopping and for broken requests. */
class Connections {
  readonly #current = new Map<Duplex, ServerResponse | undefined>()

  opened(socket: Socket): void {
    this.#current.set(socket, undefined)
    socket.once("close", () => this.#current.delete(socket))
  }

  answering(socket: Socket, outgoing: ServerResponse): void {
    if (this.#current.has(socket)) this.#current.set(socket, outgoing)
  }

  currentOf(socket: Duplex): ServerResponse | undefined {
    return this.#current.get(socket)
  }

  /** Closes what waits for nothing, connections that never sent a request included. */
  closeIdle(): void {
    for (const [socket, current] of this.#current) {
      if (current === undefined || current.writableFinished) socket.destroy()
    }
  }
}

const makeServer = (options: ServerOptions, listener: Listener, connections: Connections): NodeServer => {
  const server = createServer({
    maxHeaderSize: options.headerBytesMax,
    headersTimeout: options.headersSeconds * 1000,
    requestTimeout: options.requestSeconds * 1000,
    keepAliveTimeout: options.keepAliveSeconds * 1000,
    connectionsCheckingInterval: options.checkSeconds * 1000,
    requireHostHeader: false,
  })
  server.maxConnections = options.connectionsMax
  const listen: Listener["listen"] = (incoming, outgoing) => {
    connections.answering(incoming.socket, outgoing)
    listener.listen(incoming, outgoing)
  }
  server.on("connection", (socket: Socket) => connections.opened(socket))
  server.on("request", listen)
  server.on("checkContinue", (incoming, outgoing) => {
    if (Number(incoming.headers["content-length"] ?? 0) <= options.bodyBytesMax) outgoing.writeContinue()
    listen(incoming, outgoing)
  })
  server.on("checkExpectation", listen)
  server.on("clientError", (error, socket) => answerBroken(error, socket, connections.currentOf(socket)))
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

/** The routes of a test server in a server of its own, by one of the handlers for hosts. */
import { lender, type Lending } from "@garrison/core/lending"
import type { EmbeddedGarrison } from "@garrison/core"
import { toFetchHandler, toNodeHandler, type HandlerOptions } from "@garrison/http"
import { isOfTheSocket } from "@garrison/http/embedding/options"
import { HttpServer } from "@garrison/http/Server"
import type { ServerOptions } from "@garrison/http/server/settings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { fetchListener, type Peer } from "./fetchBridge.ts"
import { LOOPBACK } from "./loopback.ts"

/** The handlers, each as a listener of Node's server. */
export const mounts = {
  toNodeHandler: (garrison: EmbeddedGarrison, options: HandlerOptions): RequestListener =>
    toNodeHandler(garrison, options),
  toFetchHandler: (garrison: EmbeddedGarrison, options: HandlerOptions): RequestListener =>
    fetchListener(toFetchHandler<[Peer]>(garrison, { ...options, addressOf: (_, { address }) => address })),
}

/** The name of a handler. */
export type MountName = keyof typeof mounts

/** What the programs that start a server choose, beside its settings. A host that mounts it chooses none of these. */
const OF_THE_PROGRAM: ReadonlySet<string> = new Set(["awaitsBalancer", "version", "tracing"])

/** The options of a server, without those that are its socket's. */
const withoutSocket = (options: Partial<ServerOptions>): HandlerOptions => {
  const kept = Object.entries(options).filter(([name]) => !isOfTheSocket(name) && !OF_THE_PROGRAM.has(name))
  return { log: "json", ...(Object.fromEntries(kept) as HandlerOptions) }
}

/** As `HttpServer.layer`, with the handler of this name in a server of the host. */
export const mountedLayer = (name: MountName, options: Partial<ServerOptions>) =>
  Layer.effect(
    HttpServer,
    Effect.gen(function* () {
      const services = (yield* Effect.context()) as Lending["services"]
      const leaving: Array<() => Promise<void>> = []
      const join: Lending["join"] = (leave) => {
        leaving.push(leave)
        return () => {}
      }
      const garrison = lender({ services, join }) as unknown as EmbeddedGarrison
      // The host's server is as wide as Node has it, but for the host that a request must name, which Garrison checks.
      const server = createServer({ requireHostHeader: false }, mounts[name](garrison, withoutSocket(options)))
      server.listen(0, LOOPBACK)
      yield* Effect.promise(() => once(server, "listening"))
      yield* Effect.addFinalizer(() =>
        Effect.promise(async () => {
          await Promise.all(leaving.map((leave) => leave()))
          server.close().closeAllConnections()
        }),
      )
      const { port } = server.address() as AddressInfo
      return { host: LOOPBACK, port, url: `http://${LOOPBACK}:${port}` }
    }),
  )

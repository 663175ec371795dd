/** The three ways in which a host shows a Garrison over HTTP, each listening on a port. */
import type { EmbeddedGarrison } from "@garrison/core"
import { type HandlerOptions, serve, type ServeOptions } from "@garrison/http"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { LOOPBACK } from "../../support/loopback.ts"
import { mounts } from "../../support/mounted.ts"

/** A face of a Garrison: where it listens, and how its listening ends. */
export interface Face {
  readonly port: number
  readonly end: () => Promise<void>
}

/** Options of all faces. A handler refuses those of the socket. */
export type FaceOptions = HandlerOptions & ServeOptions

/** A server of the host's. */
export const listenWith = async (listener: RequestListener): Promise<Face> => {
  const server = createServer(listener).listen(0, LOOPBACK)
  await once(server, "listening")
  const end = async () => {
    server.close().closeAllConnections()
    await once(server, "close")
  }
  return { port: (server.address() as AddressInfo).port, end }
}

/** The faces, by the names of their functions. */
export const faces = [
  {
    name: "toNodeHandler",
    show: async (garrison: EmbeddedGarrison, options: FaceOptions = {}) =>
      listenWith(mounts.toNodeHandler(garrison, options)),
  },
  {
    name: "toFetchHandler",
    show: async (garrison: EmbeddedGarrison, options: FaceOptions = {}) =>
      listenWith(mounts.toFetchHandler(garrison, options)),
  },
  {
    name: "serve",
    show: async (garrison: EmbeddedGarrison, options: FaceOptions = {}): Promise<Face> => {
      const { close, port } = await serve(garrison, { ...options, host: LOOPBACK, port: 0 })
      return { port, end: close }
    },
  },
] as const

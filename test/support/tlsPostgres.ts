/** A Postgres that takes encrypted connections only: a proxy that ends TLS in front of the one of the tests. */
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { postgresUrl } from "./databases.ts"
import { LOOPBACK } from "./loopback.ts"

const certificates = join(import.meta.dirname, "certificates")

/** The file of the authority that signed the server's certificate, which is for `localhost` alone. */
export const authorityFile = join(certificates, "authority.pem")

const server = {
  key: readFileSync(join(certificates, "server.key.pem")),
  cert: readFileSync(join(certificates, "server.pem")),
}

/** A client's first eight bytes, when it wants TLS. */
const SSL_REQUEST = Buffer.from("0000000804d2162f", "hex")

const accept = (client: Socket, target: number): void => {
  client.on("error", () => undefined)
  client.once("data", (first: Buffer) => {
    if (!first.equals(SSL_REQUEST)) return void client.destroy()
    client.write("S")
    const secured = new TLSSocket(client, { ...server, isServer: true })
    const upstream = connect(target, LOOPBACK).setNoDelay()
    for (const [from, to] of [
      [secured, upstream],
      [upstream, secured],
    ] as const) {
      from.on("error", () => undefined).on("close", () => to.destroy())
      from.pipe(to)
    }
  })
}

/** The port of such a Postgres, and the name of an empty database in it; both as long as the scope. */
export const tlsPostgres = Effect.gen(function* () {
  const url = new URL(yield* postgresUrl("empty"))
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    accept(socket, Number(url.port))
  }).listen(0, LOOPBACK)
  yield* Effect.promise(() => once(listener, "listening"))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      listener.close()
      for (const socket of sockets) socket.destroy()
    }),
  )
  const address = listener.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return (host: string, parameters: string) => `postgres://garrison@${host}:${port}${url.pathname}?${parameters}`
})

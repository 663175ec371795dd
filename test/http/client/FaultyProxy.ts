/** A proxy whose next connections go wrong as a test says, at any byte. */
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { LOOPBACK } from "../../support/loopback.ts"

/** What becomes of a connection. */
export type Fault =
  /** Breaks when so many bytes of the request have gone through; the rest is lost. */
  | { readonly kind: "request"; readonly bytes: number }
  /** Breaks when so many bytes of the answer have gone through: the server has done its work. */
  | { readonly kind: "answer"; readonly bytes: number }
  /** The server does its work, and the answer never comes. */
  | { readonly kind: "stall" }
  /** The proxy answers 503 by itself. */
  | { readonly kind: "busy" }

const BUSY =
  "HTTP/1.1 503 Service Unavailable\r\nretry-after: 0\r\ncontent-type: text/html\r\ncontent-length: 4\r\n" +
  "connection: close\r\n\r\nbusy"

/** Passes bytes on until so many went through, then breaks both ends. */
const passed = (from: Socket, to: Socket, bytes = Number.POSITIVE_INFINITY): void => {
  let left = bytes
  from.on("data", (chunk) => {
    to.write(chunk.subarray(0, Math.min(left, chunk.length)))
    left -= chunk.length
    if (left > 0) return
    // What was passed on has to arrive before the end.
    to.end(() => from.destroy())
  })
}

/** A proxy that runs. */
export class FaultyProxy {
  readonly #server: Server
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  readonly #faults: Array<Fault> = []
  /** Connections that were opened so far. */
  connections = 0

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Listens on a free port of this machine. */
  static async to(target: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    proxy.#server.listen(0, LOOPBACK)
    await once(proxy.#server, "listening")
    return proxy
  }

  get url(): string {
    const address = this.#server.address()
    return `http://${LOOPBACK}:${typeof address === "object" && address !== null ? address.port : 0}`
  }

  /** The next connections go wrong so, one after another. Those that are open are closed. */
  plan(faults: ReadonlyArray<Fault>): void {
    this.#faults.splice(0, this.#faults.length, ...faults)
    this.breakAll()
  }

  /** Breaks every open connection. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#server.close()
    this.breakAll()
  }

  #accept(client: Socket): void {
    this.connections++
    const fault = this.#faults.shift()
    this.#keep(client)
    if (fault?.kind === "busy") {
      client.once("data", () => client.end(BUSY))
      return
    }
    const upstream = connect(this.#target, LOOPBACK)
    this.#keep(upstream)
    client.on("close", () => upstream.destroy())
    upstream.on("close", () => (fault?.kind === "stall" ? undefined : client.end()))
    passed(client, upstream, fault?.kind === "request" ? fault.bytes : undefined)
    if (fault?.kind !== "stall") passed(upstream, client, fault?.kind === "answer" ? fault.bytes : undefined)
    else upstream.resume()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on("error", () => undefined)
    socket.on("close", () => this.#sockets.delete(socket))
  }
}

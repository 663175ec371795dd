/** A TCP proxy in front of a server, for tests of a server that hangs or goes away. */
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { LOOPBACK } from "./loopback.ts"

type Mood = "passing" | "hanging" | "refusing"

/** A proxy that runs. */
export class TcpProxy {
  readonly #server: Server
  readonly #target: number
  readonly #sockets = new Set<Socket>()
  readonly #opened: Array<() => void> = []
  readonly #watchers: Array<() => (chunk: Uint8Array) => void> = []
  #mood: Mood = "passing"

  private constructor(target: number) {
    this.#target = target
    this.#server = createServer((socket) => this.#accept(socket))
  }

  /** Listens on a free port of this machine, and passes everything on to `target`. */
  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target)
    proxy.#server.listen(0, LOOPBACK)
    await once(proxy.#server, "listening")
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  /** Nothing gets through any more, and nobody is told: what a hanging machine or a lost network looks like. */
  hang(): void {
    this.#mood = "hanging"
    for (const socket of this.#sockets) socket.pause()
  }

  /** Every connection breaks, new ones too: what a stopped server looks like. */
  refuse(): void {
    this.#mood = "refusing"
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Everything gets through again. */
  pass(): void {
    this.#mood = "passing"
    for (const socket of this.#sockets) socket.resume()
  }

  /** Resolves with the next connection that somebody opens. */
  opened(): Promise<void> {
    return new Promise((resolve) => this.#opened.push(resolve))
  }

  /** Shows what the server sends to a function, which is made for each connection that is opened from now on. */
  watch(makeWatcher: () => (chunk: Uint8Array) => void): void {
    this.#watchers.push(makeWatcher)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #accept(client: Socket): void {
    for (const resolve of this.#opened.splice(0)) resolve()
    if (this.#mood === "refusing") {
      client.destroy()
      return
    }
    const upstream = connect(this.#target, LOOPBACK)
    for (const makeWatcher of this.#watchers) upstream.on("data", makeWatcher())
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from)
      from.on("data", (chunk) => to.write(chunk))
      from.on("error", () => undefined)
      from.on("close", () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#mood === "hanging") from.pause()
    }
  }
}

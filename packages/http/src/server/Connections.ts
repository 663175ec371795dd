/**
 * The open connections, each with its last exchange: for stopping the server, for refusing broken requests, and for
 * room when there are too many. The bytes of proxies are watched.
 */
import type { Socket } from "node:net"
import type { Exchanged } from "./brokenRequests.ts"
import type { AddressReader } from "./Proxies.ts"
import { RequestLines } from "./RequestLines.ts"

/** One open connection. */
export class Connection {
  /** The last request on it. */
  last: Exchanged | undefined
  /** Requests on it that wait for the answer to the one before. */
  waiting = 0
  /** The request lines in its bytes; undefined: the peer is no proxy, so they are not watched. */
  readonly lines: RequestLines | undefined
  readonly socket: Socket
  readonly #readAddress: AddressReader
  #address: string | undefined

  constructor(socket: Socket, { headerBytesMax, isProxy, readAddress }: ConnectionOptions) {
    this.lines = isProxy(socket.remoteAddress ?? "") ? new RequestLines(headerBytesMax) : undefined
    this.socket = socket
    this.#readAddress = readAddress
  }

  /** The address of the sender, where no proxy names another one. Computed once. */
  get address(): string {
    return (this.#address ??= this.#readAddress(this.socket.remoteAddress ?? "", undefined))
  }
}

/** Bounds of the open connections, and how the address of a sender is read. */
export interface ConnectionOptions {
  readonly headerBytesMax: number
  readonly connectionsMax: number
  readonly readAddress: AddressReader
  /** Whether the peer of this address is a proxy, which has read the requests before (guarantees R28). */
  readonly isProxy: (peer: string) => boolean
  /** Called when a new connection was closed at once, because there are too many. */
  readonly onRefused?: () => void
}

/** Connections that are looked at for one that is idle. Those before it are busy, and few requests are under way. */
const LOOKED_AT_MAX = 100

/** The open connections of a server. */
export class Connections {
  /** In the order of their last requests. */
  readonly #open = new Map<object, Connection>()
  readonly #options: ConnectionOptions
  #opened = 0
  #refused = 0
  #givenUp = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Open connections. */
  get count(): number {
    return this.#open.size
  }

  /** What came and went since the last time. */
  takeCounts() {
    const [connectionsOpened, connectionsRefused, connectionsGivenUp] = [this.#opened, this.#refused, this.#givenUp]
    this.#opened = 0
    this.#refused = 0
    this.#givenUp = 0
    return { connectionsOpened, connectionsRefused, connectionsGivenUp }
  }

  /** Takes a new connection in. If there are too many, closes the one that was idle longest, or else the new one. */
  opened(socket: Socket): void {
    if (this.#open.size >= this.#options.connectionsMax && !this.#closeIdlest()) {
      socket.destroy()
      this.#refused++
      this.#options.onRefused?.()
      return
    }
    this.#opened++
    const connection = new Connection(socket, this.#options)
    this.#open.set(socket, connection)
    const { lines } = connection
    // With this listener Node takes each read out of its parser, into a buffer of its own. Without, it need not.
    if (lines !== undefined) socket.prependListener("data", (chunk: Buffer) => lines.read(chunk))
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Undefined when the connection has closed. */
  of(socket: object): Connection | undefined {
    return this.#open.get(socket)
  }

  /** As {@link of}, for a connection that a request came on now. */
  used(socket: object): Connection | undefined {
    const connection = this.#open.get(socket)
    if (connection === undefined) return undefined
    this.#open.delete(socket)
    this.#open.set(socket, connection)
    return connection
  }

  /** Whether no answer is due on this connection. */
  isIdle(socket: object): boolean {
    const last = this.#open.get(socket)?.last
    return last === undefined || last.outgoing.writableFinished
  }

  /** Closes idle connections, also those that never sent a request. */
  closeIdle(): void {
    for (const { socket } of this.#open.values()) if (this.isIdle(socket)) socket.destroy()
  }

  /** Says whether there was one. */
  #closeIdlest(): boolean {
    let lookedAt = 0
    for (const { socket } of this.#open.values()) {
      if (this.isIdle(socket)) {
        this.#open.delete(socket)
        this.#givenUp++
        socket.destroy()
        return true
      }
      if (++lookedAt === LOOKED_AT_MAX) break
    }
    return false
  }
}

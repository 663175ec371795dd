/**
 * The open connections, each with its last exchange: for stopping the server, for answering broken requests, and for
 * room when there are too many.
 */
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Exchanged } from "./brokenRequests.ts"
import type { AddressReader } from "./Proxies.ts"
import { RequestLines } from "./RequestLines.ts"

/** One open connection. */
export class Connection {
  /** The last request on it. */
  last: Exchanged | undefined
  readonly lines: RequestLines
  readonly #socket: Socket
  readonly #readAddress: AddressReader
  #address: string | undefined

  constructor(socket: Socket, { headerBytesMax, readAddress }: ConnectionOptions) {
    this.lines = new RequestLines(headerBytesMax)
    this.#socket = socket
    this.#readAddress = readAddress
  }

  /** The address of the sender, where no proxy names another one. Computed once. */
  get address(): string {
    return (this.#address ??= this.#readAddress(this.#socket.remoteAddress ?? "", undefined))
  }
}

/** Bounds of the open connections, and how the address of a sender is read. */
export interface ConnectionOptions {
  readonly headerBytesMax: number
  readonly connectionsMax: number
  readonly readAddress: AddressReader
}

/** Connections that are looked at for one that is idle. Those before it are busy, and few requests are under way. */
const LOOKED_AT_MAX = 100

/** The open connections of a server. */
export class Connections {
  /** In the order of their last requests. */
  readonly #open = new Map<Duplex, Connection>()
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Takes a new connection in. If there are too many, closes the one that was idle longest, or else the new one. */
  opened(socket: Socket): void {
    if (this.#open.size >= this.#options.connectionsMax && !this.#closeIdlest()) {
      socket.destroy()
      return
    }
    const connection = new Connection(socket, this.#options)
    this.#open.set(socket, connection)
    const readLines = (chunk: Buffer) => connection.lines.read(chunk)
    socket.prependListener("data", readLines)
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Undefined when the connection has closed. */
  of(socket: Duplex): Connection | undefined {
    return this.#open.get(socket)
  }

  /** As {@link of}, for a connection that a request came on now. */
  used(socket: Duplex): Connection | undefined {
    const connection = this.#open.get(socket)
    if (connection === undefined) return undefined
    this.#open.delete(socket)
    this.#open.set(socket, connection)
    return connection
  }

  /** Whether no answer is due on this connection. */
  isIdle(socket: Duplex): boolean {
    const last = this.#open.get(socket)?.last
    return last === undefined || last.outgoing.writableFinished
  }

  /** Closes idle connections, also those that never sent a request. */
  closeIdle(): void {
    for (const socket of this.#open.keys()) if (this.isIdle(socket)) socket.destroy()
  }

  /** Says whether there was one. */
  #closeIdlest(): boolean {
    let lookedAt = 0
    for (const socket of this.#open.keys()) {
      if (this.isIdle(socket)) {
        this.#open.delete(socket)
        socket.destroy()
        return true
      }
      if (++lookedAt === LOOKED_AT_MAX) break
    }
    return false
  }
}

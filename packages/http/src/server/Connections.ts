/** The open connections, each with its last exchange: for stopping the server, and for answering broken requests. */
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { Exchanged } from "./brokenRequests.ts"
import { RequestLines } from "./RequestLines.ts"
import { readShared } from "./sharedReads.ts"

/** One open connection. */
export interface Connection {
  last: Exchanged | undefined
  readonly lines: RequestLines
}

/** The open connections of a server. */
export class Connections {
  readonly #open = new Map<Duplex, Connection>()
  readonly #headerBytesMax: number

  constructor(headerBytesMax: number) {
    this.#headerBytesMax = headerBytesMax
  }

  opened(socket: Socket): void {
    const lines = new RequestLines(this.#headerBytesMax)
    this.#open.set(socket, { last: undefined, lines })
    socket.prependListener("data", (chunk: Buffer) => lines.read(chunk))
    readShared(socket)
    socket.once("close", () => this.#open.delete(socket))
  }

  /** Undefined when the connection has closed. */
  of(socket: Duplex): Connection | undefined {
    return this.#open.get(socket)
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
}

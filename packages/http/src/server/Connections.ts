/**
 * The open connections, each with its request lines and its last exchange: for stopping the server, for refusing broken
 * requests, and for room when there are too many.
 */
import type { Socket } from "node:net"
import type { Exchanged } from "./brokenRequests.ts"
import type { AddressReader } from "./Proxies.ts"

const SPACE = 32
const NEWLINE = 10
const TWO_SPACES = Buffer.from("  ")

/** The end of a line that a parser may take for a request line. */
const requestLineEnd = / HTTP\/1\.[01]\r?\n/g

/** The text before that in a correct request line. */
const methodAndTarget = /[A-Z-] [^ ]+$/

/** The end of a request line of the two other protocols that the parser knows: it says HTTP/1.0 of them. */
const foreignLineEnd = / (?:RTSP|ICE)\/1\.0\r?\n/

/** Whether there is a request line in the text with more than one space before or behind its target. */
const hasSpacedLine = (text: string): boolean => {
  for (const { index } of text.matchAll(requestLineEnd)) {
    const line = text.slice(text.lastIndexOf("\n", index) + 1, index + 1)
    if (line.includes("  ") && !methodAndTarget.test(line.slice(0, -1))) return true
  }
  return false
}

/** How much of the end of a line without two spaces side by side matters when the rest of it comes. */
const PLAIN_LENGTH = 32

/**
 * Searches the bytes of a connection for request lines that Node's parser accepts and HTTP/1.1 does not have (RFC 9112,
 * section 3): more than one space between the parts, and protocols that are not HTTP. A proxy in between may have read
 * such a request differently (guarantees R28).
 *
 * Only the parser knows where one message ends and the next begins. So a line may begin with the end of a body, because
 * JSON has no line end there. The end of the line decides.
 */
export class RequestLines {
  /** Whether a line had too many spaces. */
  isSpaced = false
  /** The beginning of a line whose rest has not arrived yet. */
  #begun = ""
  #isBegunSpaced = false
  /** The bytes that were read last, and the beginning of their first line. */
  #latest: Buffer | undefined
  #before = ""
  readonly #headBytesMax: number

  constructor(headBytesMax: number) {
    this.#headBytesMax = headBytesMax
  }

  /** Call it with the bytes read, before the parser gets them. */
  read(chunk: Buffer): void {
    const begun = this.#begun
    this.#latest = chunk
    this.#before = begun
    const hasSpaces = chunk.indexOf(TWO_SPACES) !== -1
    const isSuspect = hasSpaces || this.#isBegunSpaced || (chunk[0] === SPACE && begun.endsWith(" "))
    if (isSuspect) this.isSpaced ||= hasSpacedLine(begun + chunk.toString("latin1"))
    if (chunk[chunk.length - 1] === NEWLINE) {
      this.#begun = ""
      this.#isBegunSpaced = false
      return
    }
    const end = chunk.lastIndexOf(NEWLINE)
    const rest = (end === -1 ? begun : "") + chunk.toString("latin1", end + 1)
    this.#isBegunSpaced = isSuspect && rest.includes("  ")
    this.#begun = rest.slice(this.#isBegunSpaced ? -this.#headBytesMax : -PLAIN_LENGTH)
  }

  /** Whether the parser, when it has just understood a request of HTTP/1.0, reads one of another protocol. */
  get areForeign(): boolean {
    return this.#latest !== undefined && foreignLineEnd.test(this.#before + this.#latest.toString("latin1"))
  }
}

/** One open connection. */
export class Connection {
  /** The last request on it. */
  last: Exchanged | undefined
  /** Requests on it that wait for the answer to the one before. */
  waiting = 0
  readonly lines: RequestLines
  readonly socket: Socket
  readonly #readAddress: AddressReader
  #address: string | undefined

  constructor(socket: Socket, { headerBytesMax, readAddress }: ConnectionOptions) {
    this.lines = new RequestLines(headerBytesMax)
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
    const readLines = (chunk: Buffer) => connection.lines.read(chunk)
    socket.prependListener("data", readLines)
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

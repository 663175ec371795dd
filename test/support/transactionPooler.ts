/**
 * A pooler in transaction mode, like PgBouncer, for machines without one. Clients share a few connections to Postgres,
 * and each transaction of a client goes to another connection than the last. So session state is lost. Unknown startup
 * parameters are refused.
 */
import { once } from "node:events"
import { connect, createServer, type Server, type Socket } from "node:net"
import { LOOPBACK } from "./loopback.ts"

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

const code = (letter: string): number => letter.charCodeAt(0)
const [SYNC, QUERY, TERMINATE, READY, IDLE] = ["S", "Q", "X", "Z", "I"].map(code)

const message = (letter: string, ...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

/** Cuts a stream into messages, the first one without a letter where `startsBare`. */
const framed = (startsBare: boolean, onMessage: (whole: Buffer, isBare: boolean) => boolean) => {
  let rest: Buffer = Buffer.alloc(0)
  let isBare = startsBare
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const offset = isBare ? 0 : 1
      if (rest.length < offset + 4) return
      const length = offset + rest.readInt32BE(offset)
      if (rest.length < length) return
      const whole = rest.subarray(0, length)
      rest = rest.subarray(length)
      isBare = onMessage(whole, isBare)
    }
  }
}

const parametersOf = (startup: Buffer): ReadonlyMap<string, string> => {
  const words = startup.subarray(8).toString().split("\0")
  return new Map(
    words.flatMap((word, index) => (index % 2 === 0 && word !== "" ? [[word, words[index + 1] ?? ""]] : [])),
  )
}

/** A connection to Postgres, lent to one client at a time. */
interface Lent {
  readonly socket: Socket
  client: Client | undefined
}

interface Client {
  readonly socket: Socket
  /** Messages of a batch that has no Sync yet, or that waits for a connection. */
  pending: Array<Buffer>
  isWaiting: boolean
  lent: Lent | undefined
  last: Lent | undefined
}

/** What the pooler does with startup parameters that it does not know. */
export type Unknown = "refused" | "ignored"

/** A pooler that runs. */
export class TransactionPooler {
  readonly #server: Server
  readonly #lent: Array<Lent> = []
  readonly #waiting: Array<Client> = []
  readonly #clients = new Set<Client>()
  readonly #unknown: Unknown

  private constructor(unknown: Unknown) {
    this.#unknown = unknown
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket))
  }

  /** Listens on a free port, in front of the database that `url` names. */
  static async before(url: URL, unknown: Unknown): Promise<TransactionPooler> {
    const pooler = new TransactionPooler(unknown)
    for (let count = 0; count < 3; count++) await pooler.#connect(url)
    pooler.#server.listen(0, LOOPBACK)
    await once(pooler.#server, "listening")
    return pooler
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }

  close(): void {
    this.#server.close()
    for (const { socket } of [...this.#lent, ...this.#clients]) socket.destroy()
  }

  async #connect(url: URL): Promise<void> {
    const socket = connect(Number(url.port), url.hostname).setNoDelay()
    const lent: Lent = { socket, client: undefined }
    const words = ["user", url.username, "database", url.pathname.slice(1), "", ""].join("\0")
    socket.write(Buffer.concat([int32(words.length + 8), int32(196_608), Buffer.from(words)]))
    socket.on("error", () => undefined)
    await new Promise<void>((resolve) => {
      socket.on(
        "data",
        framed(false, (whole) => {
          const isReady = whole[0] === READY
          lent.client?.socket.write(whole)
          if (isReady) resolve()
          if (isReady && whole[5] === IDLE) this.#giveBack(lent)
          return false
        }),
      )
    })
    this.#lent.push(lent)
  }

  #accept(socket: Socket): void {
    const client: Client = { socket, pending: [], isWaiting: false, lent: undefined, last: undefined }
    this.#clients.add(client)
    socket.on("error", () => undefined)
    socket.on("close", () => {
      this.#clients.delete(client)
      // A transaction that its client left is rolled back.
      client.lent?.socket.write(message("Q", "ROLLBACK\0"))
    })
    socket.on(
      "data",
      framed(true, (whole, isBare) => (isBare ? this.#begin(client, whole) : this.#take(client, whole))),
    )
  }

  /** Answers a startup message; true: another one follows. */
  #begin({ socket }: Client, startup: Buffer): boolean {
    const kind = startup.readInt32BE(4)
    if (kind === SSL_REQUEST) return socket.write("N")
    if (kind === CANCEL_REQUEST) return socket.end() !== undefined
    const known = new Set(["user", "database", "application_name", "client_encoding"])
    const unknown = Array.from(parametersOf(startup).keys()).find((name) => !known.has(name))
    if (unknown !== undefined && this.#unknown === "refused") {
      const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
      socket.end(message("E", text))
      return false
    }
    const started = [message("R", int32(0)), message("K", int32(1), int32(1)), message("Z", "I")]
    socket.write(Buffer.concat(started))
    return false
  }

  #take(client: Client, whole: Buffer): boolean {
    if (whole[0] === TERMINATE) {
      client.socket.end()
      return false
    }
    client.pending.push(Buffer.from(whole))
    if (whole[0] !== SYNC && whole[0] !== QUERY) return false
    if (client.lent !== undefined) this.#pass(client, client.lent)
    else if (!client.isWaiting) {
      client.isWaiting = true
      this.#waiting.push(client)
      this.#lend()
    }
    return false
  }

  #pass(client: Client, { socket }: Lent): void {
    socket.write(Buffer.concat(client.pending.splice(0)))
  }

  #giveBack(lent: Lent): void {
    const { client } = lent
    if (client !== undefined) {
      client.last = lent
      client.lent = undefined
    }
    lent.client = undefined
    this.#lend()
  }

  /** Lends what is free to who waits, to each another connection than the last time. */
  #lend(): void {
    for (const client of this.#waiting.slice()) {
      const lent = this.#lent.find((one) => one.client === undefined && one !== client.last)
      if (lent === undefined) continue
      this.#waiting.splice(this.#waiting.indexOf(client), 1)
      client.isWaiting = false
      client.lent = lent
      lent.client = client
      this.#pass(client, lent)
    }
  }
}

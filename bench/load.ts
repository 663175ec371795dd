/**
 * Sends one kind of request to one server for a while, and measures how fast it answers. This client uses plain
 * sockets. A general load generator spends more time on an answer than a fast server does, so it would measure itself.
 */
import { connect, type Socket } from "node:net"
import { createHistogram, type RecordableHistogram } from "node:perf_hooks"

/** A request as the load generator sends it. */
export interface LoadRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The result of one run. */
export interface LoadResult {
  /** Right answers per second. */
  readonly rate: number
  /** The 99th percentile of the latency in milliseconds. */
  readonly p99Milliseconds: number
  /** How many answers were wrong. */
  readonly wrong: number
  /** The first of them, as it began; undefined where none was wrong, or a connection broke before. */
  readonly firstWrong: string | undefined
}

const CONNECTIONS = 16

const bytesOf = (host: string, { method, path, headers, body = "" }: LoadRequest): Buffer => {
  const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`)
}

/** The next request of one connection, given the body of the answer before; undefined ends the connection. */
type Next = (body: Buffer) => Buffer | undefined

/** The state that all connections of one run share. */
interface Run {
  readonly expectedStatus: number
  readonly ends: number
  /** Whether {@link Next} reads bodies; to keep them costs time. */
  readonly keepsBodies: boolean
  readonly latencies: RecordableHistogram
  right: number
  wrong: number
  firstWrong: string | undefined
}

const nothing = Buffer.alloc(0)
const headEnd = Buffer.from("\r\n\r\n")
const contentLength = /\r\ncontent-length: *(\d+)/i

/** Sends requests on one connection, each when the answer to the one before has arrived, until the run ends. */
const drive = (socket: Socket, run: Run, next: Next): Promise<void> =>
  new Promise((resolve) => {
    let head: Buffer = nothing
    let parts: Array<Buffer> = []
    let bodyLeft = -1
    let sent = 0
    const finish = (): void => {
      socket.removeAllListeners().on("error", () => {})
      socket.destroy()
      resolve()
    }
    const send = (body: Buffer): void => {
      sent = performance.now()
      const request = sent >= run.ends ? undefined : next(body)
      if (request === undefined) return finish()
      socket.write(request)
    }
    const answered = (): void => {
      run.latencies.record(Math.max(1, Math.round((performance.now() - sent) * 1000)))
      const body = run.keepsBodies ? Buffer.concat(parts) : nothing
      head = nothing
      parts = []
      bodyLeft = -1
      send(body)
    }
    const readBody = (part: Buffer): void => {
      if (run.keepsBodies) parts.push(part)
      bodyLeft -= part.length
      if (bodyLeft === 0) answered()
    }
    const readHead = (part: Buffer): void => {
      head = head.length === 0 ? part : Buffer.concat([head, part])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      const text = head.toString("latin1", 0, end)
      const status = Number(text.slice(9, 12))
      if (status === run.expectedStatus) run.right++
      else {
        run.wrong++
        run.firstWrong ??= head.toString()
      }
      const length = status === 304 ? 0 : Number(contentLength.exec(text)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) throw new Error(`an answer without Content-Length cannot be measured:\n${text}`)
      bodyLeft = length
      readBody(head.subarray(end + headEnd.length))
    }
    socket.on("data", (part: Buffer) => (bodyLeft === -1 ? readHead(part) : readBody(part)))
    const broken = (): void => {
      run.wrong++
      finish()
    }
    socket.on("error", broken).on("close", broken)
    send(nothing)
  })

const opened = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once("error", reject)
  })

const measure = async (
  url: URL,
  nextOf: (connection: number) => Next,
  how: Omit<Run, "ends" | "latencies" | "right" | "wrong" | "firstWrong"> & { readonly seconds: number },
): Promise<LoadResult> => {
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(url.hostname, Number(url.port))))
  const started = performance.now()
  const { seconds, ...given } = how
  const run: Run = {
    ...given,
    ends: started + seconds * 1000,
    latencies: createHistogram(),
    right: 0,
    wrong: 0,
    firstWrong: undefined,
  }
  await Promise.all(sockets.map((socket, connection) => drive(socket, run, nextOf(connection))))
  const lasted = (performance.now() - started) / 1000
  const { firstWrong, latencies, right, wrong } = run
  return { rate: right / lasted, p99Milliseconds: latencies.percentile(99) / 1000, wrong, firstWrong }
}

/**
 * Sends `requests` in turn over 16 connections for `seconds`. An answer with another status than `expectedStatus`
 * counts as wrong, and so does a broken connection. `isOnce`: each request is sent once, and then the run ends.
 */
export const load = (
  url: string,
  requests: ReadonlyArray<LoadRequest>,
  expectedStatus: number,
  seconds: number,
  isOnce = false,
): Promise<LoadResult> => {
  const place = new URL(url)
  const sent = requests.map((request) => bytesOf(place.host, request))
  const requestsMax = isOnce ? sent.length : Number.POSITIVE_INFINITY
  let count = 0
  const next = () => (count < requestsMax ? sent[count++ % sent.length] : undefined)
  return measure(place, () => next, { expectedStatus, seconds, keepsBodies: false })
}

/** As {@link load}, for requests that are made of the answer before: `nextOf` makes those of one connection. */
export const loadInTurn = (
  url: string,
  nextOf: (connection: number) => (answer: string) => LoadRequest,
  expectedStatus: number,
  seconds: number,
): Promise<LoadResult> => {
  const place = new URL(url)
  const bytesIn = (connection: number): Next => {
    const next = nextOf(connection)
    return (body) => bytesOf(place.host, next(body.toString()))
  }
  return measure(place, bytesIn, { expectedStatus, seconds, keepsBodies: true })
}

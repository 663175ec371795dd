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

/**
 * The result of one run: right answers per second, the 99th percentile of the latency in milliseconds, wrong answers.
 */
export interface LoadResult {
  readonly rate: number
  readonly p99Milliseconds: number
  readonly wrong: number
}

const CONNECTIONS = 16

const bytesOf = (host: string, { method, path, headers, body = "" }: LoadRequest): Buffer => {
  const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`)
}

/** The state that all connections of one run share. */
interface Run {
  readonly requests: ReadonlyArray<Buffer>
  readonly expectedStatus: number
  readonly ends: number
  /** Requests that may be sent. */
  readonly requestsMax: number
  readonly latencies: RecordableHistogram
  next: number
  right: number
  wrong: number
}

const headEnd = Buffer.from("\r\n\r\n")
const contentLength = /\r\ncontent-length: *(\d+)/i

/** Sends requests on one connection, each when the answer to the one before has arrived, until the run ends. */
const drive = (socket: Socket, run: Run): Promise<void> =>
  new Promise((resolve) => {
    let head: Buffer = Buffer.alloc(0)
    let bodyLeft = -1
    let sent = 0
    const finish = (): void => {
      socket.removeAllListeners().on("error", () => {})
      socket.destroy()
      resolve()
    }
    const send = (): void => {
      sent = performance.now()
      if (sent >= run.ends || run.next >= run.requestsMax) return finish()
      socket.write(run.requests[run.next++ % run.requests.length] ?? "")
    }
    const answered = (): void => {
      run.latencies.record(Math.max(1, Math.round((performance.now() - sent) * 1000)))
      head = Buffer.alloc(0)
      bodyLeft = -1
      send()
    }
    const readHead = (part: Buffer): void => {
      head = head.length === 0 ? part : Buffer.concat([head, part])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      const text = head.toString("latin1", 0, end)
      const status = Number(text.slice(9, 12))
      if (status === run.expectedStatus) run.right++
      else run.wrong++
      const length = status === 304 ? 0 : Number(contentLength.exec(text)?.[1] ?? Number.NaN)
      if (Number.isNaN(length)) throw new Error(`an answer without Content-Length cannot be measured:\n${text}`)
      bodyLeft = length - (head.length - end - headEnd.length)
      if (bodyLeft === 0) answered()
    }
    socket.on("data", (part: Buffer) => {
      if (bodyLeft === -1) return readHead(part)
      bodyLeft -= part.length
      if (bodyLeft === 0) answered()
    })
    const broken = (): void => {
      run.wrong++
      finish()
    }
    socket.on("error", broken).on("close", broken)
    send()
  })

const opened = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket))
    socket.once("error", reject)
  })

/**
 * Sends `requests` in turn over 16 connections for `seconds`. An answer with another status than `expectedStatus`
 * counts as wrong, and so does a broken connection. `isOnce`: each request is sent once, and then the run ends.
 */
export const load = async (
  url: string,
  requests: ReadonlyArray<LoadRequest>,
  expectedStatus: number,
  seconds: number,
  isOnce = false,
): Promise<LoadResult> => {
  const { hostname, port, host } = new URL(url)
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => opened(hostname, Number(port))))
  const started = performance.now()
  const run: Run = {
    requests: requests.map((request) => bytesOf(host, request)),
    expectedStatus,
    ends: started + seconds * 1000,
    requestsMax: isOnce ? requests.length : Number.POSITIVE_INFINITY,
    latencies: createHistogram(),
    next: 0,
    right: 0,
    wrong: 0,
  }
  await Promise.all(sockets.map((socket) => drive(socket, run)))
  const lasted = (performance.now() - started) / 1000
  return { rate: run.right / lasted, p99Milliseconds: run.latencies.percentile(99) / 1000, wrong: run.wrong }
}

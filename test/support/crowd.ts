/**
 * A crowd of keep-alive clients over plain sockets. Each sends its next request as soon as it has the answer to the
 * last one, and waits after a refusal only on request. More clients than a server can serve are an overload.
 */
import { connect, type Socket } from "node:net"
import { createHistogram, type RecordableHistogram } from "node:perf_hooks"
import { LOOPBACK } from "./loopback.ts"

/** What a crowd does. */
export interface CrowdPlan {
  readonly port: number
  /** Connections, and with them requests under way at once. */
  readonly clients: number
  /** Whole requests as they go over the wire, sent in turn. */
  readonly requests: ReadonlyArray<Buffer>
  /** Whether a client that is refused waits as long as `Retry-After` says. */
  readonly isPatient: boolean
}

/** Answers of one kind: how many, and the time from the request to its answer in milliseconds. */
export interface Answers {
  readonly count: number
  readonly p50Millis: number
  readonly p99Millis: number
  readonly maxMillis: number
}

/** What a crowd got. */
export interface CrowdResult {
  readonly seconds: number
  /** 200. */
  readonly accepted: Answers
  /** 503 with a `Retry-After` of at least one second. */
  readonly refused: Answers
  /** Every other answer and every connection that broke, each as it is told. */
  readonly wrong: ReadonlyMap<string, number>
}

/** A crowd at work. */
export interface Crowd {
  /** Resolves when every client is connected. */
  readonly connected: Promise<void>
  /** What the crowd has got since the last call. */
  readonly take: () => CrowdResult
  /** Sends no more, waits for the answers that are under way, and closes. */
  readonly stop: () => Promise<void>
}

/** One kind of answer while it is counted. */
class Tally {
  #histogram: RecordableHistogram = createHistogram()

  record(millis: number): void {
    this.#histogram.record(Math.max(1, Math.round(millis * 1000)))
  }

  take(): Answers {
    const { count, max } = this.#histogram
    const at = (percentile: number) => (count === 0 ? 0 : this.#histogram.percentile(percentile) / 1000)
    const answers = { count, p50Millis: at(50), p99Millis: at(99), maxMillis: count === 0 ? 0 : max / 1000 }
    this.#histogram = createHistogram()
    return answers
  }
}

const headEnd = Buffer.from("\r\n\r\n")
const contentLength = /\r\ncontent-length: *(\d+)/i
const retryAfter = /\r\nretry-after: *([1-9]\d*)\r\n/i

/** What all clients of a crowd share. */
class Shared {
  accepted = new Tally()
  refused = new Tally()
  wrong = new Map<string, number>()
  isStopping = false
  next = 0
  readonly plan: CrowdPlan

  constructor(plan: CrowdPlan) {
    this.plan = plan
  }

  request(): Buffer {
    const { requests } = this.plan
    return requests[this.next++ % requests.length] ?? Buffer.alloc(0)
  }

  strange(what: string): void {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1)
  }
}

/** Sends on one connection until the crowd stops; resolves when the connection has closed. */
const drive = (socket: Socket, shared: Shared): Promise<void> =>
  new Promise((resolve) => {
    let sentAt = 0
    let head: Buffer = Buffer.alloc(0)
    let bodyLeft = -1
    let pauseMillis = 0
    const send = (): void => {
      if (shared.isStopping) return void socket.end()
      sentAt = performance.now()
      socket.write(shared.request())
    }
    const answered = (): void => {
      head = Buffer.alloc(0)
      bodyLeft = -1
      if (pauseMillis === 0) send()
      else setTimeout(send, pauseMillis)
    }
    const readHead = (part: Buffer): void => {
      head = head.length === 0 ? part : Buffer.concat([head, part])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      const text = head.toString("latin1", 0, end + 2)
      const status = Number(text.slice(9, 12))
      const wait = retryAfter.exec(text)?.[1]
      pauseMillis = 0
      if (status === 200) shared.accepted.record(performance.now() - sentAt)
      else if (status === 503 && wait !== undefined) {
        shared.refused.record(performance.now() - sentAt)
        if (shared.plan.isPatient) pauseMillis = Number(wait) * 1000
      } else shared.strange(`status ${status}`)
      bodyLeft = Number(contentLength.exec(text)?.[1] ?? 0) - (head.length - end - headEnd.length)
      if (bodyLeft === 0) answered()
    }
    socket.on("data", (part: Buffer) => {
      if (bodyLeft === -1) return readHead(part)
      bodyLeft -= part.length
      if (bodyLeft === 0) answered()
    })
    socket.on("error", (error: NodeJS.ErrnoException) => shared.strange(error.code ?? error.message))
    socket.on("close", () => {
      if (!shared.isStopping) shared.strange("closed")
      resolve()
    })
    send()
  })

/** Starts a crowd. */
export const gather = (plan: CrowdPlan): Crowd => {
  const shared = new Shared(plan)
  let since = performance.now()
  const ended: Array<Promise<void>> = []
  const joined = Array.from(
    { length: plan.clients },
    () =>
      new Promise<void>((resolve) => {
        const socket = connect({ host: LOOPBACK, port: plan.port, noDelay: true }, () => {
          socket.off("error", resolve)
          ended.push(drive(socket, shared))
          resolve()
        })
        socket.once("error", () => {
          shared.strange("not connected")
          resolve()
        })
      }),
  )
  return {
    connected: Promise.all(joined).then(() => undefined),
    take: () => {
      const seconds = (performance.now() - since) / 1000
      since = performance.now()
      const { wrong } = shared
      shared.wrong = new Map()
      return { seconds, accepted: shared.accepted.take(), refused: shared.refused.take(), wrong }
    },
    stop: async () => {
      shared.isStopping = true
      await Promise.all(ended)
    },
  }
}

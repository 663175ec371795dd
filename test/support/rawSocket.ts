/** A bare TCP connection to a server, for requests that no HTTP client would send. */
import { connect, type Socket } from "node:net"
import { LOOPBACK } from "./loopback.ts"

/** One connection. */
export interface RawSocket {
  readonly socket: Socket
  /** Everything that came so far. */
  readonly received: () => string
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>
  /** Resolves when what came so far satisfies the pattern. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly write: (data: string | Uint8Array) => Promise<void>
}

/** Connects. */
export const rawSocket = (port: number): Promise<RawSocket> =>
  new Promise((resolve, reject) => {
    let text = ""
    const waiting = new Set<() => void>()
    const socket = connect(port, LOOPBACK)
    const closed = new Promise<void>((done) => {
      socket.on("close", () => {
        for (const look of waiting) look()
        done()
      })
    })
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      for (const look of waiting) look()
    })
    const until = (pattern: RegExp) =>
      new Promise<string>((found, lost) => {
        const look = () => {
          if (pattern.test(text)) found(text)
          else if (socket.closed) lost(new Error(`closed without ${pattern}: ${text.slice(0, 500)}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      })
    const write = (data: string | Uint8Array) => new Promise<void>((done) => socket.write(data, () => done()))
    socket.once("connect", () => {
      socket.off("error", reject)
      socket.on("error", () => undefined)
      resolve({ socket, received: () => text, closed, until, write })
    })
    socket.once("error", reject)
  })

/** The status, headers and body of the first answer in a text. */
export const answerIn = (text: string) => {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2)
  const [line = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((header) => [header.slice(0, header.indexOf(":")).toLowerCase(), header.slice(header.indexOf(":") + 2)]),
  )
  return { status: Number(line.split(" ")[1]), headers, body }
}

/** Servers of the bench that are told what to do, and listeners to their streams. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { join } from "node:path"

/** A server in a process of its own, which is told what to do by messages. */
export class Child {
  readonly #child: ChildProcess

  /** `file` of the folder `floors`, with these arguments. */
  constructor(file: string, ...args: ReadonlyArray<string>) {
    this.#child = fork(join(import.meta.dirname, "../floors", file), args, {
      execArgv: ["--conditions=source", "--expose-gc"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    })
  }

  async next<A>(): Promise<A> {
    const [message] = (await once(this.#child, "message")) as [A]
    return message
  }

  async ask<A>(what: string): Promise<A> {
    const answer = this.next<A>()
    this.#child.send(what)
    return answer
  }

  tell(what: string): void {
    this.#child.send(what)
  }

  stop(): void {
    this.#child.kill("SIGKILL")
  }
}

/** Opens the stream of a player. `onEvent` is called for what arrives. */
export const listen = (port: number, token: string, onEvent: () => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let begun = false
    socket.once("error", reject)
    socket.on("data", (bytes: Buffer) => {
      if (begun) {
        if (bytes.includes("data: ")) onEvent()
        return
      }
      if (!bytes.includes("200 OK")) return reject(new Error(bytes.toString("latin1").slice(0, 500)))
      begun = true
      resolve(socket)
    })
    const path = "/notification/v1/playerid/me/stream/notification/sse"
    socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  })

/** The server as a process: memory under large bodies, and how it stops (guarantees R28, R31). */
import { assert, describe, it } from "@effect/vitest"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { POUCH_LOOT } from "../../support/catalog.ts"
import { caller, type Caller } from "../../support/httpCaller.ts"
import { readEvents } from "../../support/eventStream.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"
import { LOOPBACK } from "../../support/loopback.ts"
import { serverProcess } from "../../support/serverProcess.ts"

const folder = mkdtempSync(join(tmpdir(), "garrison-process-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${files++}.db`)

/** Has a request answered on a connection of its own: what was sent to the server before, it has seen by then. */
const answered = async (port: number): Promise<void> => {
  const connection = await rawSocket(port)
  await connection.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
  await connection.until(/alive/)
}

const login = async (call: Caller, secret: string): Promise<string> => {
  const body = { grant_type: "anon", portal_access_token: secret }
  const reply = await call("POST", "/users/v1/login", { body })
  assert.strictEqual(reply.status, 200)
  return (reply.json as { readonly access_token: string }).access_token
}

/** Lets requests wait on a busy machine. What a server refuses for its load is the claim of overload.test.ts. */
const patience = { queueMillis: 60_000, queueBurstMillis: 60_000 }

describe("bodies of 50 MB", () => {
  it("cost no memory, whether announced or in chunks, and lose the connection", async () => {
    const { child, port, residentBytes, exited } = await serverProcess(newFile())
    const head = "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    const chunk = Buffer.alloc(64 * 1024, 97)
    const framed = Buffer.concat([Buffer.from("10000\r\n"), chunk, Buffer.from("\r\n")])
    const send = async (start: string, part: Buffer) => {
      const connection = await rawSocket(port)
      await connection.write(`${head}${start}\r\n\r\n`)
      const sending = (async () => {
        for (let count = 0; count < 800 && connection.socket.writable; count++) {
          await Promise.race([connection.write(part), connection.closed])
        }
      })()
      const text = await connection.until(/\r\n\r\n\{.*\}$/s)
      assert.strictEqual(answerIn(text).status, 413)
      await connection.closed
      await sending
    }
    await send("Content-Length: 52428800", chunk)
    const before = await residentBytes()
    const chunked = Array.from({ length: 5 }, () => send("Transfer-Encoding: chunked", framed))
    await Promise.all([send("Content-Length: 52428800", chunk), ...chunked])
    const grown = (await residentBytes()) - before
    // Six bodies at once are 300 MB. What is read and dropped is garbage for a while, on a busy machine for longer.
    assert.isBelow(grown, 100 * 1024 * 1024)
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
  })
})

describe("a log whose reader stalls", () => {
  const BATCH = 50
  const AGENT = "a".repeat(240)
  const batch = `GET /livez HTTP/1.1\r\nHost: x\r\nUser-Agent: ${AGENT}\r\n\r\n`.repeat(BATCH)

  /** Has so many requests answered, many on their way at once. */
  const answer = async (port: number, requests: number) => {
    let left = requests / BATCH
    const work = async () => {
      const socket = connect(port, LOOPBACK)
      let answered = 0
      socket.on("data", (chunk: Buffer) => {
        answered += chunk.toString("latin1").split('{"status":"alive"}').length - 1
        if (answered === BATCH) socket.emit("batch")
      })
      while (left-- > 0) {
        answered = 0
        socket.write(batch)
        await once(socket, "batch")
      }
      socket.destroy()
    }
    await Promise.all(Array.from({ length: 8 }, work))
  }

  it("costs bounded memory, and one line says how many lines are missing", async () => {
    const options = { log: "json", logBytesMax: 1024 * 1024, stderr: "pipe" } as const
    const { child, exited, port, keptBytes } = await serverProcess(newFile(), options)
    await answer(port, 5000)
    const before = await keptBytes()
    await answer(port, 25_000)
    // The log of these requests is more than 12 MB long.
    assert.isBelow((await keptBytes()) - before, 4 * 1024 * 1024)

    let text = ""
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
    while (!text.includes("log_lines_dropped")) await new Promise(setImmediate)
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly event: string; readonly level: string; readonly count?: number })
    const dropped = lines.filter(({ event }) => event === "log_lines_dropped")
    assert.lengthOf(dropped, 1)
    assert.strictEqual(dropped[0]?.level, "warning")
    const written = lines.filter(({ event }) => event === "request").length
    assert.strictEqual(written + (dropped[0]?.count ?? 0), 30_000)
  })
})

/** Players who send orders, each the next one when the last is answered, until the server is gone. */
class OrderLoad {
  readonly acknowledged: Array<readonly [secret: string, order: string]> = []
  /** Why requests were not answered. */
  readonly broken: Array<string> = []
  isStopping = false
  readonly over: Promise<unknown>
  readonly #port: number

  constructor(port: number) {
    this.#port = port
    this.over = Promise.all(Array.from({ length: 8 }, (_, index) => this.#work(`the secret of player ${index}`)))
  }

  /** So many were acknowledged. */
  async until(count: number): Promise<void> {
    while (this.acknowledged.length < count) await new Promise(setImmediate)
  }

  async #work(secret: string): Promise<void> {
    const call = caller(this.#port)
    const token = await login(call, secret)
    for (;;) {
      const body = {
        client_order_ref_id: crypto.randomUUID(),
        entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }],
      }
      try {
        const reply = await call("POST", "/inventory/v1/player/me/order", { token, body })
        assert.strictEqual(reply.status, 200)
        this.acknowledged.push([secret, (reply.json as { readonly order_id: string }).order_id])
      } catch (error) {
        this.broken.push(String((error as { readonly code?: string }).code ?? error))
        if (this.isStopping) return call.close()
        throw error
      }
    }
  }
}

/** The ids of all orders of a player. */
const ordersOf = async (call: Caller, secret: string): Promise<ReadonlyArray<string>> => {
  const token = await login(call, secret)
  const found: Array<string> = []
  let query = "?limit=50"
  for (;;) {
    const page = (await call("GET", `/inventory/v1/player/me/order${query}`, { token })).json as {
      readonly data: ReadonlyArray<{ readonly order_id: string }>
      readonly page: { readonly cursor?: string }
    }
    found.push(...page.data.map((order) => order.order_id))
    if (page.page.cursor === undefined) return found
    query = `?limit=50&cursor=${page.page.cursor}`
  }
}

/** A login whose body is half sent. */
const slowLogin = async (port: number, secret: string) => {
  const body = JSON.stringify({ grant_type: "anon", portal_access_token: `the secret ${secret}` })
  const head = "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
  const connection = await rawSocket(port)
  await connection.write(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
  /** Sends the rest: it is answered, and the connection is closed. */
  const finish = async () => {
    await connection.write(body.slice(10))
    await connection.closed
    const answer = answerIn(connection.received())
    assert.deepStrictEqual([answer.status, answer.headers["connection"]], [200, "close"])
  }
  return { finish }
}

/** Players with a stream and a long poll each, to which nothing comes. */
const waitingAt = async (port: number) => {
  const base = `http://${LOOPBACK}:${port}/notification/v1/playerid/me/stream/notification`
  const call = caller(port)
  const players = Array.from({ length: 3 }, async (_, index) => {
    const token = await login(call, `the secret of waiting ${index}`)
    const now = await call("GET", `${new URL(base).pathname}/lp?deadline=0`, { token })
    const { cursor } = now.json as { readonly cursor: string }
    const stream = await readEvents(`${base}/sse`, { token })
    await stream.untilText(/^retry: \d+\nid: /)
    return { cursor, stream, answer: readEvents(`${base}/lp?deadline=900&exclude_before=${cursor}`, { token }) }
  })
  const waiting = await Promise.all(players)
  call.close()
  /** Each has ended with where to go on, and a stream with when. */
  const end = async () => {
    for (const { answer, cursor, stream } of waiting) {
      assert.strictEqual(await stream.ended, "whole")
      assert.match(stream.text(), /\n\nretry: \d{4,5}\n\n$/)
      const poll = await answer
      assert.strictEqual(await poll.ended, "whole")
      assert.deepStrictEqual([poll.status, JSON.parse(poll.text())], [200, { notifications: [], cursor }])
    }
  }
  return { end }
}

describe("SIGTERM", () => {
  it("drops readiness first, while requests are still taken", async () => {
    // Longer than this test may take: nothing of it depends on how fast this machine is.
    const { child, exited, port } = await serverProcess(newFile(), { unreadySeconds: 3600 })
    const call = caller(port)
    assert.strictEqual((await call("GET", "/readyz")).status, 200)
    child.kill("SIGTERM")
    let ready = await call("GET", "/readyz")
    while (ready.status === 200) ready = await call("GET", "/readyz")
    assert.propertyVal(ready.json, "desc", "not ready: the server is stopping")
    const alive = await call("GET", "/livez")
    assert.deepStrictEqual([alive.status, alive.headers["connection"]], [200, "close"])
    call.close()
    child.kill("SIGKILL")
    assert.strictEqual(await exited, "SIGKILL")
  })

  it("finishes accepted requests, closes idle connections, and ends with 0", async () => {
    const { child, exited, port } = await serverProcess(newFile())
    const idle = await rawSocket(port)
    const kept = await rawSocket(port)
    await kept.write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n")
    await kept.until(/alive/)
    const halfway = await slowLogin(port, "of a slow client")
    await answered(port)
    child.kill("SIGTERM")
    await Promise.all([idle.closed, kept.closed])
    let refused = false
    await rawSocket(port).catch(() => {
      refused = true
    })
    assert.isTrue(refused)
    await halfway.finish()
    assert.strictEqual(await exited, 0)
  })

  it("ends with 0 after unreadySeconds and drainSeconds, whatever is still under way", async () => {
    const { child, exited, port } = await serverProcess(newFile(), { unreadySeconds: 0.01, drainSeconds: 0.2 })
    const stalled = await rawSocket(port)
    await stalled.write(
      "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n",
    )
    await answered(port)
    child.kill("SIGTERM")
    await stalled.closed
    assert.strictEqual(await exited, 0)
  })

  it("loses nothing under load: orders, slow bodies, streams and long polls", async () => {
    const file = newFile()
    const first = await serverProcess(file, patience)
    const load = new OrderLoad(first.port)
    const waiting = await waitingAt(first.port)
    const slow = await Promise.all(Array.from({ length: 4 }, (_, index) => slowLogin(first.port, `of slow ${index}`)))
    await load.until(40)
    await answered(first.port)
    load.isStopping = true
    first.child.kill("SIGTERM")
    await waiting.end()
    // All of the server is over but these: they have time until drainSeconds.
    for (const one of slow) await one.finish()
    assert.strictEqual(await first.exited, 0)
    await load.over
    for (const code of load.broken) assert.include(["ECONNREFUSED", "ECONNRESET", "EPIPE"], code)

    const second = await serverProcess(file, patience)
    const call = caller(second.port)
    const stored = new Set<string>()
    for (const secret of new Set(load.acknowledged.map(([of]) => of))) {
      for (const order of await ordersOf(call, secret)) stored.add(order)
    }
    for (const [, order] of load.acknowledged) assert.isTrue(stored.has(order), order)
    call.close()
    second.child.kill("SIGTERM")
    assert.strictEqual(await second.exited, 0)
  })
})

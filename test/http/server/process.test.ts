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
    const body = JSON.stringify({ grant_type: "anon", portal_access_token: "s".repeat(32) })
    const halfway = await rawSocket(port)
    await halfway.write(
      `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await halfway.write(body.slice(0, 10))
    await answered(port)
    child.kill("SIGTERM")
    await Promise.all([idle.closed, kept.closed])
    let refused = false
    await rawSocket(port).catch(() => {
      refused = true
    })
    assert.isTrue(refused)
    await halfway.write(body.slice(10))
    await halfway.closed
    const answer = answerIn(halfway.received())
    assert.deepStrictEqual([answer.status, answer.headers["connection"]], [200, "close"])
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

  it("loses no order that was acknowledged, under load", async () => {
    const file = newFile()
    const first = await serverProcess(file, patience)
    const acknowledged: Array<readonly [secret: string, order: string]> = []
    const broken: Array<string> = []
    let stopping = false
    const work = async (secret: string) => {
      const call = caller(first.port)
      const token = await login(call, secret)
      for (;;) {
        const body = {
          client_order_ref_id: crypto.randomUUID(),
          entries: [{ type: "fill_loot", loot_id: POUCH_LOOT, quantity: 1 }],
        }
        try {
          const reply = await call("POST", "/inventory/v1/player/me/order", { token, body })
          assert.strictEqual(reply.status, 200)
          acknowledged.push([secret, (reply.json as { readonly order_id: string }).order_id])
        } catch (error) {
          broken.push(String((error as { readonly code?: string }).code ?? error))
          if (stopping) return call.close()
          throw error
        }
      }
    }
    const workers = Array.from({ length: 8 }, (_, index) => work(`the secret of player ${index}`))
    while (acknowledged.length < 40) await new Promise(setImmediate)
    stopping = true
    first.child.kill("SIGTERM")
    assert.strictEqual(await first.exited, 0)
    await Promise.all(workers)
    for (const code of broken) assert.include(["ECONNREFUSED", "ECONNRESET", "EPIPE"], code)

    const second = await serverProcess(file, patience)
    const call = caller(second.port)
    const stored = new Set<string>()
    for (const secret of new Set(acknowledged.map(([of]) => of))) {
      const token = await login(call, secret)
      let query = "?limit=50"
      for (;;) {
        const page = (await call("GET", `/inventory/v1/player/me/order${query}`, { token })).json as {
          readonly data: ReadonlyArray<{ readonly order_id: string }>
          readonly page: { readonly cursor?: string }
        }
        for (const order of page.data) stored.add(order.order_id)
        if (page.page.cursor === undefined) break
        query = `?limit=50&cursor=${page.page.cursor}`
      }
    }
    for (const [, order] of acknowledged) assert.isTrue(stored.has(order), order)
    call.close()
    second.child.kill("SIGTERM")
    assert.strictEqual(await second.exited, 0)
  })
})

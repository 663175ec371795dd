/**
 * Bodies that arrive slowly hold nothing that other clients need. 700 of them come from one address, a byte a second,
 * while other clients read, log in and probe, with the default limits (guarantees R41). A proxy on this machine names
 * the addresses, because not every machine has two of its own.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, request } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { LOOPBACK } from "../../support/loopback.ts"
import { serverProcess } from "../../support/serverProcess.ts"

const SLOW = 700
/** The limit of the control on requests under way, each counted from its head to its answer. */
const PLACES = 600

const folder = mkdtempSync(join(tmpdir(), "garrison-slow-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ATTACKER = "203.0.113.66"
const OTHER = "203.0.113.7"

const HEAD =
  `POST /users/v1/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ATTACKER}\r\n` +
  "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"

/** Connections that each send a byte of a body every second, and another body when the server ends the last one. */
const slowBodies = async (port: number) => {
  const open = new Set<Socket>()
  let isOver = false
  let ended = 0
  const begin = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, LOOPBACK, () => socket.write(HEAD, () => resolve()))
      open.add(socket)
      socket.on("error", () => undefined).resume()
      socket.on("close", () => {
        open.delete(socket)
        ended++
        if (!isOver) setTimeout(() => void begin(), 2000)
        resolve()
      })
    })
  const dripping = setInterval(() => {
    for (const socket of open) socket.write(" ")
  }, 1000)
  await Promise.all(Array.from({ length: SLOW }, begin))
  return {
    ended: () => ended,
    stop: () => {
      isOver = true
      clearInterval(dripping)
      for (const socket of open) socket.destroy()
    },
  }
}

interface Asked {
  readonly from: string
  readonly path: string
  readonly token?: string
  readonly body?: string
}

/** The status of the answer to a request on a connection of its own. */
const statusOf = (port: number, { body, from, path, token }: Asked): Promise<readonly [status: number, text: string]> =>
  new Promise((resolve, reject) => {
    const headers = {
      "x-forwarded-for": from,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json", "content-length": body.length }),
    }
    const method = body === undefined ? "GET" : "POST"
    const sent = request({ host: LOOPBACK, port, method, path, headers, agent: false }, (answer) => {
      let text = ""
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()))
      answer.on("end", () => resolve([answer.statusCode ?? 0, text]))
    })
    sent.on("error", reject).end(body)
  })

const login = JSON.stringify({ grant_type: "anon", portal_access_token: "a-device-secret-of-a-test" })

describe(`${SLOW} slow bodies from one address`, () => {
  it("leave reads, logins and probes of others alone, and whole requests of that address", async () => {
    const { child, exited, port } = await serverProcess(join(folder, "slow.db"), { trustedProxies: [LOOPBACK] })
    const [, text] = await statusOf(port, { from: OTHER, path: "/users/v1/login", body: login })
    const { access_token: token } = JSON.parse(text) as { readonly access_token: string }
    const slow = await slowBodies(port)
    const asked: ReadonlyArray<Asked> = [ATTACKER, OTHER].flatMap((from) => [
      { from, path: "/livez" },
      { from, path: "/readyz" },
      { from, path: "/inventory/v1/catalog/vendor", token },
      { from, path: "/inventory/v1/player/me/order", token },
      { from, path: "/users/v1/login", body: login },
    ])
    // Most are one too many, and are told so; those that stay hold no place.
    while (slow.ended() < SLOW / 2) assert.strictEqual((await statusOf(port, { from: OTHER, path: "/livez" }))[0], 200)
    for (let round = 0; round < 10; round++) {
      for (const each of asked) assert.strictEqual((await statusOf(port, each))[0], 200, `${each.from} ${each.path}`)
    }
    slow.stop()
    child.kill("SIGTERM")
    assert.strictEqual(await exited, 0)
  })

  it("take every place of a server that counts requests from their heads: the same clients, a control", async () => {
    let inFlight = 0
    const server = createServer((incoming, outgoing) => {
      if (inFlight >= PLACES) return void outgoing.writeHead(503).end()
      inFlight++
      outgoing.on("close", () => inFlight--)
      return void incoming.on("end", () => outgoing.writeHead(200).end()).resume()
    }).listen(0, LOOPBACK)
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const slow = await slowBodies(port)
    const areTaken = () => inFlight >= PLACES
    while (!areTaken()) await statusOf(port, { from: OTHER, path: "/" })
    const statuses = await Promise.all(
      [undefined, login].map(
        async (body) => (await statusOf(port, { from: OTHER, path: "/", ...(body !== undefined && { body }) }))[0],
      ),
    )
    assert.deepStrictEqual(statuses, [503, 503])
    slow.stop()
    server.close().closeAllConnections()
  })
})

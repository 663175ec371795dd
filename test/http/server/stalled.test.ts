/**
 * Three hundred clients that stall: in the head of a request, in its body, or reading the answer. A healthy client is
 * served meanwhile, and in the end all are closed (guarantees R29). Observers are told how many there are.
 */
import { assert, describe, it } from "@effect/vitest"
import type { Occupancy } from "@garrison/http/server/Observer"
import { EventEmitter, once } from "node:events"
import { connect, type Socket } from "node:net"
import { LOOPBACK } from "../../support/loopback.ts"
import { startServer, type TestServer, useServer } from "../../support/server.ts"

const HEADS = 120
const BODIES = 120
const READERS = 60
const STALLED = HEADS + BODIES + READERS

const HEAD = "GET /livez HTTP/1.1\r\nHost: x\r\nX-Slow: "
const BODY =
  "POST /users/v1/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
/** More than the system keeps for a reader who reads nothing. */
const READ = "GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200)

interface Stalled {
  /** How many the client has not seen closed. Who reads nothing sees nothing. */
  readonly open: () => number
  readonly stop: () => void
}

/** Opens all, each of which sends a byte now and then where that is its way to stall. */
const stall = async (port: number): Promise<Stalled> => {
  const open = new Set<Socket>()
  const dripping: Array<Socket> = []
  const begin = (text: string, isReader: boolean) =>
    new Promise<void>((resolve) => {
      const socket = connect(port, LOOPBACK, () => socket.write(text, () => resolve()))
      open.add(socket)
      socket.on("error", () => undefined).on("close", () => open.delete(socket))
      if (isReader) socket.pause()
      else {
        socket.resume()
        dripping.push(socket)
      }
    })
  const drip = setInterval(() => {
    for (const socket of dripping) if (socket.writable) socket.write(" ")
  }, 50)
  await Promise.all([
    ...Array.from({ length: HEADS }, () => begin(HEAD, false)),
    ...Array.from({ length: BODIES }, () => begin(BODY, false)),
    ...Array.from({ length: READERS }, () => begin(READ, true)),
  ])
  const stop = () => {
    clearInterval(drip)
    for (const socket of open) socket.destroy()
  }
  return { open: () => open.size, stop }
}

/** Everything that a healthy client does. */
const play = async (server: TestServer): Promise<void> => {
  const { token } = await server.player()
  const entries = [{ type: "fill_loot", loot_id: 100, quantity: 1 }]
  const replies = [
    await server.call("GET", "/inventory/v1/catalog/vendor", { token, headers: { "accept-encoding": "gzip" } }),
    await server.call("POST", "/inventory/v1/player/me/order", { token, body: { entries } }),
    await server.call("PATCH", "/presence/v1/player/me/presence", { token, body: { status: "online" } }),
    await server.call("GET", "/readyz"),
  ]
  assert.deepStrictEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  )
}

/** The server told so once a minute: here often. */
const sleepMillis = (millis: number) => (millis === 60_000 ? 100 : millis)

describe("three hundred stalled clients", () => {
  // The limits of time are those of the other test: on a busy machine they would close stalled clients here.
  const patient = useServer({ server: { headersSeconds: 300, requestSeconds: 300, bodyGraceSeconds: 300 } })

  it("keep nobody else from being served, by the default limits of number", async () => {
    const stalled = await stall(patient.current.port)
    await play(patient.current)
    assert.strictEqual(stalled.open(), STALLED)
    await play(patient.current)
    stalled.stop()
  })

  it("are all closed in the end, however often a byte of them comes, and observers are told", async () => {
    const told: Array<Occupancy> = []
    const telling = new EventEmitter()
    const occupied = (occupancy: Occupancy) => {
      told.push(occupancy)
      telling.emit("told")
    }
    // Long enough for all heads to be read on a busy machine: clients whose head was never read begin no body.
    const limits = { headersSeconds: 4, requestSeconds: 5, bodyGraceSeconds: 4, checkSeconds: 0.1 }
    const server = await startServer({
      server: { ...limits, observers: [{ occupied }] },
      sleepMillis,
    })
    const stalled = await stall(server.port)
    // The healthy client goes on until the server has no other connection than its own.
    const isOver = () => (told.at(-1)?.connections ?? STALLED) <= 1
    while (!isOver() || told.length < 3) {
      await once(telling, "told")
      await play(server)
    }
    const most = Math.max(...told.map(({ connections }) => connections))
    const opened = told.reduce((sum, { connectionsOpened }) => sum + connectionsOpened, 0)
    assert.isAtLeast(most, READERS)
    assert.isAtLeast(opened, STALLED)
    assert.isAtLeast(
      told.reduce((sum, { bodiesBegun }) => sum + bodiesBegun, 0),
      BODIES,
    )
    assert.isTrue(told.every(({ lanes }) => lanes.length === 3))
    stalled.stop()
    await server.stop()
  })
})

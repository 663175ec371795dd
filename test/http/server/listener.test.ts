/** The listener by itself, with handlers that no service would write. */
import type { Answer } from "@garrison/http/request/Answer"
import type { Refused } from "@garrison/http/request/refusal"
import { router } from "@garrison/http/request/Router"
import { accessLog } from "@garrison/http/server/AccessLog"
import { makeListener } from "@garrison/http/server/listener"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { LOOPBACK } from "../../support/loopback.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** A server whose only route does `run`; its port, and what it reported as defects. */
const serving = async (run: Effect.Effect<Answer, Refused>) => {
  const defects: Array<string> = []
  const operation = { id: "livez" as const, run: () => run }
  const { inFlight, listen } = makeListener({
    router: router([[{ id: "livez", method: "GET", path: "/", readsBody: false }, operation]]),
    run: Effect.runFork,
    log: accessLog("off", { access: () => undefined, defect: (line) => defects.push(line) }),
    readAddress: (peer) => peer,
    requestId: () => "id",
    bodyBytesMax: 1024,
    requestsInFlightMax: 10,
  })
  const server = createServer(listen).listen(0, LOOPBACK)
  servers.push(server)
  await once(server, "listening")
  return { port: (server.address() as AddressInfo).port, defects, inFlight }
}

const get = async (port: number) => {
  const connection = await rawSocket(port)
  await connection.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
  return connection
}

describe("makeListener", () => {
  it.each([
    ["a status that does not exist", { status: 99, headers: [], body: "x" }],
    ["a header name that is none", { status: 200, headers: ["Bad Header", "x"], body: "x" }],
    ["a header value with a line end", { status: 200, headers: ["X-A", "a\r\nSet-Cookie: b"], body: "x" }],
    ["a body that is none", { status: 200, headers: [], body: {} as never }],
  ] as const)("answers 500 to %s instead of ending the process", async (_, answer) => {
    const { defects, inFlight, port } = await serving(Effect.succeed(answer))
    const connection = await get(port)
    await connection.closed
    assert.strictEqual(answerIn(connection.received()).status, 500)
    assert.lengthOf(defects, 1)
    assert.strictEqual(inFlight(), 0)
  })

  it("interrupts a read whose client has gone", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<string>()
    const run = Deferred.succeed(begun, undefined).pipe(
      Effect.andThen(Effect.never),
      Effect.onInterrupt(() => Deferred.succeed(ended, "interrupted")),
    )
    const { defects, inFlight, port } = await serving(run)
    const connection = await get(port)
    await Effect.runPromise(Deferred.await(begun))
    assert.strictEqual(inFlight(), 1)
    connection.socket.destroy()
    assert.strictEqual(await Effect.runPromise(Deferred.await(ended)), "interrupted")
    await new Promise(setImmediate)
    assert.strictEqual(inFlight(), 0)
    assert.lengthOf(defects, 0)
  })
})

/** The listener by itself, with handlers that no service would write. */
import type { Answer } from "@garrison/http/request/Answer"
import { type OperationFailure, TransportRefused } from "@garrison/http/request/refusal"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { closeServers, serving } from "../../support/listening.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"

afterEach(closeServers)

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

  it("answers although an observer throws, and informs the other observers once", async () => {
    const told: Array<string> = []
    const broken = () => {
      throw new Error("broken observer")
    }
    const { defects, port } = await serving(Effect.die(new Error("a defect")), [
      { answered: broken, failed: broken, happened: broken },
      {
        answered: ({ operation, status }) => void told.push(`${operation} ${status}`),
        failed: (id, operation) => void told.push(`${operation} ${id}`),
        happened: (level, event, { cause } = {}) => {
          told.push(`${level} ${event} ${typeof cause === "string" ? cause : ""}`)
        },
      },
    ])
    for (let count = 0; count < 2; count++) {
      const connection = await get(port)
      await connection.closed
      assert.strictEqual(answerIn(connection.received()).status, 500)
    }
    const failed = "error observer_failed Error: broken observer"
    assert.deepStrictEqual(told, [failed, "livez id", "livez 500", "livez id", "livez 500"])
    assert.lengthOf(
      defects.filter((line) => line.includes("observer_failed")),
      1,
    )
    assert.lengthOf(
      defects.filter((line) => line.includes("a defect")),
      2,
    )
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

  it.each([
    ["succeeds", Effect.succeed({ status: 200, headers: [], body: "ok" }), 200],
    ["refuses", Effect.fail(new TransportRefused({ code: "request_too_large" })), 413],
    ["breaks", Effect.die(new Error("broken")), 500],
    ["is interrupted", Effect.interrupt, 503],
    ["throws before it begins", Effect.suspend((): never => assert.fail("thrown")), 500],
    ["gives an answer that cannot be written", Effect.succeed({ status: 99, headers: [], body: "x" }), 500],
  ] as const)("gives the place of a request back that %s, at once or later", async (_, run, status) => {
    for (const ending of [run, Effect.andThen(Effect.yieldNow, run)]) {
      const { inFlight, port } = await serving(ending as Effect.Effect<Answer, OperationFailure>)
      // There is one place: the second request is served when the first has given it back.
      for (let count = 0; count < 3; count++) {
        const connection = await get(port)
        await connection.closed
        assert.strictEqual(answerIn(connection.received()).status, status)
      }
      assert.strictEqual(inFlight(), 0)
    }
  })

  it("gives the place of a request back whose client went away in the middle, or while it waited in line", async () => {
    const release = Deferred.makeUnsafe<void>()
    let begun = 0
    const haveBegun = (count: number) => begun >= count
    const run = Effect.suspend(() => {
      begun++
      return Effect.as(Deferred.await(release), { status: 200, headers: [], body: "ok" })
    })
    const { inFlight, port } = await serving(run)
    const [first, second, third] = [await get(port), await get(port), await get(port)]
    while (!haveBegun(1)) await new Promise(setImmediate)
    second?.socket.destroy()
    first?.socket.destroy()
    while (!haveBegun(2)) await new Promise(setImmediate)
    await Effect.runPromise(Deferred.succeed(release, undefined))
    await third?.closed
    assert.strictEqual(answerIn(third?.received() ?? "").status, 200)
    assert.deepStrictEqual([begun, inFlight()], [2, 0])
  })
})

/** Answers that come in parts, over a real connection: sent as they come, as fast as they are read, and never half. */
import type { StreamedBody } from "@garrison/http/request/Answer"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { closeServers, faces, serving } from "../../support/listening.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"

afterEach(closeServers)

const streamingBy = (face: keyof typeof faces) => async (body: StreamedBody) => {
  const told: Array<string> = []
  const server = await serving(
    Effect.succeed({ status: 200, headers: ["Content-Type", "text/plain"], body }),
    [
      {
        answered: ({ errorCode, status }) => void told.push(`answered ${status} ${errorCode}`),
        failed: (id) => void told.push(`failed ${id}`),
      },
    ],
    {},
    face,
  )
  const isTold = async (count: number) => {
    while (told.length < count) await new Promise(setImmediate)
  }
  return { ...server, told, isTold }
}

const request = (method = "GET", version = "1.1", header = "") =>
  `${method} / HTTP/${version}\r\nHost: x\r\n${header}\r\n`
const CLOSE = "Connection: close\r\n"

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

describe.each(Object.keys(faces) as ReadonlyArray<keyof typeof faces>)("a streamed answer by %s", (face) => {
  const streaming = streamingBy(face)

  it("is sent part by part, text or bytes, each when it is there, and the connection serves the next request", async () => {
    const more = Deferred.makeUnsafe<void>()
    const later = Stream.fromEffect(Effect.as(Deferred.await(more), new TextEncoder().encode("second")))
    const { inFlight, isTold, port, told } = await streaming(Stream.concat(Stream.make("first é"), later))
    const connection = await rawSocket(port)
    await connection.write(request())
    await connection.until(/first Ã©\r\n$/)
    assert.deepStrictEqual([told, inFlight()], [[], 0])
    await Effect.runPromise(Deferred.succeed(more, undefined))
    await connection.until(/\r\n0\r\n\r\n$/)
    const { body, headers, status } = answerIn(connection.received())
    assert.deepStrictEqual([status, headers["transfer-encoding"]], [200, "chunked"])
    assert.notProperty(headers, "content-length")
    assert.strictEqual(body, `8\r\nfirst Ã©\r\n${chunk("second")}0`)
    await isTold(1)
    assert.deepStrictEqual(told, ["answered 200 undefined"])
    await connection.write(request("GET", "1.1", CLOSE))
    await connection.closed
    assert.lengthOf(connection.received().match(/HTTP\/1\.1 200 OK/g) ?? [], 2)
  })

  it("goes on no faster than it is read", async () => {
    const PARTS = 400
    let pulled = 0
    const part = new Uint8Array(256 * 1024)
    const body = Stream.map(Stream.range(1, PARTS, 1), () => {
      pulled++
      return part
    })
    const { isTold, port, told } = await streaming(body)
    const connection = await rawSocket(port)
    connection.socket.pause()
    await connection.write(request("GET", "1.1", CLOSE))
    // What is written beyond the buffers of the connection waits: without that all parts are pulled in this many turns.
    let before = -1
    while (pulled !== before) {
      before = pulled
      for (let turn = 0; turn < 2000; turn++) await new Promise(setImmediate)
    }
    assert.isBelow(pulled, PARTS)
    assert.lengthOf(told, 0)
    connection.socket.resume()
    await connection.closed
    await isTold(1)
    assert.strictEqual(pulled, PARTS)
    assert.isAbove(connection.received().length, PARTS * part.length)
  })

  it("is interrupted when its client goes, without a defect", async () => {
    const ended = Deferred.makeUnsafe<void>()
    const endless = Stream.concat(Stream.make("begun"), Stream.never).pipe(
      Stream.ensuring(Deferred.succeed(ended, undefined)),
    )
    const { defects, isTold, port, told } = await streaming(endless)
    const connection = await rawSocket(port)
    await connection.write(request())
    await connection.until(/begun/)
    connection.socket.destroy()
    await Effect.runPromise(Deferred.await(ended))
    await isTold(1)
    assert.deepStrictEqual([told, defects], [["answered 200 undefined"], []])
  })

  it.each([
    ["fails", Stream.fail("broken")],
    ["breaks", Stream.die(new Error("broken"))],
    ["holds what is no part", Stream.make(7 as never)],
  ])("is cut off where it %s, so that it does not look whole, and is told as a defect", async (_, rest) => {
    const { defects, isTold, port, told } = await streaming(Stream.concat(Stream.make("begun"), rest))
    const connection = await rawSocket(port)
    await connection.write(request())
    await connection.closed
    assert.isTrue(connection.received().endsWith(chunk("begun")) || !connection.received().includes("begun"))
    await isTold(2)
    assert.deepStrictEqual(told, ["failed id", "answered 200 internal_error"])
    assert.lengthOf(defects, 1)
  })

  it("is not begun for HEAD, which gets the same head", async () => {
    let begun = 0
    const { port } = await streaming(Stream.suspend(() => Stream.make(`begun ${++begun}`)))
    const heads = []
    for (const method of ["HEAD", "GET"]) {
      const connection = await rawSocket(port)
      await connection.write(request(method, "1.1", CLOSE))
      await connection.closed
      const { body, headers, status } = answerIn(connection.received())
      const { date: _, "transfer-encoding": _coding, ...rest } = headers
      heads.push({ status, rest })
      assert.deepStrictEqual([body, begun], method === "HEAD" ? ["", 0] : [`${chunk("begun 1")}0`, 1])
    }
    assert.deepStrictEqual(heads[0], heads[1])
  })

  it("ends with the connection for HTTP/1.0, which has no chunks", async () => {
    const { port } = await streaming(Stream.make("one", "two"))
    const connection = await rawSocket(port)
    await connection.write(request("GET", "1.0"))
    await connection.closed
    const { body, headers } = answerIn(connection.received())
    assert.notProperty(headers, "transfer-encoding")
    assert.deepStrictEqual([headers["connection"], body], ["close", "onetwo"])
  })
})

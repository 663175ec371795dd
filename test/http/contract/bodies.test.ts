/** What a declaration says of an operation is enforced: its media types, and its largest body. */
import { FlagOrFalse } from "@garrison/core/kernel/input/Field"
import { value } from "@garrison/core/operation/answer"
import { type Body, named, ofHttp, route } from "@garrison/http/contract/route"
import { json } from "@garrison/http/request/Answer"
import { StreamTraffic } from "@garrison/http/server/StreamTraffic"
import { serve } from "@garrison/http/request/pipeline"
import { afterEach, assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { closeServers, serving } from "../../support/listening.ts"
import { answerIn, rawSocket } from "../../support/rawSocket.ts"

afterEach(closeServers)

const Switch = Schema.Struct({ on: FlagOrFalse("Whether it is on.") })

/** A server of one operation whose body is declared so, where the settings allow 100 bytes. */
const serverOf = async (rest: Omit<Body, "schema">) => {
  const said = {
    ...ofHttp,
    title: "Turn it on or off",
    sentence: "Answers with what was asked for.",
    answer: value(Switch),
  }
  const declared = named("turn", route("POST /", said, { who: "open", body: { schema: Switch, ...rest } }))
  const handler = ({ body }: { readonly body: unknown }) => Effect.succeed(json(200, JSON.stringify(body)))
  const tokens = { authenticate: () => Effect.die("no token is read"), isKnown: () => false }
  const { port } = await serving(
    Effect.die("not run"),
    [],
    serve(declared, handler, {
      tokens,
      bodyBytesMax: 100,
      streams: { queueBytesMax: 1024, traffic: new StreamTraffic() },
    }),
  )
  return async (body: string, type: string) => {
    const connection = await rawSocket(port)
    const length = Buffer.byteLength(body)
    const head = `Host: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`
    await connection.write(`POST / HTTP/1.1\r\n${head}\r\n${body}`)
    await connection.closed
    return answerIn(connection.received()).status
  }
}

const bodyOf = (bytes: number): string => '{"on":true}'.padEnd(bytes)

describe("the body of an operation", () => {
  it("is as large as the settings allow where the operation says nothing", async () => {
    const send = await serverOf({})
    assert.strictEqual(await send(bodyOf(100), "application/json"), 200)
    assert.strictEqual(await send(bodyOf(101), "application/json"), 413)
  })

  it.each([40, 4000])("is at most %i bytes long where the operation says so", async (bytesMax) => {
    const send = await serverOf({ bytesMax })
    assert.strictEqual(await send(bodyOf(bytesMax), "application/json"), 200)
    assert.strictEqual(await send(bodyOf(bytesMax + 1), "application/json"), 413)
  })

  it("has the media types that the operation says, and no other", async () => {
    const send = await serverOf({ mediaTypes: ["application/merge-patch+json", "application/json"] })
    for (const type of ["application/merge-patch+json", "Application/Merge-Patch+JSON; charset=utf-8"]) {
      assert.strictEqual(await send(bodyOf(20), type), 200, type)
    }
    assert.strictEqual(await send(bodyOf(20), "application/json"), 200)
    assert.strictEqual(await send(bodyOf(20), "application/patch+json"), 415)
    const plain = await serverOf({})
    assert.strictEqual(await plain(bodyOf(20), "application/merge-patch+json"), 415)
  })

  it("may be left out where the operation says so", async () => {
    assert.strictEqual(await (await serverOf({}))("", "application/json"), 422)
    assert.strictEqual(await (await serverOf({ required: false }))("", "application/json"), 200)
  })
})

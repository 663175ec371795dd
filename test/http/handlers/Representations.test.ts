/** Content in several codings: made once each, and all at once when it is prepared (decisions, section 10). */
import { Representations } from "@garrison/http/handlers/Representations"
import { resultOf } from "@garrison/http/request/pipeline"
import type { Request } from "@garrison/http/request/Request"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"

const body = Buffer.from(JSON.stringify({ text: "a".repeat(5000) }))
const make = () => new Representations({ body, etag: "tag", contentType: "application/json" })

const asking = (coding: string): Request => ({
  method: "GET",
  path: "/",
  prefix: "",
  query: "",
  headers: { "accept-encoding": coding },
  parameters: {},
  id: "1",
  address: () => "127.0.0.1",
})

const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const
type Coding = keyof typeof decoders
const codings = Object.keys(decoders) as ReadonlyArray<Coding>

describe("content in several codings", () => {
  it("is there in every coding without a wait, once it was prepared", async () => {
    const forms = make()
    for (const coding of codings) assert.isUndefined(resultOf(forms.answer(asking(coding))))
    await Effect.runPromise(forms.prepare)
    for (const coding of codings) {
      const result = resultOf(forms.answer(asking(coding)))
      if (result?._tag !== "Success") throw new Error(`${coding} is not there`)
      assert.deepStrictEqual(Buffer.from(decoders[coding](result.value.body as Uint8Array)), body)
    }
  })

  it("is made once, however many ask for it and prepare it meanwhile", async () => {
    const forms = make()
    const all = Effect.all([forms.prepare, forms.answer(asking("br")), forms.prepare, forms.answer(asking("br"))], {
      concurrency: "unbounded",
    })
    const [, first, , second] = await Effect.runPromise(all)
    assert.strictEqual(first, second)
  })
})

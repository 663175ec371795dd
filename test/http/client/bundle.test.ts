/** What a browser loads of the client: how much, and nothing of the server, of effect or of Node. */
import { assert, describe, it } from "@effect/vitest"
import { Buffer } from "node:buffer"
import { gzipSync } from "node:zlib"
import { bundleClient } from "../../../scripts/client/bundle.ts"

const BYTES_MAX = 20_000

describe("the client in a browser", () => {
  it(`is one module under ${BYTES_MAX} bytes, minified, before any compression`, async () => {
    const { code, imports } = await bundleClient()
    const bytes = Buffer.byteLength(code)
    assert.isBelow(bytes, BYTES_MAX)
    assert.isBelow(gzipSync(code).length, 8000)
    assert.deepStrictEqual(imports, [])
  })

  it("is made of the files of the client alone", async () => {
    const { code, modules } = await bundleClient()
    for (const module of modules) assert.match(module, /packages\/http\/src\/client(\.ts|\/\w+\.ts)$/)
    assert.notMatch(code, /\bprocess\.|\brequire\(|\bBuffer\b|node:/)
  })
})

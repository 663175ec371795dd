import { assert, describe, it } from "@effect/vitest"
import { Int64, INT64_MAX, INT64_MIN } from "@garrison/core/kernel/wire/Int64"
import { parseJson } from "@garrison/core/kernel/wire/Json"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"

const Carrier = Schema.Struct({ id: Int64 })
const decode = Schema.decodeUnknownSync(Carrier)
const encode = Schema.encodeSync(Carrier)

const read = (text: string) => decode(Result.getOrThrow(parseJson(text)))
const write = (id: bigint): string => JSON.stringify(encode({ id }))

describe("Int64", () => {
  it("survives the round trip through JSON text with every digit", () => {
    fc.assert(
      fc.property(fc.bigInt(INT64_MIN, INT64_MAX), (id) => {
        const text = write(id)
        assert.strictEqual(text, `{"id":${id}}`)
        assert.strictEqual(read(text).id, id)
      }),
      { numRuns: 500 },
    )
  })

  it.each([INT64_MIN, INT64_MAX, 0n, -1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n])(
    "%s is read and written",
    (id) => assert.strictEqual(read(write(id)).id, id),
  )

  it.each([
    ['{"id":1e3}', 1000n],
    ['{"id":1.0}', 1n],
    ['{"id":-0}', 0n],
    ['{"id":1e17}', 10n ** 17n],
    ['{"id":9.007199254740993E15}', 2n ** 53n + 1n],
    ['{"id":9223372036854775807.0}', INT64_MAX],
  ])("%s is the integer that it stands for", (text, id) => assert.strictEqual(read(text).id, id))

  it.each([
    ["beyond the largest", `{"id":${INT64_MAX + 1n}}`],
    ["beyond the smallest", `{"id":${INT64_MIN - 1n}}`],
    ["a fraction", '{"id":1.5}'],
    ["a fraction with an exponent", '{"id":15e-1}'],
    ["a fraction beyond every number", '{"id":9007199254740993.5}'],
    ["a power of ten beyond the largest", '{"id":1e19}'],
    ["a power of ten beyond every number", '{"id":1e400}'],
    ["a text", '{"id":"5"}'],
    ["a flag", '{"id":true}'],
    ["null", '{"id":null}'],
    ["an object", '{"id":{}}'],
    ["an object like a raw number", '{"id":{"rawJSON":"5"}}'],
    ["a list", '{"id":[5]}'],
  ])("%s is refused", (_, text) => assert.throws(() => read(text)))
})

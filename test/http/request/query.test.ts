/** Query strings: from percent-encoded text to values that the schemas judge. */
import { Enumeration, Flag, IntegerOf, Text } from "@garrison/core/kernel/input/Field"
import { QUERY_BYTES_MAX, queryReader } from "@garrison/http/request/query"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"

const read = queryReader({
  size: IntegerOf({ minimum: 1 }),
  flag: Flag,
  name: Text,
  sort: Enumeration(["asc", "desc"]),
})

describe("queryReader", () => {
  it("reads integers and flags from their text, and leaves other texts for the schema to refuse", () => {
    assert.deepStrictEqual(read("size=10&flag=true&name=10&sort=asc").values, {
      size: 10,
      flag: true,
      name: "10",
      sort: "asc",
    })
    assert.deepStrictEqual(
      ["0", "7", "-7", "9007199254740991"].map((text) => read(`size=${text}`).values["size"]),
      [0, 7, -7, 9_007_199_254_740_991],
    )
    const notOurs = ["abc", "", "1e3", "1.0", "1.5", "05", "-05", "-0", "+5", " 5", "5 ", "5\n", "0x10", "1_0", "１"]
    for (const text of [...notOurs, "NaN", "Infinity", "--1", "null", "true"]) {
      assert.strictEqual(read(`size=${encodeURIComponent(text)}`).values["size"], text)
    }
    assert.deepStrictEqual(
      ["1", "0", "false", "TRUE", "yes", "", "01", " true", "on", "null"].map(
        (text) => read(`flag=${encodeURIComponent(text)}`).values["flag"],
      ),
      [true, false, false, "TRUE", "yes", "", "01", " true", "on", "null"],
    )
  })

  it("gives back every text that was percent-encoded, with a plus for a space as forms do", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.includes("\0") && text.isWellFormed())
        assert.strictEqual(read(`name=${encodeURIComponent(text)}`).values["name"], text)
        assert.strictEqual(new URLSearchParams({ name: text }).toString() === "name=" ? "" : text, text)
        assert.strictEqual(read(new URLSearchParams({ name: text }).toString()).values["name"], text)
      }),
    )
  })

  it("passes over parameters that the operation does not know, however broken", () => {
    assert.deepStrictEqual(read("other=1&other=2&%zz=1&__proto__=1&constructor=1&&=&x"), { values: {}, details: [] })
  })

  it("refuses a known parameter that stands twice, is badly encoded, or cannot be stored", () => {
    for (const query of ["name=a&name=a", "name=%zz", "name=%ff", "name=a%00b", "n%61me=a&name=b"]) {
      assert.deepStrictEqual(
        read(query).details.map(({ loc, type }) => ({ loc, type })),
        [{ loc: ["query", "name"], type: "value_error" }],
        query,
      )
    }
  })

  it("refuses a query over its limit without reading it", () => {
    const at = `name=${"a".repeat(QUERY_BYTES_MAX - 5)}`
    assert.strictEqual(read(at).details.length, 0)
    assert.deepStrictEqual(read(`${at}a`).details[0]?.loc, ["query"])
  })
})

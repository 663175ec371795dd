import { assert, describe, it } from "@effect/vitest"
import { canonicalJson, exactInteger, JSON_DEPTH_MAX, parseJson, readOwnJson } from "@garrison/core/kernel/wire/Json"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { vi } from "vitest"

const parsed = (text: string, depth?: number): unknown => {
  const result = parseJson(text, depth)
  if (Result.isFailure(result)) throw new Error(`${result.failure.type}: ${result.failure.message}`)
  return result.success
}

const problem = (text: string, depth?: number) => {
  const result = parseJson(text, depth)
  return Result.isFailure(result) ? result.failure : undefined
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

/** What the naive reader makes of a text: it asks about each value. */
const revived = (text: string, reviver: Reviver): unknown =>
  JSON.parse(text, reviver as (this: unknown, key: string, value: unknown) => unknown)

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

const objects = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`

describe("readOwnJson", () => {
  it("reads what parseJson reads, in texts of any depth with each key once", () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(value, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (rest, integer) => {
        const text = `{"rest":${JSON.stringify(rest)},"integer":${integer}}`
        if (text.includes('"__proto__"')) return
        assert.deepStrictEqual(readOwnJson(text), parsed(text))
      }),
      { numRuns: 300 },
    )
    const depth = JSON_DEPTH_MAX + 2
    assert.deepStrictEqual(readOwnJson(objects(depth)), parsed(objects(depth), depth))
  })
})

describe("parseJson", () => {
  it("reads what JSON.parse reads, whatever the value, but for integers that JSON.parse would round", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value)
        if (text.includes('"__proto__"') || /\d{16}|e\+/.test(text)) return
        assert.deepStrictEqual(parsed(text), JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  it("does not mind white space around any token", () => {
    assert.deepStrictEqual(parsed(' \n{ "a" \t: [ 1 , { "b" :\r\n "x" } ] , "c" : { } }\n'), {
      a: [1, { b: "x" }],
      c: {},
    })
  })

  it("keeps every digit of an integer beyond 2^53", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 70n), 2n ** 70n), (value) => {
        const [read] = parsed(`[${value}]`) as [number | bigint]
        assert.strictEqual(BigInt(read), value)
        assert.strictEqual(typeof read, Number.isSafeInteger(Number(value)) ? "number" : "bigint")
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["9007199254740993", 9_007_199_254_740_993n],
    ["-9007199254740993", -9_007_199_254_740_993n],
    ["9223372036854775807", 9_223_372_036_854_775_807n],
    ["1234567890123456.5", 1_234_567_890_123_456.5],
    ["1e3", 1000],
    ["1.0", 1],
    ["-0", -0],
    ["1e16", 10_000_000_000_000_000n],
    ["1E+16", 10_000_000_000_000_000n],
    ["-1.5e17", -150_000_000_000_000_000n],
    ["9.007199254740993e15", 9_007_199_254_740_993n],
    ["9007199254740993.0", 9_007_199_254_740_993n],
    ["90071992547409930e-1", 9_007_199_254_740_993n],
    ["1e39", 10n ** 39n],
    ["1e40", 1e40],
    ["1e400", Infinity],
    ["-1e400", -Infinity],
    ["0e999999999999", 0],
    ["-0.0", -0],
    ["0.0e5", 0],
    ["0.0e-5", 0],
    ["0.00001e5", 1],
    ["10e-1", 1],
    ["1.0000000000000000", 1],
    ["1000000000000000000000e-21", 1],
    ["1e-300", 1e-300],
    ['"9007199254740993"', "9007199254740993"],
  ])("%s is read exactly", (text, value) => assert.strictEqual(parsed(text), value))

  it.each([
    "1e-400",
    "-1e-400",
    "1e-999999999999",
    "1.00000000000000000001",
    "-1.00000000000000000001",
    "0.99999999999999999999",
    "100000.000000000005",
    "2.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    "2251799813685247.9999",
    "4503599627370495.9999",
    "4503599627370497.5",
    "9007199254740991.4",
    "9007199254740993.5",
    "99999999999999999999999.5",
  ])("%s stays a fraction, although the nearest number is an integer", (text) => {
    const read = parsed(text) as number
    assert.isFalse(Math.trunc(read) === read, String(read))
  })

  it.each([
    ["1e-400", Number.MIN_VALUE],
    ["-1e-400", -Number.MIN_VALUE],
    ["1.00000000000000000001", 1 + Number.EPSILON],
    ["4503599627370495.9999", Number.NaN],
  ])("%s is the nearest number with a fraction, where there is one", (text, value) =>
    assert.deepStrictEqual(parsed(text), value),
  )

  it("reads an integer of the longest body without working on every digit", () => {
    assert.strictEqual(parsed("9".repeat(64_000)), Infinity)
    assert.strictEqual(parsed(`0.${"0".repeat(30_000)}1${"0".repeat(30_000)}`), Number.MIN_VALUE)
    assert.strictEqual(parsed(`1e-${"9".repeat(60_000)}`), Number.MIN_VALUE)
    assert.strictEqual(parsed(`${"0.".padEnd(64_000, "0")}1e64000`), 10)
    assert.strictEqual(parsed(`[1e${"9".repeat(64_000)}]`)?.toString(), "Infinity")
  })

  it("reads exact numbers anywhere in a document", () => {
    const number = fc.constantFrom("9007199254740993", "-1e17", "1.00000000000000000001", "1e400", "1e2", "-0", "0.5")
    const { value } = fc.letrec<{ readonly value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: "medium" },
        number,
        fc.constantFrom("true", "null", '"12345678901234567"', '"1e9"', '"[{\\"1,"'),
        fc.array(tie("value"), { maxLength: 4 }).map((values) => `[ ${values.join(" ,")}]`),
        fc
          .uniqueArray(fc.tuple(fc.constantFrom("a", "1", "length", '\\"'), tie("value")), {
            selector: ([key]) => key,
            maxLength: 4,
          })
          .map((members) => `{${members.map(([key, member]) => `"${key}":${member}`).join(", ")}}`),
      ),
    }))
    fc.assert(
      fc.property(value, (text) => {
        const one: Reviver = (_key, read, { source }) =>
          typeof read === "number" && source !== undefined ? parsed(source) : read
        assert.deepStrictEqual(parsed(text, Number.POSITIVE_INFINITY), revived(text, one))
      }),
      { numRuns: 1000 },
    )
  })

  it("asks about no other value of a text for one large number, as a control does", () => {
    const text = `[${"0,".repeat(31_000)}12345678901234567]`
    let asked = 0
    revived(text, (_key, value) => {
      asked++
      return value
    })
    assert.strictEqual(asked, 31_002)
    const parse = vi.spyOn(JSON, "parse")
    try {
      assert.strictEqual((parsed(text) as ReadonlyArray<unknown>).at(-1), 12_345_678_901_234_567n)
      // The text alone, without a function to ask.
      assert.deepStrictEqual(
        parse.mock.calls.map(({ length }) => length),
        [1],
      )
    } finally {
      parse.mockRestore()
    }
  })

  it.each([
    ["a list", '{"a":{"length":12345678901234567},"a":[1]}'],
    ["a text", '{"a":{"b":[12345678901234567]},"a":"x"}'],
    ["nothing", '{"a":[[12345678901234567]],"a":null}'],
  ])("refuses a key whose other value is %s, and has a large number", (_, text) =>
    assert.deepInclude(problem(text), { type: "json_invalid", path: ["a"] }),
  )

  it.each([
    ["nothing at all", ""],
    ["a bare word", "player"],
    ["a trailing comma", '{"a":1,}'],
    ["a single quote", "{'a':1}"],
    ["two values", "{} {}"],
    ["an open string", '"abc'],
    ["a comment", "{}//"],
    ["NaN", "NaN"],
    ["a leading zero", "[01]"],
    ["a byte order mark", "\ufeff{}"],
  ])("refuses %s", (_, text) => assert.strictEqual(problem(text)?.type, "json_invalid"))

  it("takes nesting to the limit and refuses one level more, of arrays and of objects", () => {
    assert.isUndefined(problem(nested(JSON_DEPTH_MAX, "[", "]")))
    assert.strictEqual(problem(nested(JSON_DEPTH_MAX + 1, "[", "]"))?.type, "json_invalid")
    assert.isUndefined(problem(objects(JSON_DEPTH_MAX)))
    assert.strictEqual(problem(objects(JSON_DEPTH_MAX + 1))?.type, "json_invalid")
    assert.isUndefined(problem('[[],[],[{"a":[]}],"[[[["]', 3 + 1))
  })

  it("refuses nesting that would exhaust the stack", () => {
    assert.strictEqual(problem(nested(200_000, "[", "]"))?.type, "json_invalid")
  })

  it.each([
    ["at the top", '{"a":1,"a":2}', ["a"]],
    ["written with an escape", '{"a":1,"\\u0061":2}', ["a"]],
    ["in an array", '[0,{"x":{"b":1,"c":"b","b":null}}]', [1, "x", "b"]],
    ["after a value that looks like a key", '{"k":"a:","a":1,"k" :2}', ["k"]],
    ["after escaped quotes and backslashes", '{"a\\\\":"\\"","b":"\\\\","a\\\\":0}', ["a\\"]],
  ])("refuses a key given twice %s, and says where", (_, text, path) =>
    assert.deepInclude(problem(text), { type: "json_invalid", path }),
  )

  it("takes one key in different objects", () => {
    assert.deepStrictEqual(parsed('{"a":{"a":[{"a":1},{"a":2}]},"b":"a"}'), { a: { a: [{ a: 1 }, { a: 2 }] }, b: "a" })
  })

  it.each([
    ["plain", '{"__proto__":{"admin":true}}', ["__proto__"]],
    ["escaped", '{"a":[{"\\u005f_proto__":1}]}', ["a", 0, "__proto__"]],
  ])("refuses the key __proto__, %s", (_, text, path) =>
    assert.deepInclude(problem(text), { type: "value_error", path }),
  )

  it("takes __proto__ as a value", () => assert.deepStrictEqual(parsed('["__proto__"]'), ["__proto__"]))

  it("answers for any text at all, and never throws", () => {
    const soup = fc.string({
      unit: fc.constantFrom("{", "}", "[", "]", '"', ":", ",", "\\", "1", "a", " "),
      maxLength: 30,
    })
    fc.assert(
      fc.property(soup, (text) => {
        if (!isJson(text)) assert.strictEqual(problem(text)?.type, "json_invalid")
      }),
      { numRuns: 3000 },
    )
    assert.isFalse(isJson("{"))
  })
})

describe("exactInteger", () => {
  it("writes all digits of any integer", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 64n), 2n ** 64n), (value) => {
        assert.strictEqual(JSON.stringify({ n: exactInteger(value) }), `{"n":${value}}`)
      }),
    )
  })
})

describe("canonicalJson", () => {
  // The example of RFC 8785, section 3.2.2 and 3.2.3.
  it("gives the text of the RFC's own example", () => {
    const value = {
      numbers: [JSON.parse("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\u002f",
      literals: [null, true, false],
    }
    assert.strictEqual(
      canonicalJson(value),
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it("sorts keys by UTF-16 code units", () => {
    const keys = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }
    assert.strictEqual(canonicalJson(keys), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  it("is the same for the same value, whatever the order of its keys", () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .map(([key, member]) => [key, reversed(member)] as const)
                .reverse(),
            )
          : value
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = canonicalJson(value)
        assert.strictEqual(canonicalJson(reversed(value)), text)
        assert.strictEqual(canonicalJson(JSON.parse(text)), text)
      }),
    )
  })

  it("keeps every digit of large integers, as bigint and as they are encoded", () => {
    assert.strictEqual(canonicalJson({ n: 2n ** 63n - 1n }), '{"n":9223372036854775807}')
    assert.strictEqual(canonicalJson({ n: exactInteger(2n ** 63n - 1n) }), '{"n":9223372036854775807}')
  })

  it("leaves out members that are undefined", () =>
    assert.strictEqual(canonicalJson({ a: undefined, b: 1 }), '{"b":1}'))
})

/** Texts that cannot be read: what is missing where, in the words of those who write them. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readDocumentText } from "../../../packages/cli/src/document/documentText.ts"

/** Where a text cannot be read, why, and what to write instead. */
const problemOf = async (name: string, text: string) => {
  const read = await Effect.runPromise(readDocumentText(name, text))
  if (Result.isSuccess(read)) return "it can be read"
  const { fix, message, place } = read.failure
  return `${place.line}:${place.column} ${message} => ${fix}`
}

const yaml: ReadonlyArray<readonly [text: string, problem: string]> = [
  ["items\n  coins: {}\n", "1:1 a colon is missing after items => write items:"],
  ["a:\n  b: 1\n  item coins\n", "3:3 a colon is missing after item => write item: coins"],
  ["a:\n  item:coins\n  b: 1\n", "2:3 a space is missing behind the colon of item => write item: coins"],
  ["a: { item coins, b: 1 }\n", "1:6 a colon is missing after item => write item: coins"],
  ["a: { sword, shield }\n", "1:6 a colon is missing after sword => write sword:"],
  ["a: { b: 1\nc: 2\n", "1:4 nothing closes this { => write } at the end of line 1"],
  ["a: [1, 2\nc: 2\n", "1:4 nothing closes this [ => write ] at the end of line 1"],
  ["a: { b: coins; c: 2 }\n", "1:9 a comma is missing before c => write coins, c: 2"],
  ['a: "Coins\nb: 1\n', '1:4 nothing closes this quote => write "Coins"'],
  ["a:\n  name: Coins: shiny\n", '2:9 a text with a colon needs quotes => write "Coins: shiny"'],
  ["a: @home\n", '1:4 a text that begins with @ needs quotes => write "@home"'],
  ["a: { b: %x }\n", '1:9 a text that begins with % needs quotes => write "%x"'],
  ["a: !wow\n", '1:4 a text that begins with ! needs quotes => write "!wow"'],
  ["a: { b: 1 },\nc: 2\n", "1:12 a comma stands here, and no list is open => take the comma away"],
  ["a: [1] ]\n", "1:8 there is one ] too many => take this ] away"],
  [
    "a: 1\n---\nb: 2\n",
    "2:1 a second document begins here, and a text holds one => take --- away, or write two files and name both",
  ],
  ["a:\n    b: 1\n  c: 1\n", "3:1 the line is indented by 2 spaces, and no mapping above is => indent it by 4 spaces"],
  [
    "a:\n\u00a0\u00a0b: 1\n",
    "2:1 the line begins with a space that does not break (U+00A0), which counts as a letter => write plain spaces before it",
  ],
  ["a: 1\na: 2\n", "2:1 the key is given twice => join the two entries, or give one another name"],
  ["always:\n  item: a\n  item: b\n", "3:3 the key is given twice => begin each row of always with -"],
]

const json: ReadonlyArray<readonly [text: string, problem: RegExp]> = [
  ['{ "items": {}, }', /^1:16 .* => take the comma before it away$/],
  ["{ 'items': {} }", /^1:3 .* => write double quotes in place of single ones$/],
  ['{ "items": {} // all\n}', /^1:15 .* => take the comment away: JSON has none, and YAML has$/],
  ['{ "items": {}\n "vendors": {} }', /^2:2 .* => write a comma before it$/],
  ["{ items: {} }", /^1:3 .* => write "items", in double quotes$/],
]

describe("a text that cannot be read", () => {
  it.each(yaml)("is told by the line on which it stops: %j", async (text, problem) => {
    assert.strictEqual(await problemOf("catalog.yaml", text), problem)
  })

  it.each(json)("is told by the character at which JSON ends: %j", async (text, problem) => {
    assert.match(await problemOf("catalog.json", text), problem)
  })

  it("may have values that are not given, keys in quotes, and sets of values in lists", async () => {
    for (const text of ["a: { b: }\n", 'a: { "b": 1 }\n', "a:\nb: 1\n", "a: [sword, shield]\n", "? a\n: 1\n"]) {
      assert.strictEqual(await problemOf("catalog.yaml", text), "it can be read", text)
    }
  })

  it("takes bounded time, however long its one line is", async () => {
    const long = "x ".repeat(500_000)
    for (const text of [`a: { b: ${long}: 1 }`, `${long}\nb: 1\n`, `a: "${long}\n`, `a: { ${long}`, `a: @${long}\n`]) {
      const problem = await problemOf("catalog.yaml", text)
      assert.isBelow(problem.length, 1000, problem.slice(0, 200))
    }
  })
})

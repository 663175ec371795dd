/** Lines and columns in JSON texts. */
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { findJsonError, walkJson } from "../../../packages/cli/src/document/jsonText.ts"
import { placesOf } from "../../../packages/cli/src/document/places.ts"

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("findJsonError", () => {
  it("points at the first character that does not belong", () => {
    assert.deepStrictEqual(findJsonError('{\n  "a": tru\n}'), { line: 2, column: 8 })
    assert.deepStrictEqual(findJsonError('{"a":1,}'), { line: 1, column: 8 })
    assert.deepStrictEqual(findJsonError(""), { line: 1, column: 1 })
    assert.deepStrictEqual(findJsonError("[1]\n]"), { line: 2, column: 1 })
  })

  // oxlint-disable-next-line vitest/expect-expect -- the property asserts
  it("finds an error exactly where JSON.parse refuses, for broken and whole texts alike", () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", '"', "x", "1", "\\", "\u0001"))
      .map(([text, at, inserted]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + inserted + text.slice(place + 1)
      })
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => (findJsonError(text) === undefined) === parses(text)),
      {
        numRuns: 2000,
      },
    )
  })
})

describe("placesOf", () => {
  it("finds values by their path, and of those that are not there what would hold them", () => {
    const text = '{\n  "items": {\n    "7": [1,\n      {"a": "\\n"}]\n  }\n}'
    assert.deepStrictEqual(placesOf(walkJson(text), [["items"], ["items", "7", 1, "a"], ["items", "8"], []]), [
      { line: 2, column: 12 },
      { line: 4, column: 13 },
      { line: 2, column: 12 },
      { line: 1, column: 1 },
    ])
  })
})

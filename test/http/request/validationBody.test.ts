/** The body of a 422: it lists all mistakes up to a limit. */
import { DETAILS_MAX, LOC_LENGTH_MAX, validationBody } from "@garrison/http/request/validationBody"
import { assert, describe, it } from "@effect/vitest"

const detail = (...loc: ReadonlyArray<string | number>) => ({ loc, msg: "is required", type: "missing" as const })
const sent = (...details: ReadonlyArray<ReturnType<typeof detail>>) =>
  (JSON.parse(validationBody(details)) as { readonly detail: ReadonlyArray<ReturnType<typeof detail>> }).detail

describe("validationBody", () => {
  it("sends details as they are", () => {
    const details = [detail("body", "entries", 3, "type"), detail("query", "é😀")]
    assert.deepStrictEqual(sent(...details), details)
  })

  it("sends the first details of very many", () => {
    const many = Array.from({ length: DETAILS_MAX + 1 }, (_, index) => detail("body", index))
    assert.deepStrictEqual(sent(...many.slice(0, DETAILS_MAX)), many.slice(0, DETAILS_MAX))
    assert.deepStrictEqual(sent(...many), many.slice(0, DETAILS_MAX))
  })

  it("cuts long keys, and never sends half of a surrogate pair", () => {
    const key = "k".repeat(LOC_LENGTH_MAX)
    assert.deepStrictEqual(sent(detail("body", key), detail("body", `${key}k`)), [
      detail("body", key),
      detail("body", `${key}…`),
    ])
    assert.deepStrictEqual(sent(detail("body", `${key.slice(1)}😀`), detail("\ud800")), [
      detail("body", `${key.slice(1)}\ufffd…`),
      detail("\ufffd"),
    ])
  })
})

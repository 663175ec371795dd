/** The bodies of refusals: the part of the request that a field came in, and the limits of a 422. */
import { routes } from "@garrison/http/contract/routes"
import { LOC_LENGTH_MAX, locator, validationBody, prefixLoc } from "@garrison/http/request/refusal"
import { DETAILS_MAX } from "@garrison/core/kernel/input/Field"
import type { InvalidDetail } from "@garrison/core/kernel/input/Invalid"
import { Text } from "@garrison/core/kernel/input/Field"
import { assert, describe, it } from "@effect/vitest"

const at = (...loc: InvalidDetail["loc"]): InvalidDetail => ({ loc, msg: "is required", type: "missing" })

describe("the part of a request", () => {
  it.each(["body", "query", "path", "header"] as const)("is named before the field: %s", (source) => {
    assert.deepStrictEqual(prefixLoc(source)([at("f", 0), at()]), [at(source, "f", 0), at(source)])
  })

  it("is where the operation declares a field of that name, and the body otherwise", () => {
    const locate = locator({ params: { a: Text }, query: { b: Text }, headers: { c: Text }, body: { schema: Text } })
    assert.deepStrictEqual(locate([at("a"), at("b", 1), at("c"), at("d", "a"), at()]), [
      at("path", "a"),
      at("query", "b", 1),
      at("header", "c"),
      at("body", "d", "a"),
      at("body"),
    ])
  })

  it("is known by the name alone, because no operation gives one name to two parts", () => {
    for (const { body, headers, id, params, query } of routes) {
      const fields = body !== undefined && "fields" in body.schema ? Object.keys(body.schema.fields as object) : []
      const names = [params, query, headers].flatMap((part) => Object.keys(part ?? {})).concat(fields)
      assert.lengthOf(names, new Set(names).size, id)
      if (body !== undefined) assert.isNotEmpty(fields, id)
    }
  })
})

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

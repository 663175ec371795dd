/** Fields that the core names get the part of the request that they came in (interface, section 2.2). */
import { operations } from "@garrison/http/contract/Api"
import { locator, within } from "@garrison/http/request/source"
import type { InvalidDetail } from "@garrison/core/kernel/Invalid"
import { Text } from "@garrison/core/kernel/Field"
import { assert, describe, it } from "@effect/vitest"

const at = (...loc: InvalidDetail["loc"]): InvalidDetail => ({ loc, msg: "is required", type: "missing" })

describe("the part of a request", () => {
  it.each(["body", "query", "path", "header"] as const)("is named before the field: %s", (source) => {
    assert.deepStrictEqual(within(source)([at("f", 0), at()]), [at(source, "f", 0), at(source)])
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
    for (const { body, headers, id, params, query } of operations) {
      const fields = body !== undefined && "fields" in body.schema ? Object.keys(body.schema.fields as object) : []
      const names = [params, query, headers].flatMap((part) => Object.keys(part ?? {})).concat(fields)
      assert.lengthOf(names, new Set(names).size, id)
      if (body !== undefined) assert.isNotEmpty(fields, id)
    }
  })
})

import { assert, describe, it } from "@effect/vitest"
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PageSize } from "@garrison/core/notification/schema"
import * as Schema from "effect/Schema"

describe("page_size", () => {
  it.each([
    [0, false],
    [1, true],
    [PAGE_SIZE_DEFAULT, true],
    [100, true],
    [101, false],
    [1.5, false],
  ])("%s: %s", (size, fits) => assert.strictEqual(Schema.is(PageSize)(size), fits))

  it("is 10 unless given, and at most 100", () => assert.deepStrictEqual([PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX], [10, 100]))
})

/** The report of the folders counts what a run had. */
import { assert, describe, it } from "@effect/vitest"
import { tableOf } from "./folderReport.ts"

describe("the report of the folders", () => {
  it("has a line for each folder, the longest first, and their sum", () => {
    const table = tableOf([
      { path: "test/core/open.test.ts", tests: 3, millis: 500 },
      { path: "test/core/order/a.test.ts", tests: 20, millis: 10_000 },
      { path: "test/core/order/b.test.ts", tests: 100, millis: 1500 },
    ])
    assert.deepStrictEqual(table.split("\n"), [
      "folder          | files | tests | seconds | share",
      "test/core/order |     2 |   120 |    11.5 |  96 %",
      "test/core       |     1 |     3 |     0.5 |   4 %",
      "all             |     3 |   123 |    12.0 | 100 %",
    ])
  })
})

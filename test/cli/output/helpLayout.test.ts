/** Help pages on narrow terminals. */
import { assert, describe, it } from "@effect/vitest"
import { laidOut } from "../../../packages/cli/src/output/helpLayout.ts"

const page = [
  "DESCRIPTION",
  "  Checks a document and prints every finding with its place.",
  "",
  "FLAGS",
  "  --json    Print JSON, which is a form that scripts can read",
  "EXAMPLES",
  "  garrison client create match-server --kind machine --permission inv:create_order:player:any",
].join("\n")

describe("laidOut", () => {
  it("wraps at spaces, under what a line is about, and leaves examples in one piece", () => {
    assert.deepStrictEqual(laidOut(page, 44).split("\n"), [
      "DESCRIPTION",
      "  Checks a document and prints every finding",
      "  with its place.",
      "",
      "FLAGS",
      "  --json    Print JSON, which is a form that",
      "            scripts can read",
      "",
      "EXAMPLES",
      "  garrison client create match-server --kind machine --permission inv:create_order:player:any",
    ])
  })

  it("changes no line where nobody looks at the width", () => {
    assert.strictEqual(laidOut(page, undefined), page.replace("\nEXAMPLES", "\n\nEXAMPLES"))
  })
})

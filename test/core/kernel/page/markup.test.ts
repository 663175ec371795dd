/** Pages are put together from parts, and a text in them stays a text. */
import { assert, describe, it } from "@effect/vitest"
import { Markup, markup, sentence } from "@garrison/core/kernel/page/markup"
import { pageOf, policyOf } from "@garrison/core/kernel/page/Page"
import * as fc from "fast-check"

/** What a browser reads of HTML without tags. */
const read = (html: string): string =>
  html.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))

describe("markup", () => {
  it("leaves out what is not there, joins lists, and keeps markup", () => {
    const part = markup`<b>${"a<b"}</b>`
    assert.strictEqual(markup`${undefined}${false}${0}${[part, ["-", part]]}`.text, "0<b>a&#60;b</b>-<b>a&#60;b</b>")
  })

  it("reads as the text that it was made of, and has no tag in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "`", "a", "/", "é", "😀") }), (text) => {
        const html = markup`${text}`.text
        assert.notMatch(html, /[<>"']/)
        assert.strictEqual(read(html), text)
      }),
    )
  })

  it("shows what stands between backticks as code", () => {
    assert.strictEqual(sentence("a `b<` c").text, "a <code>b&#60;</code> c")
  })
})

describe("a page", () => {
  const { html, script, style } = pageOf({ title: "A <b>", style: "p{}", script: "1", body: new Markup("<p>x") })

  it("has its style and its script as they are, and its title as a text", () => {
    assert.include(html, "<title>A &#60;b&#62;</title>")
    assert.include(html, `<style>${style}</style>`)
    assert.include(html, `<script>${script}</script>`)
    assert.isTrue(style.endsWith("p{}"))
  })

  it("may do nothing that its policy does not name", () => {
    const policy = policyOf({ style: "S", script: "T" })
    assert.deepStrictEqual(policy.split("; "), [
      "default-src 'none'",
      "script-src 'sha256-T'",
      "style-src 'sha256-S'",
      "img-src data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
  })
})

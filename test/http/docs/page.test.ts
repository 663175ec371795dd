/** What the page at `/docs` has in it, without a browser: everything in the document, once. */
import { assert, describe, it } from "@effect/vitest"
import { describeErrorCode, type ErrorCode } from "@garrison/core/errorCodes"
import { escaped } from "@garrison/core/kernel/page/markup"
import { errorAnswers } from "@garrison/http/contract/errorAnswers"
import { openApiDocument } from "@garrison/http/contract/document"
import { routes } from "@garrison/http/contract/routes"
import { type ApiDocument, type ApiSchema, operationsOf } from "@garrison/http/docs/document"
import { docsPageOf } from "@garrison/http/docs/page"

const document = openApiDocument() as object as ApiDocument
const { html, script, style } = docsPageOf(document)

/** Text of HTML as it is read. */
const read = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, point: string) => String.fromCodePoint(Number(point)))

const idsIn = (text: string): ReadonlyArray<string> => Array.from(text.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => id)

describe("the page at /docs", () => {
  it("has each operation of the contract once, with method, path and summary", () => {
    const shown = Array.from(html.matchAll(/class="operation" id="(\w+)"/g), ([, id]) => id)
    // What is the same under a second path is named where the first one is.
    const described = routes.filter(({ sameAs }) => sameAs === undefined)
    assert.sameMembers(
      shown,
      described.map(({ id }) => id),
    )
    assert.strictEqual(shown.length, described.length)
    assert.include(html, "Also at <code>/users/v1/publickeys</code>")
    for (const { method, operation, path } of operationsOf(document)) {
      const { operationId: id, summary = "" } = operation
      assert.include(
        html,
        `id="${id}"><summary><span class="method ${method.toLowerCase()}">${method}</span><h3><code>${path.replaceAll(/(?<=.)\//g, "<wbr>/")}</code>`,
      )
      assert.include(html, escaped(summary))
    }
  })

  it("has each schema once, and no id twice", () => {
    const ids = idsIn(html)
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const name of Object.keys(document.components.schemas)) assert.include(ids, `schema-${name}`)
  })

  it("has a label for each field of a form", () => {
    const fields = Array.from(html.matchAll(/<(?:input|select|textarea) id="([^"]+)"/g), ([, id = ""]) => id)
    assert.isAbove(fields.length, 80)
    for (const id of fields) assert.include(html, `<label for="${id}"`)
  })

  it("leads nowhere but to what is on it, and to the document beside it", () => {
    const ids = new Set(idsIn(html))
    const links = Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = ""]) => href)
    assert.isNotEmpty(links)
    const lost = links.filter((href) => href !== "openapi.json" && !(href.startsWith("#") && ids.has(href.slice(1))))
    assert.deepStrictEqual(lost, [])
    for (const [, schema = ""] of html.matchAll(/data-schema="([^"]*)"/g))
      assert.isTrue(ids.has(`schema-${schema}`), schema)
  })

  it("says of each code that an operation refuses with what it means", () => {
    const codes = Object.keys(errorAnswers).filter((code) => JSON.stringify(document.paths).includes(`"${code}"`))
    assert.isAbove(codes.length, 80)
    assert.deepStrictEqual(html.match(/.{0,80}<span><\/span>/g), null)
    for (const code of codes) {
      const sentence = escaped(describeErrorCode(code as ErrorCode)).replace(/`([^`]*)`/g, "<code>$1</code>")
      assert.include(html, `<code class="name">${code}</code> <span>${sentence}</span>`)
    }
  })

  it("asks nobody else for anything, and has no styles or scripts but its own two", () => {
    assert.notMatch(html, /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?\/\//)
    assert.notMatch(html, / style=| on[a-z]+="/)
    assert.deepStrictEqual(
      Array.from(html.matchAll(/<style>([\s\S]*?)<\/style/g), ([, text]) => text),
      [style],
    )
    assert.deepStrictEqual(
      Array.from(html.matchAll(/<script[^>]*>([\s\S]*?)<\/script/g), ([, text]) => text),
      [script],
    )
  })

  it.each<[schema: ApiSchema, says: string]>([
    [{ type: "integer", minimum: 1, maximum: 100, "x-default": 10 }, "one integer · 1 to 100 · default 10"],
    [{ type: "integer", minimum: 0, maximum: 2_147_483_647 }, "one integer · at least 0"],
    [{ type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 }, "one integer"],
    [
      { type: "string", minLength: 1, maxLength: 4096, pattern: "^a" },
      "one string · 1 to 4,096 characters · matches ^a",
    ],
    [{ type: "string", format: "uuid", deprecated: true }, "one string · uuid deprecated"],
    [{ type: "array", maxItems: 5, items: { type: "string" } }, "one list of string · at most 5 elements"],
    [{ type: "object", additionalProperties: { type: "number" } }, "one map of number"],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, "one string or null"],
    [{ type: "string", enum: ["a", "b"] }, 'one string One of "a", "b".'],
    [{ $ref: "#/components/schemas/Two", description: "A `word`." }, "one Two A word. Two The fields of Two"],
    [{ properties: { inner: { type: "boolean" } } }, "one anything Fields of one inner boolean"],
    [{}, "one anything"],
  ])("shows the field %j as %s", (schema, says) => {
    const fieldsOf = (one: ApiSchema) => {
      const schemas = { One: one, Two: { type: "string" } }
      const text = docsPageOf({ info: { title: "", version: "" }, tags: [], paths: {}, components: { schemas } }).html
      const [, fields = ""] = /data-fields="One">(.*?)<details class="schema"/s.exec(text) ?? []
      return read(fields.replaceAll(/<[^>]+>/g, " "))
        .replaceAll(/\s+/g, " ")
        .replaceAll(" ,", ",")
        .replaceAll(" .", ".")
        .trim()
    }
    assert.strictEqual(fieldsOf({ properties: { one: schema } }), says)
    assert.include(fieldsOf({ properties: { one: schema }, required: ["one"] }), " required")
  })

  it("escapes what the document says", () => {
    const hostile = '<img src=x onerror=alert(1)>"&`<b>`'
    const said = docsPageOf({
      info: { title: hostile, version: hostile, description: hostile },
      tags: [{ name: "users", description: hostile }],
      paths: {
        "/p": {
          post: {
            operationId: "one",
            tags: ["users"],
            summary: hostile,
            description: hostile,
            parameters: [{ name: hostile, in: "query", description: hostile, schema: { enum: [hostile] } }],
            requestBody: {
              content: { "application/json": { schema: { description: hostile }, example: { hostile } } },
            },
            security: [],
            responses: { "200": { description: hostile }, "403": { description: hostile } },
          },
        },
      },
      components: { schemas: { One: { description: hostile, properties: { [hostile]: { default: hostile } } } } },
    }).html
    assert.notMatch(said, /<img|<b>/)
  })
})

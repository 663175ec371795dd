/**
 * The pages for designers are what `npm run catalog` makes of them, their examples are sound, and every field is
 * there.
 */
import { assert, describe, it } from "@effect/vitest"
import { catalogSchema, definitions, documentDefinition } from "@garrison/core/catalog/authoring/jsonSchema"
import { checkCatalog } from "@garrison/core/catalog/publishable"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import ajvFormats from "ajv-formats"
import { CATALOG_PAGES, catalogPage, examplesOf, expansionOf } from "../../scripts/catalog/page.ts"
import { examples, misfits } from "../../scripts/catalog/mistakes.ts"
import { parseYaml } from "../../packages/cli/src/document/yamlText.ts"
import { cryptoLayer } from "../support/crypto.ts"

const textOf = (name: string): string => readFileSync(resolve(import.meta.dirname, "../..", name), "utf8")

const page = textOf("docs/catalog-fields.md")

describe("the pages for designers", () => {
  it.each(CATALOG_PAGES)("have the expansions, the odds and the fields of the code: %s", async (name) => {
    const text = textOf(name)
    assert.strictEqual(text, await catalogPage(text), "npm run catalog writes them")
    const changed = text.replaceAll("chance: 1/128", "chance: 1/64").replaceAll("| `drop_weight` |", "| `weight` |")
    assert.notStrictEqual(changed, await catalogPage(changed))
  })
})

describe("docs/catalog-fields.md", () => {
  it("has examples in which the checker and the JSON Schema find nothing", async () => {
    const examples = examplesOf(page)
    const ajv = new Ajv2020({ strictTypes: false })
    ajvFormats.default(ajv)
    const validate = ajv.compile(catalogSchema())
    assert.isAtLeast(examples.length, 6)
    for (const document of examples) {
      assert.isTrue(validate(document), JSON.stringify(validate.errors))
      const { authored, document: expanded } = expansionOf(document)
      const report = await Effect.runPromise(Effect.provide(checkCatalog(expanded), cryptoLayer))
      assert.deepStrictEqual(authored(report).findings, [])
      assert.notStrictEqual(expanded, document)
    }
  })

  it("has every field in the table of its entry", () => {
    for (const { notes, title } of [documentDefinition, definitions.item, definitions.vendor, definitions.loot]) {
      const [, table = ""] = page.split(`### ${title}\n`)
      const [own = ""] = table.split("\n### ")
      for (const name of Object.keys(notes)) assert.include(own, `\n| \`${name}\` | `, `${title} ${name}`)
    }
  })

  for (const [code, example] of Object.entries({ ...examples, ...misfits })) {
    if (typeof example !== "string") continue
    it(`has an example in which the checker finds ${code}`, async () => {
      const { authored, document } = expansionOf(Result.getOrThrow(parseYaml(example)).value)
      const report = await Effect.runPromise(Effect.provide(checkCatalog(document), cryptoLayer))
      const found = authored(report).findings
      assert.include(
        found.map((finding): string => finding.code),
        code,
      )
      const others = found.filter((finding) => finding.code !== code).map((finding): string => finding.code)
      assert.deepStrictEqual(others, code === "vendor_never_drops" ? ["loot_never_drops"] : [])
    })
  }
})

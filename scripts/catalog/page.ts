/**
 * The generated parts of the pages for designers: odds and mistakes in the guide, `docs/catalog.md`; what forms expand
 * into, a table of every field, and the findings of the checker in `docs/catalog-fields.md`.
 */
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { catalogSchema, type Json } from "@garrison/core/catalog/authoring/jsonSchema"
import { EMPTY_LOCK } from "@garrison/core/catalog/authoring/lock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { designerMistakesText } from "./designerMistakes.ts"
import { mistakesText } from "./mistakes.ts"
import { parseYaml, yamlTextOf } from "../../packages/cli/src/document/yamlText.ts"
import { examplesIn, oddsRows } from "./guide.ts"

/** The pages, from the root of the repository. */
export const CATALOG_PAGES = ["docs/catalog.md", "docs/catalog-fields.md"] as const

/** An example of the page, and the text that it expands into. */
const example = /```yaml\n([^`]*)```\n\n<!-- expands into -->\n[^]*?<!-- \/expands into -->/g

/** The odds of loot of the document above. */
const odds = /<!-- odds (.*) -->\n[^]*?<!-- \/odds -->/g

const mistakes = /<!-- mistakes -->\n[^]*?<!-- \/mistakes -->/

const designers = /<!-- designer mistakes -->\n[^]*?<!-- \/designer mistakes -->/

const fields = /<!-- fields -->\n[^]*?<!-- \/fields -->/

/** The documents of the examples. */
export const examplesOf = (page: string): ReadonlyArray<unknown> =>
  Array.from(page.matchAll(example), ([, text = ""]) => Result.getOrThrow(parseYaml(text)).value)

/** What a document expands into. */
export const expansionOf = (document: unknown) => expandCatalog([{ name: "example", value: document }], EMPTY_LOCK)

const typeOf = (schema: Json): string => {
  const { $ref: to, anyOf, enum: values, items, type } = schema
  if (typeof to === "string") return (to.split("/").at(-1) ?? "").replaceAll("_", " ")
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(", ")
  if (Array.isArray(anyOf)) return [...new Set((anyOf as ReadonlyArray<Json>).map(typeOf))].join(" or ")
  if (type === "array") return `list of ${typeOf(items as Json)}`
  const { additionalProperties: inner } = schema
  if (type === "object" && typeof inner === "object" && inner !== null) return `map to ${typeOf(inner as Json)}`
  const { format } = schema
  return typeof format === "string" ? format : String(type)
}

const row = (name: string, schema: Json): string => {
  const { default: byDefault, description } = schema
  const cells = [`\`${name}\``, typeOf(schema), byDefault === undefined ? "" : `\`${JSON.stringify(byDefault)}\``]
  return `| ${[...cells, String(description)].join(" | ")} |`
}

const table = ({ properties, title }: Json, except: Json = {}): string => {
  const rows = Object.entries(properties as Readonly<Record<string, Json>>).filter(
    ([name, { description }]) => description !== undefined && !(name in except),
  )
  const lines = rows.map(([name, schema]) => row(name, schema))
  return [`### ${String(title)}`, "", "| field | is | default | meaning |", "|---|---|---|---|", ...lines, ""].join(
    "\n",
  )
}

const reference = (): string => {
  const schema = catalogSchema()
  const { condition: _, loot = {}, row: rows = {}, ...others } = schema["$defs"] as Readonly<Record<string, Json>>
  return [
    table(schema),
    ...[others["item"], others["vendor"], loot].map((one) => table(one ?? {})),
    // The other fields of a row are those of loot.
    table(rows, loot["properties"] as Json),
    ...Object.entries(others).flatMap(([name, one]) => (name === "item" || name === "vendor" ? [] : [table(one)])),
  ].join("\n")
}

const withOdds = async (page: string): Promise<string> => {
  let made = ""
  let end = 0
  for (const { 0: whole, 1: question = "", index } of page.matchAll(odds)) {
    const files = examplesIn(page.slice(0, index)).at(-1)?.files ?? []
    const rows = await Effect.runPromise(oddsRows(files, question))
    made += `${page.slice(end, index)}<!-- odds ${question} -->\n\n${rows}\n\n<!-- /odds -->`
    end = index + whole.length
  }
  return made + page.slice(end)
}

/** The page with its generated parts made anew. */
export const catalogPage = (page: string): Promise<string> =>
  withOdds(
    page
      .replace(example, (_match, text: string) => {
        const expanded = yamlTextOf(expansionOf(Result.getOrThrow(parseYaml(text)).value).document)
        const code = [
          "<details><summary>expands into</summary>",
          "",
          "```yaml",
          expanded,
          "```",
          "",
          "</details>",
        ].join("\n")
        return `\`\`\`yaml\n${text}\`\`\`\n\n<!-- expands into -->\n${code}\n<!-- /expands into -->`
      })
      .replace(mistakes, () => `<!-- mistakes -->\n${mistakesText()}<!-- /mistakes -->`)
      .replace(designers, () => `<!-- designer mistakes -->\n${designerMistakesText()}<!-- /designer mistakes -->`)
      .replace(fields, () => `<!-- fields -->\n${reference()}<!-- /fields -->`),
  )

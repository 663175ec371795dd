/**
 * The checker finds nothing in any document of the pages for designers. Each document of docs/catalog.md that has a
 * table of what happens behind it is published, and the orders of the table are submitted, with the results and
 * inventories that the table states.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { checkedExample, type Example, examplesIn, type ExampleStep } from "../../scripts/catalog/guide.ts"
import { CATALOG_PAGES } from "../../scripts/catalog/page.ts"
import { outcomesOf, worldOfFiles } from "../core/catalog/authoring/explore.ts"
import { ACTION, each, play, wordsIn } from "../support/playedCatalog.ts"

const textOf = (name: string): string => readFileSync(resolve(import.meta.dirname, "../..", name), "utf8")

const page = textOf("docs/catalog.md")

/** All that the interpreter can give a new player for the row, in the words of the page. */
const possibilities = async ({ files }: Example, { what }: ExampleStep) => {
  const world = await worldOfFiles(files)
  const [, , , , loot = "", times = "1"] = ACTION.exec(what) ?? []
  const names = Object.keys((await Effect.runPromise(checkedExample(files))).ids.item)
  const outcomes = outcomesOf(world, loot, { names, quantity: Number(times) })
  return Object.keys(outcomes).map((outcome) =>
    outcome === "nothing"
      ? []
      : outcome
          .split(", ")
          .map((gain) => gain.split(" ").toReversed().join(" "))
          .toSorted(),
  )
}

const examples = examplesIn(page).filter(({ steps }) => steps.length > 0)

const playExample = ({ files, steps }: Example) => play(files, each(steps.map(({ what }) => what)))

describe("docs/catalog.md", () => {
  it("has the growing example in six steps, and its recipes", () => {
    const headings = examples.map(({ heading }) => heading)
    assert.lengthOf(
      headings.filter((heading) => /^\d\. /.test(heading)),
      6,
    )
    assert.includeMembers(headings, ["One in N", "A range", "A shop with a limit", "A daily claim", "A season pass"])
    assert.includeMembers(headings, ["Levels by quests", "A bundle", "A coupon", "A code", "A refund"])
    assert.includeMembers(headings, ["A bundle of which the player chooses", "A code that gives a coupon"])
    assert.includeMembers(headings, ["Something for a level", "Times and zones"])
  })

  it.each(CATALOG_PAGES)("has documents in which the checker finds nothing: %s", async (name) => {
    const documents = examplesIn(textOf(name))
    assert.isAtLeast(documents.length, 12)
    for (const { files, heading } of documents) {
      const { findings } = await Effect.runPromise(checkedExample(files))
      assert.deepStrictEqual(findings, [], heading)
    }
  })

  it.each(examples)("$heading: gives what the page states", async (example) => {
    const seen = await playExample(example)
    assert.deepStrictEqual(
      seen.map(({ result }) => result),
      example.steps.map(({ result }) => result),
    )
    for (const [index, { owned, what }] of example.steps.entries()) {
      assert.deepInclude(owned.map(wordsIn), seen[index]?.owned ?? [], what)
    }
  })

  it("states every possibility where numbers are drawn", async () => {
    const drawn = examples.flatMap((example) =>
      example.steps.filter(({ owned }) => owned.length > 1).map((step) => [example, step] as const),
    )
    assert.lengthOf(drawn, 3)
    for (const [example, step] of drawn) {
      assert.sameDeepMembers(await possibilities(example, step), step.owned.map(wordsIn), step.what)
    }
  })

  it("of another document has other results", async () => {
    const [first, second] = examples
    if (first === undefined || second === undefined) throw new Error("the page has no examples")
    const seen = await playExample({ ...first, files: second.files, steps: second.steps })
    assert.notDeepEqual(
      seen.map(({ result }) => result),
      first.steps.map(({ result }) => result),
    )
  })
})

/** The page for those who run Garrison says of every table what a row of it stands for, and what bounds it. */
import { assert, it } from "@effect/vitest"
import { domainSettings } from "@garrison/core/settings"
import { tables } from "@garrison/sql/schema/tables"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const page = readFileSync(join(import.meta.dirname, "../../docs/production.md"), "utf8")

/** The rows of the tables of the section: the first cell, and the others. */
const rows = (page.split("## What grows for ever")[1]?.split("\n## ")[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))

it("names every table once", () => {
  const named = rows.flatMap(([, first = ""]) => Array.from(first.matchAll(/`(\w+)`/g), ([, table = ""]) => table))
  assert.deepStrictEqual(named.toSorted(), tables.map(({ name }) => name).toSorted())
})

it("names settings that there are", () => {
  const known = new Set([...Object.keys(domainSettings), ...tables.map(({ name }) => name)])
  const words = rows.flatMap((cells) =>
    cells.slice(2).flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, word = ""]) => word)),
  )
  assert.isAbove(words.length, 5)
  for (const word of words) assert.isTrue(known.has(word), word)
})

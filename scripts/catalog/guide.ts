/**
 * The examples of `docs/catalog.md`: documents, the orders in words that follow them, and the odds of their loot. A
 * document whose first line is `# NAME.yaml` is a file of the growing example, joined with the files before it.
 */
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { EMPTY_LOCK, type LockedNames } from "@garrison/core/catalog/authoring/lock"
import type { AuthoredFile } from "@garrison/core/catalog/authoring/places"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link } from "@garrison/core/catalog/rules/linked"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { activeLoot, lootOdds } from "@garrison/core/odds/computeOdds"
import type { OddsNumber } from "@garrison/core/odds/schema"
import { layer as cryptoLayer } from "@garrison/sql/Cryptography"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { parseYaml } from "../../packages/cli/src/document/yamlText.ts"

/** The moment at which each example begins: 22 November 2026, noon. */
export const EXAMPLES_BEGIN = Date.UTC(2026, 10, 22, 12)

/** A row of the table behind a document. */
export interface ExampleStep {
  readonly what: string
  readonly result: string
  /** What the player then owns; where numbers are drawn, each possibility. */
  readonly owned: ReadonlyArray<string>
}

/** A document of the page, with what it says happens on it. */
export interface Example {
  /** The heading above the document. */
  readonly heading: string
  readonly files: ReadonlyArray<AuthoredFile>
  readonly steps: ReadonlyArray<ExampleStep>
}

const part = /^#{2,3} (.*)$|```yaml\n([^`]*)```\n(?:\n\| what happens \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+))?/gm

const stepOf = (row: string): ExampleStep => {
  const [what = "", result = "", owned = ""] = row
    .split("|")
    .slice(1)
    .map((cell) => cell.trim())
  return { what, result: result.replaceAll("`", ""), owned: owned.split(/, or /) }
}

const table = /^\| what happens \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)/m

/** The rows of the first table of what happens. */
export const stepsIn = (page: string): ReadonlyArray<ExampleStep> =>
  (table.exec(page)?.[1] ?? "").split("\n").filter(Boolean).map(stepOf)

const withFile = (files: ReadonlyArray<AuthoredFile>, text: string): ReadonlyArray<AuthoredFile> => {
  const { value } = Result.getOrThrow(parseYaml(text))
  const name = /^# (\S+\.yaml)\n/.exec(text)?.[1]
  if (name === undefined) return [{ name: "catalog.yaml", value }]
  return [...files.filter((file) => file.name !== "catalog.yaml"), { name, value }]
}

/** Every document of the page, in its order. */
export const examplesIn = (page: string): ReadonlyArray<Example> => {
  const made: Array<Example> = []
  let heading = ""
  let files: ReadonlyArray<AuthoredFile> = []
  for (const [, title, text, rows = ""] of page.matchAll(part)) {
    heading = title ?? heading
    if (text === undefined) continue
    files = withFile(files, text)
    made.push({ heading, files, steps: rows.split("\n").filter(Boolean).map(stepOf) })
  }
  return made
}

/** Ids of an expanded example by kind and name. */
export type ExampleIds = LockedNames

/** A clock that stands at the moment at which each example begins: their windows end one day. */
const clockOfExamples = Effect.map(Clock.Clock, (clock): Clock.Clock => ({
  currentTimeMillisUnsafe: () => EXAMPLES_BEGIN,
  currentTimeMillis: Effect.succeed(EXAMPLES_BEGIN),
  currentTimeNanosUnsafe: () => BigInt(EXAMPLES_BEGIN) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(EXAMPLES_BEGIN) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration),
}))

/** The document that the files expand into, its findings with those of the checker, and the ids of its names. */
export const checkedExample = Effect.fnUntraced(function* (files: ReadonlyArray<AuthoredFile>) {
  const { authored, document, lock = EMPTY_LOCK } = expandCatalog(files, EMPTY_LOCK)
  const { publishable, report } = yield* checkForPublication(document).pipe(
    Effect.provide(cryptoLayer),
    Effect.provideServiceEffect(Clock.Clock, clockOfExamples),
  )
  return { document, findings: authored(report).findings, ids: lock.ids, publishable }
})

/** The id of a name; throws where there is none, because the page then names something that is not in its document. */
export const idIn = (ids: ExampleIds, kind: "item" | "loot", name: string): number => {
  const id = ids[kind][name]
  if (id === undefined) throw new Error(`the example has no ${kind} ${name}`)
  return id
}

const owned = (ids: ExampleIds, text: string | undefined): ReadonlyArray<HeldRecord> => {
  const [, count = "", name = ""] = /^(\d+) (\S+)$/.exec(text ?? "") ?? []
  if (text === undefined) return []
  const itemId = idIn(ids, "item", name)
  return [
    {
      inventoryId: "owned",
      legacyInventoryId: 1n,
      itemId,
      type: "persistent",
      bucket: "none",
      count: Number(count),
      acquired: 0,
      expires: undefined,
      customData: undefined,
      revision: 1,
    },
  ]
}

/** An exact number as it is printed; throws on an estimate, which no example may need. */
const exact = (number: OddsNumber): string => {
  if (typeof number !== "string") throw new Error("the odds of an example are estimates")
  return number
}

/** A fraction and the same as a percentage: `1/4 (25 %)`. */
const chance = (number: OddsNumber): string => {
  const [over = "0", under = "1"] = exact(number).split("/")
  return `${exact(number)} (${Number(((Number(over) / Number(under)) * 100).toPrecision(4))} %)`
}

/** The table of odds that a line such as `shop/box × 1 × 2, owning 1 key` asks for. */
export const oddsRows = Effect.fnUntraced(function* (files: ReadonlyArray<AuthoredFile>, question: string) {
  const [asked = "", holding] = question.split(", owning ")
  const [name = "", ...quantities] = asked.split(" × ")
  const { ids, publishable } = yield* checkedExample(files)
  if (publishable === undefined) throw new Error(`the document of ${question} is refused`)
  const catalog = link(1, publishable.published)
  const loot = activeLoot(catalog, idIn(ids, "loot", name), EXAMPLES_BEGIN)
  if (loot === undefined) throw new Error(`${question}: the loot is not active`)
  const items = new Map(Object.entries(ids.item).map(([item, id]) => [id, item]))
  const state = { now: EXAMPLES_BEGIN, records: owned(ids, holding), platform: undefined }
  const rows = yield* Effect.forEach(quantities.length === 0 ? ["1"] : quantities, (quantity) =>
    Effect.map(lootOdds(catalog, loot, Number(quantity), state), (odds) =>
      odds.items.map(
        ({ at_least_one, expected, item_id }) =>
          `| ${quantity} | ${items.get(item_id)} | ${exact(expected)} | ${chance(at_least_one)} |`,
      ),
    ),
  )
  const title = `\`${name}\`${holding === undefined ? "" : `, for a player who owns ${holding}`}:`
  return [title, "", "| ordered | item | on average | at least one |", "|---|---|---|---|", ...rows.flat()].join("\n")
})

/**
 * What `garrison odds` prints of all loot: the odds of one loot after the other, each as soon as it is computed. So the
 * odds of a large catalog need no memory.
 */
import type { LinkedCatalog, LinkedLoot } from "@garrison/core/catalog/authoring"
import { lootOdds, outermostLoot, type OddsState } from "@garrison/core/odds/rules"
import type { LootOddsAnswer } from "@garrison/core/odds/schema"
import * as Effect from "effect/Effect"
import type { CatalogNames } from "../document/catalogNames.ts"
import { oddsCsvHeading, oddsCsvLines, oddsMarkdown, oddsTable } from "../output/oddsForms.ts"
import { printData, whileProgressing } from "../output/print.ts"

/** The form in which odds are printed: one of these, or tables for people. */
interface OddsForm {
  readonly csv: boolean
  readonly markdown: boolean
  readonly json: boolean
}

/** The lines before the odds of the first loot, those of a loot, and those after the last. */
interface Layout {
  readonly head: ReadonlyArray<string>
  readonly each: (odds: LootOddsAnswer, loot: LinkedLoot, isLast: boolean) => ReadonlyArray<string>
  readonly foot: ReadonlyArray<string>
}

const layoutOf = (
  { csv, json, markdown }: OddsForm,
  { items, loot }: CatalogNames,
  quantity: number,
  owned: string | undefined,
): Layout => {
  if (json) {
    return {
      head: [`{"quantity":${quantity},"loot":[`],
      each: (odds, _loot, isLast) => [`${JSON.stringify(odds)}${isLast ? "" : ","}`],
      foot: ["]}"],
    }
  }
  if (csv) return { head: [oddsCsvHeading], each: (odds) => oddsCsvLines(odds, items), foot: [] }
  const text = markdown ? oddsMarkdown : oddsTable
  return {
    head: [],
    each: (odds, { loot_id }, isLast) => [
      text(odds, { name: loot.get(loot_id), owned }, items),
      ...(isLast ? [] : [""]),
    ],
    foot: [],
  }
}

/** Prints the odds of all loot that can be ordered and that no other loot leads to. `owned`: what the player owns. */
export const printAllOdds = (
  catalog: LinkedCatalog,
  names: CatalogNames,
  quantity: number,
  state: OddsState,
  form: OddsForm,
  owned: string | undefined,
): Effect.Effect<void> =>
  whileProgressing((show) =>
    Effect.gen(function* () {
      const all = outermostLoot(catalog, state.now)
      const { each, foot, head } = layoutOf(form, names, quantity, owned)
      for (const line of head) yield* printData(line)
      for (const [index, loot] of all.entries()) {
        show(`${index} of ${all.length} loot …`)
        const odds = yield* lootOdds(catalog, loot, quantity, state)
        const lines = each(odds, loot, index === all.length - 1)
        if (lines.length > 0) yield* printData(lines.join("\n"))
      }
      for (const line of foot) yield* printData(line)
    }),
  )

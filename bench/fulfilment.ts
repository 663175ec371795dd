/** Pure fulfilments per second: the interpreter on the demo catalog in memory, against the `roll()` of oldschooljs. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link, type LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import { fulfil } from "@garrison/core/order/rules/interpret"
import { Holdings } from "@garrison/core/order/rules/holdings"
import { digestLayer } from "@garrison/sql/Cryptography"
import * as Effect from "effect/Effect"
import { LootTable, Monsters } from "oldschooljs"
import { type Figure, figureOf, type Round } from "./report.ts"
import { SIMPLE_LOOT } from "./seed.ts"

/** A monster whose drops are nested tables. */
const NESTED_MONSTER_ID = 415
const KILL_LOOT_BASE = 1_000_000
const WARM_UP = 20_000

const circumstances = { platform: "Anon", isServer: true, now: 1_800_000_000_000 } as const

/** The demo catalog, linked. */
export const loadCatalog = async (): Promise<LinkedCatalog> => {
  const file = join(import.meta.dirname, "../examples/demo/catalog.json")
  const document: unknown = JSON.parse(readFileSync(file, "utf8"))
  const checking = checkForPublication(document).pipe(Effect.provide(digestLayer))
  const { publishable } = await Effect.runPromise(checking)
  if (publishable === undefined) throw new Error("the demo catalog is refused")
  return link(1, publishable.published)
}

const choose = ({ total }: { readonly total: number }): number => Math.floor(Math.random() * total)

const rateOf = (count: number, once: () => void): number => {
  const started = performance.now()
  for (let index = 0; index < count; index++) once()
  return (count * 1000) / (performance.now() - started)
}

const measure = (rounds: number, count: number, ours: () => void, floor: () => void): ReadonlyArray<Round> => {
  rateOf(WARM_UP, ours)
  rateOf(WARM_UP, floor)
  return Array.from({ length: rounds }, () => ({ ours: rateOf(count, ours), floor: rateOf(count, floor) }))
}

/** Measures fulfilment without storage. */
export const measureFulfilment = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const catalog = await loadCatalog()
  const monster = Monsters.get(NESTED_MONSTER_ID)
  if (monster === undefined) throw new Error(`oldschooljs has no monster ${NESTED_MONSTER_ID}`)
  const filling = (lootId: number) => {
    const order = {
      source: "IN_GAME",
      isTransaction: false,
      entries: [{ type: "fill_loot", loot_id: lootId, quantity: 1 }],
    } as const
    const holdings = Holdings.complete([])
    return () => {
      fulfil(catalog, order, circumstances, holdings, choose)
      holdings.settle()
    }
  }
  const oneItem = new LootTable().add(SIMPLE_LOOT.item_id, SIMPLE_LOOT.quantity)
  const figure = (name: string, floorName: string, count: number, lootId: number, floor: () => void) =>
    figureOf(name, "fulfilments/s", floorName, true, measure(rounds, count, filling(lootId), floor))
  return [
    figure("fulfil one item", "roll() of one item", 200_000, SIMPLE_LOOT.loot_id, () => void oneItem.roll()),
    figure(
      `fulfil ${monster.name}`,
      `roll() of ${monster.name}`,
      50_000,
      KILL_LOOT_BASE + NESTED_MONSTER_ID,
      () => void monster.kill(1, {}),
    ),
  ]
}

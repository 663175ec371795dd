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

const linked = async (document: unknown): Promise<LinkedCatalog> => {
  const checking = checkForPublication(document).pipe(Effect.provide(digestLayer))
  const { publishable } = await Effect.runPromise(checking)
  if (publishable === undefined) throw new Error("the catalog is refused")
  return link(1, publishable.published)
}

/** The demo catalog, linked. */
export const loadCatalog = (): Promise<LinkedCatalog> => {
  const file = join(import.meta.dirname, "../examples/demo/catalog.json")
  return linked(JSON.parse(readFileSync(file, "utf8")))
}

const FEW = 10
const MANY = 10_000
/** Fulfilling it draws once among as many candidates, each with a stack limit. */
const drawnAmong = (count: number): number => 2_000_000 + count

const tableOf = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => count * 100 + index)
  const loot = Object.fromEntries(ids.map((id) => [id, { item_id: (id % count) + 1, stack_limit: 1_000_000_000 }]))
  return { [count]: { type: "randomly_sampled", loot } }
}

/** A table of few candidates and one of many. */
const tables = (): unknown => {
  const items = Object.fromEntries(Array.from({ length: MANY }, (_, index) => [index + 1, {}]))
  const entrances = { [drawnAmong(FEW)]: { sub_vendor_id: FEW }, [drawnAmong(MANY)]: { sub_vendor_id: MANY } }
  return { items, vendors: { ...tableOf(FEW), ...tableOf(MANY), 1: { loot: entrances } } }
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
  const draws = await linked(tables())
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
  /** For a new player each time, so that the player holds nothing before the draw. */
  const drawing = (lootId: number) => {
    const order = {
      source: "IN_GAME",
      isTransaction: false,
      entries: [{ type: "fill_loot", loot_id: lootId, quantity: 1 }],
    } as const
    return () => void fulfil(draws, order, circumstances, Holdings.complete([]), choose)
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
    figureOf(
      `draw among ${MANY} with stack limits`,
      "draws/s",
      `draw among ${FEW} with stack limits`,
      true,
      measure(rounds, 20_000, drawing(drawnAmong(MANY)), drawing(drawnAmong(FEW))),
    ),
  ]
}

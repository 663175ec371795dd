/** Pure fulfilments per second: the interpreter on the demo catalog in memory, against the `roll()` of oldschooljs. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { checkForPublication } from "@garrison/core/catalog/publishable"
import { link, type LinkedCatalog } from "@garrison/core/catalog/rules/linked"
import { fulfil } from "@garrison/core/order/rules/interpret/interpret"
import { Holdings } from "@garrison/core/order/rules/interpret/holdings"
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
/** Of how many of the items a player holds as many as the limit allows: of few, of half, and of nearly all. */
const HELD = [5, MANY / 2, MANY - 20]
const DRAWS = [1, 10]
const STACK_LIMIT = 2
/** Fulfilling it draws once among as many candidates, each with a stack limit. */
const drawnAmong = (count: number): number => 2_000_000 + count

const tableOf = (count: number) => {
  const ids = Array.from({ length: count }, (_, index) => count * 100 + index)
  const loot = Object.fromEntries(ids.map((id) => [id, { item_id: (id % count) + 1, stack_limit: STACK_LIMIT }]))
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

const measure = (
  rounds: number,
  count: number,
  ours: () => void,
  floor: () => void,
  warmUp = WARM_UP,
): ReadonlyArray<Round> => {
  rateOf(warmUp, ours)
  rateOf(warmUp, floor)
  return Array.from({ length: rounds }, () => ({ ours: rateOf(count, ours), floor: rateOf(count, floor) }))
}

const orderOf = (lootId: number, quantity = 1) =>
  ({ source: "IN_GAME", isTransaction: false, entries: [{ type: "fill_loot", loot_id: lootId, quantity }] }) as const

/** A player who holds as many as the limit allows of the first `count` items. */
const holding = (count: number): Holdings =>
  Holdings.complete(
    Array.from({ length: count }, (_, index) => ({
      inventoryId: `held-${index + 1}`,
      legacyInventoryId: BigInt(index + 1),
      itemId: index + 1,
      type: "persistent",
      bucket: "none",
      count: STACK_LIMIT,
      acquired: 0,
      expires: undefined,
      customData: undefined,
      revision: 1,
    })),
  )

/**
 * Draws under stack limits. Each order begins with the same holdings, whose records are in memory, and is taken back.
 * What a first draw of holdings costs is a figure of its own: the candidates that name an item of theirs are judged.
 */
const measureDraws = (rounds: number, catalog: LinkedCatalog): ReadonlyArray<Figure> => {
  const drawing = (among: number, draws: number, holdings: Holdings) => {
    const order = orderOf(drawnAmong(among), draws)
    return () => {
      fulfil(catalog, order, circumstances, holdings, choose)
      holdings.undo(0)
    }
  }
  const drawn = DRAWS.flatMap((draws) =>
    HELD.map((held) =>
      figureOf(
        `${draws} drawn among ${MANY} with limits, ${held} held`,
        "orders/s",
        `${draws} drawn among ${FEW}, none held`,
        true,
        measure(rounds, 2000, drawing(MANY, draws, holding(held)), drawing(FEW, draws, holding(0))),
      ),
    ),
  )
  const most = HELD.at(-1) ?? 0
  const first = () => drawing(MANY, 1, holding(most))()
  const made = measure(rounds, 20, first, () => void holding(most), 5)
  return [...drawn, figureOf(`first draw, ${most} held`, "orders/s", `to make ${most} records`, true, made)]
}

/** Measures fulfilment without storage. */
export const measureFulfilment = async (rounds: number): Promise<ReadonlyArray<Figure>> => {
  const catalog = await loadCatalog()
  const draws = await linked(tables())
  const monster = Monsters.get(NESTED_MONSTER_ID)
  if (monster === undefined) throw new Error(`oldschooljs has no monster ${NESTED_MONSTER_ID}`)
  const filling = (lootId: number) => {
    const order = orderOf(lootId)
    const holdings = Holdings.complete([])
    return () => {
      fulfil(catalog, order, circumstances, holdings, choose)
      holdings.settle()
    }
  }
  /** For a new player each time, so that the player holds nothing before the draw. */
  const drawing = (lootId: number) => () =>
    void fulfil(draws, orderOf(lootId), circumstances, Holdings.complete([]), choose)
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
    ...measureDraws(rounds, draws),
  ]
}

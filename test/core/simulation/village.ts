/** A small economy for tests: monsters, a daily claim, a shop, levels, an entitlement and a promotion code. */
import { lookup } from "@garrison/core/catalog/rules/linked"
import { type CatalogNames } from "@garrison/core/simulation/rules/names"
import { readPolicy } from "@garrison/core/simulation/rules/readPolicy"
import { summaryOf } from "@garrison/core/simulation/rules/summary"
import type { PolicyDocument } from "@garrison/core/simulation/schema"
import { cohortsOf, emptySums, simulatePlayers, worldOf } from "@garrison/core/simulation/simulate"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { catalogOf, type Draft } from "../order/catalogs.ts"
import { hour } from "../order/fulfilling.ts"

export const COIN = 1
export const SWORD = 2
const XP = 3
export const TODAY = 4
export const PASS = 5
export const TORCH = 6
export const GEM = 7

export const GOBLIN = 100
export const DAILY = 101
const CAMP = 102
const GIFT = 103
export const SHOP_SWORD = 104
const SHOP_PASS = 105

/** The first moment of simulations: the start of a day. */
export const START = 960 * hour
const DAY = 24 * hour

export const village: Draft = {
  items: {
    [COIN]: {},
    [SWORD]: {},
    [XP]: { level_xp_table_id: 1, level_vendor_id: 3 },
    [TODAY]: {},
    [PASS]: { type: "entitlement", entitled_loot_id: CAMP },
    [TORCH]: {},
    [GEM]: {},
  },
  xp_tables: { 1: { levels: { 1: 0, 2: 10, 3: 30 } } },
  time_frames: { 1: { start: START, end: START + DAY, hour_interval: 24 } },
  price_points: {
    sword: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COIN, price: 30 }] }] },
    pass: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: COIN, price: 200 }] }] },
  },
  promotions: { HELLO: { loot_id: GIFT } },
  vendors: {
    1: {
      loot: {
        [GOBLIN]: { sub_vendor_id: 2 },
        [DAILY]: { sub_vendor_id: 5, is_claimable_by_client: true },
        [CAMP]: { item_id: TORCH, quantity: 2, inventory_selector_type: "own_transient", is_claimable_by_client: true },
        [GIFT]: { item_id: COIN, quantity: 500 },
        [SHOP_SWORD]: { item_id: SWORD, current_price_point_guid: "sword" },
        [SHOP_PASS]: { item_id: PASS, current_price_point_guid: "pass" },
      },
    },
    2: { loot: { 20: { item_id: XP, quantity: 1 }, 21: { sub_vendor_id: 4, quantity: 1 } } },
    3: {
      loot: {
        30: { item_id: COIN, quantity: 100, sort_order: 2 },
        31: { item_id: COIN, quantity: 300, sort_order: 3 },
      },
    },
    4: {
      type: "randomly_sampled",
      loot: {
        40: { item_id: COIN, quantity: 3, drop_weight: 100 },
        41: { item_id: COIN, quantity: 9, drop_weight: 27 },
        42: { item_id: GEM, drop_weight: 1 },
      },
    },
    5: {
      loot: {
        50: { item_id: TODAY, quantity: 1, inventory_operation: "check_less_than" },
        51: { item_id: TODAY, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
        52: { item_id: COIN, quantity: 20 },
      },
    },
  },
}

/** What players of the village do. */
const villagers: PolicyDocument = {
  cohorts: {
    casual: {
      share: 3,
      sessions_per_day: 0.6,
      start: { coin: 5 },
      actions: [
        { redeem: "HELLO", at_most: 1, chance: 0.5 },
        { claim: "daily" },
        { play: "goblin", times: { min: 0, max: 5 } },
        { buy: "sword", at_most: 1, keeping: { coin: 10 } },
        { buy: "pass", at_most: 1, when: [{ has: "sword" }] },
      ],
    },
    keen: {
      sessions_per_day: { min: 1, max: 3 },
      platform: "Echo",
      actions: [{ play: "goblin", times: 10 }, { claim: "daily" }, { buy: "sword" }, { buy: "pass", at_most: 1 }],
    },
  },
  currencies: ["coin", "torch", "today"],
  goals: [{ item: "sword" }, { item: "gem", count: 2 }, { item: "xp", count: 30 }],
}

const named = (names: Readonly<Record<string, number>>) => ({
  authored: names,
  shown: new Map(Object.entries(names).map(([name, id]) => [id, name])),
})

export const villageNames: CatalogNames = {
  items: named({ coin: COIN, sword: SWORD, xp: XP, today: TODAY, pass: PASS, torch: TORCH, gem: GEM }),
  loot: named({ goblin: GOBLIN, daily: DAILY, camp: CAMP, gift: GIFT, sword: SHOP_SWORD, pass: SHOP_PASS }),
}

export const villageCatalog = catalogOf(village)

/** The world of the policy; a mistake in the policy is thrown. */
export const villageWorld = (document: unknown = villagers, days = 20) =>
  worldOf(villageCatalog, Result.getOrThrow(readPolicy(document, villageCatalog, villageNames)), START, days)

/** The sums of all players, simulated in ranges that begin at `firsts`, each with sums of its own. */
export const simulated = (world: ReturnType<typeof villageWorld>, players: number, seed: number, firsts = [0]) => {
  const cohorts = cohortsOf(world.policy, players)
  return firsts.map((first, index) => {
    const sums = emptySums(world)
    const range = { first, before: firsts[index + 1] ?? players }
    Effect.runSync(simulatePlayers(world, seed, cohorts, range, sums))
    return sums
  })
}

/** The result of a simulation in one piece. */
export const resultOf = (world: ReturnType<typeof villageWorld>, players: number, seed = 1) =>
  summaryOf(world, { players, seed }, simulated(world, players, seed)[0] ?? [])

/** The loot with this id. */
export const lootWith = (id: number) => {
  const loot = lookup(villageCatalog.loot, id)
  if (loot === undefined) throw new Error(`no loot ${id}`)
  return loot
}

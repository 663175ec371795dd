/**
 * The parts of the demo world that are not monsters: a currency, experience with levels and rewards, a starter pack, a
 * daily reward, a shop and a promotion code. They were invented for Garrison.
 */

/** Ids of the demo that other places name. Items below 1,000,000 are the package's own. */
export const DEMO = {
  coins: 995,
  experience: 1_000_001,
  starterMark: 1_000_002,
  dailyMark: 1_000_003,
  veteranBadge: 1_000_004,
  levelVendor: 1,
  starterVendor: 2,
  dailyVendor: 3,
  playVendor: 4,
  shopVendor: 5,
  starterLoot: 1,
  dailyLoot: 2,
  experienceLoot: 3,
  promotionLoot: 4,
} as const

const named = (name: string) => ({ custom_data: { name } })

const items = {
  [DEMO.experience]: {
    type: "unit",
    level_xp_table_id: 1,
    level_vendor_id: DEMO.levelVendor,
    ...named("Experience"),
  },
  [DEMO.starterMark]: { type: "unit", ...named("Starter pack taken") },
  [DEMO.dailyMark]: { type: "unit", ...named("Daily reward taken") },
  [DEMO.veteranBadge]: { type: "unit", ...named("Veteran badge") },
}

/** Level n + 1 takes n × n × 100 experience. */
const levels = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index + 1, index * index * 100]))

const levelRewards = Object.fromEntries(
  Array.from({ length: 19 }, (_, index) => {
    const level = index + 2
    const reward = level === 20 ? { item_id: DEMO.veteranBadge } : { item_id: DEMO.coins, quantity: level * 50 }
    return [100 + level, { ...reward, sort_order: level }]
  }),
)

/** Once per player: the check fails as soon as the mark is owned. */
const starterPack = {
  20: { item_id: DEMO.starterMark, quantity: 1, inventory_operation: "check_less_than" },
  21: { item_id: DEMO.starterMark },
  22: { item_id: DEMO.coins, quantity: 500 },
  23: { item_id: 1277, ...named("Bronze sword") },
  24: { item_id: 1171, ...named("Wooden shield") },
  25: { item_id: 315, quantity: 10, ...named("Shrimps") },
}

/** Once per day: the mark is rented until the day's window ends. */
const dailyReward = {
  30: { item_id: DEMO.dailyMark, quantity: 1, inventory_operation: "check_less_than" },
  31: { item_id: DEMO.dailyMark, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
  32: { item_id: DEMO.coins, quantity: 100 },
  33: { item_id: DEMO.experience, quantity: 50 },
}

const play = {
  [DEMO.starterLoot]: {
    sub_vendor_id: DEMO.starterVendor,
    quantity_type: "absolute",
    is_claimable_by_client: true,
    ...named("Starter pack"),
  },
  [DEMO.dailyLoot]: {
    sub_vendor_id: DEMO.dailyVendor,
    quantity_type: "absolute",
    is_claimable_by_client: true,
    ...named("Daily reward"),
  },
  [DEMO.experienceLoot]: { item_id: DEMO.experience, quantity: 1, ...named("Experience") },
  [DEMO.promotionLoot]: { item_id: DEMO.coins, quantity: 1000, ...named("Welcome gift") },
}

const shop = {
  50: { item_id: 385, current_price_point_guid: "shark", ...named("Shark") },
  51: { item_id: 2434, current_price_point_guid: "prayer-potion", ...named("Prayer potion(4)") },
}

const coins = (price: number) => [{ price_item_id: DEMO.coins, price }]

/** The document without the monsters and their items. */
export const demoWorld = {
  items,
  vendors: {
    [DEMO.levelVendor]: { type: "recipe", ...named("Level rewards"), loot: levelRewards },
    [DEMO.starterVendor]: { type: "recipe", ...named("Starter pack"), loot: starterPack },
    [DEMO.dailyVendor]: { type: "recipe", ...named("Daily reward"), loot: dailyReward },
    [DEMO.playVendor]: { type: "recipe", ...named("Claims and grants"), loot: play },
    [DEMO.shopVendor]: { type: "recipe", ...named("Shop"), loot: shop },
  },
  price_points: {
    shark: {
      current_breakpoints: [
        { quantity: 1, currencies: coins(800) },
        { quantity: 100, currencies: coins(750) },
      ],
    },
    "prayer-potion": { cap_flag: true, current_breakpoints: [{ quantity: 1, currencies: coins(9000) }] },
  },
  xp_tables: { 1: { levels } },
  time_frames: {
    1: { start: "2026-01-01T00:00:00.000Z", end: "2026-01-02T00:00:00.000Z", hour_interval: 24 },
  },
  promotions: { WELCOME: { loot_id: DEMO.promotionLoot } },
}

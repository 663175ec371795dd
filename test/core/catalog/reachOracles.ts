/**
 * Items that nothing gives, levels that nobody reaches and vendors that nothing leads to, beside catalogs that
 * nearly have the mistake.
 */
import type { Draft } from "../order/catalogs.ts"
import { fill, held, hour, items, NOW } from "../order/fulfilling.ts"
import { type Loot, type Never, buy, coupon, each, promoted, shop, sold, two, onPlatforms } from "./neverDrafts.ts"

/** A recipe that needs 5 of item 1, and then fewer than `most`, with a vendor between. */
const around = (most: number): Draft => ({
  items: items(2),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2, quantity_type: "absolute" } } },
    2: {
      type: "recipe",
      loot: {
        2: { item_id: 1, quantity: 5, inventory_operation: "check_greater_than_or_equal" },
        3: { sub_vendor_id: 3, sort_order: 1 },
        4: { item_id: 1, quantity: most, inventory_operation: "check_less_than", sort_order: 2 },
      },
    },
    3: { type: "recipe", loot: { 100: { item_id: 2 } } },
    4: { type: "recipe", loot: { 101: { item_id: 1 } } },
  },
})

/** A bundle of so many that a part of 2 is too large, if the part has begun. */
const begun = (effective_from: number): Draft => ({
  items: items(1),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2, quantity: 2 ** 52 } } },
    2: { type: "recipe", loot: { 2: { item_id: 1, quantity: 2, effective_from } } },
  },
})

/** Loot with a time frame that ends in an hour. */
const framed = (effective_from: number): Draft => ({
  items: items(1),
  vendors: {
    1: {
      type: "recipe",
      loot: { 1: { item_id: 1, inventory_selector_type: "own_transient", time_frame_id: 1, effective_from } },
    },
  },
  time_frames: { 1: { start: NOW - hour, end: NOW + hour } },
})

/** Item 1 has levels, which vendor 2 rewards with item 2. Loot 1 gives 100 XP. */
const levelled = (
  reward: Loot[number],
  levels: Readonly<Record<string, number>> | undefined,
  rest: Loot = {},
): Draft => ({
  items: {
    1: { level_vendor_id: 2, ...(levels === undefined ? undefined : { level_xp_table_id: 1 }) },
    2: {},
    3: {},
  },
  vendors: {
    1: { type: "recipe", loot: { 1: { item_id: 1, quantity: 100 }, ...rest } },
    2: { type: "recipe", loot: { 2: { item_id: 2, ...reward } } },
  },
  ...(levels === undefined ? undefined : { xp_tables: { 1: { levels } } }),
})

const marked = (rest: Loot): Draft => ({
  items: items(3),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "recipe",
      loot: { 2: { item_id: 1, inventory_operation: "check_less_than" }, 3: { item_id: 2, sort_order: 1 }, ...rest },
    },
  },
})

/** A vendor of two loot that no loot has as its sub vendor, unless `lead` does. */
const alone = (type: "recipe" | "randomly_sampled", loot: Loot, lead: Loot = {}): Draft => ({
  items: items(3),
  vendors: { 1: { type: "recipe", loot: { 50: { item_id: 3 }, ...lead } }, 2: { type, loot } },
})

const guarded: Loot = { 1: { item_id: 1 }, 2: { item_id: 3, quantity: 9, inventory_operation: "check_less_than" } }

/** Every mistake of this kind. */
export const reachNever: ReadonlyArray<Never> = [
  {
    what: "a price in a currency of which loot gives 0",
    code: "price_item_not_given",
    at: "price_points.p.current_breakpoints.0.currencies.0.price_item_id",
    mistake: shop({ ...sold, 91: { item_id: 4, quantity: 0 } }, [each(1, 5, 4)]),
    nearMiss: shop({ ...sold, 91: { item_id: 4, quantity: 1 } }, [each(1, 5, 4)]),
    entry: fill(91, 5),
    end: { counts: {} },
    nearMissEnd: { counts: { 4: 5 } },
  },
  {
    what: "checks that contradict, around a vendor, of an item that servers give by itself",
    code: "checks_contradict",
    at: "vendors.2.loot.4.inventory_operation",
    mistake: around(5),
    nearMiss: around(6),
    entry: fill(1),
    records: [held(1, 5)],
    end: { reason: "CountTooHigh" },
  },
  {
    what: "a quantity that is too large by a part that has begun",
    code: "quantity_too_large",
    at: "vendors.1.loot.1.quantity",
    mistake: begun(NOW),
    nearMiss: begun(NOW + 1),
    entry: fill(1),
    end: { reason: "QuantityTooLarge" },
  },
  {
    what: "loot that begins when its time frame is over",
    code: "time_frame_over",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: framed(NOW + hour),
    nearMiss: framed(NOW),
    entry: fill(1),
    end: { reason: "LootNotYetEffective" },
  },
  {
    what: "a price in a currency that nothing gives",
    code: "price_item_not_given",
    at: "price_points.p.current_breakpoints.0.currencies.0.price_item_id",
    mistake: shop(sold, [each(1, 5, 4)]),
    nearMiss: shop({ ...sold, 91: { item_id: 4, active: true } }, [each(1, 5, 4)]),
    entry: buy(1, 5, {}, 4),
    nearMissEntry: fill(91, 5),
    end: { reason: "PriceNotOwned" },
    nearMissEnd: { counts: { 4: 5 } },
  },
  {
    what: "a check of an item that only inactive loot gives",
    code: "condition_item_not_given",
    at: "vendors.2.loot.1.item_id",
    mistake: alone("recipe", {
      1: { item_id: 2, inventory_operation: "check_greater_than" },
      2: { item_id: 2, active: false },
    }),
    nearMiss: alone("recipe", {
      1: { item_id: 2, quantity: 0, inventory_operation: "check_greater_than_or_equal" },
      2: { item_id: 2, active: false },
    }),
    entry: fill(1),
    end: { reason: "CountTooLow" },
  },
  {
    what: "a draw that requires an item that nothing gives",
    code: "condition_item_not_given",
    at: "vendors.2.loot.2.required_item_id",
    mistake: alone("randomly_sampled", { 2: { item_id: 1, required_item_id: 2 } }, { 1: { sub_vendor_id: 2 } }),
    nearMiss: alone(
      "randomly_sampled",
      { 2: { item_id: 1, required_item_id: 2 } },
      {
        1: { sub_vendor_id: 2 },
        51: { item_id: 2, inventory_operation: "set" },
      },
    ),
    entry: fill(1),
    nearMissEntry: fill(51),
    end: { reason: "NoCandidates" },
  },
  {
    what: "a check for a mark that nothing sets",
    code: "check_always_passes",
    at: "vendors.2.loot.2.item_id",
    mistake: marked({}),
    nearMiss: marked({ 4: { item_id: 1, sort_order: 1 } }),
    entry: fill(1),
    records: [],
    end: { counts: { 2: 1 } },
    nearMissEnd: { counts: { 1: 1, 2: 1 } },
  },
  {
    what: "a level reward without a level",
    code: "level_reward_without_level",
    at: "vendors.2.loot.2",
    mistake: levelled({}, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 2 }, { 1: 0, 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a reward of the level that every player begins at",
    code: "level_reward_not_reached",
    at: "vendors.2.loot.2.sort_order",
    mistake: levelled({ sort_order: 1 }, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 1 }, { 1: 1, 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a reward of a level that the table does not have",
    code: "level_reward_not_reached",
    at: "vendors.2.loot.2.sort_order",
    mistake: levelled({ sort_order: 3 }, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 3 }, { 1: 0, 2: 100 }, { 51: { sub_vendor_id: 2 } }),
    entry: fill(1),
    nearMissEntry: fill(51),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 2: 1 } },
  },
  {
    what: "level rewards of an item without levels",
    code: "level_vendor_without_levels",
    at: "items.1.level_vendor_id",
    mistake: levelled({ sort_order: 2 }, undefined),
    nearMiss: levelled({ sort_order: 2 }, { 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "level rewards of an item whose table is empty",
    code: "level_vendor_without_levels",
    at: "items.1.level_vendor_id",
    mistake: levelled({ sort_order: 2 }, {}),
    nearMiss: levelled({ sort_order: 2 }, { 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a draw that no loot leads to, so that its loot is ordered without a draw",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("randomly_sampled", { 1: { item_id: 1, drop_weight: 1, stack_limit: 1 }, 2: { drop_weight: 9 } }),
    nearMiss: alone("randomly_sampled", { 2: { item_id: 1, stack_limit: 2 } }, { 1: { sub_vendor_id: 2 } }),
    entry: fill(1),
    records: [held(1, 1)],
    end: { counts: { 1: 2 } },
    nearMissEnd: { counts: { 1: 2 } },
  },
  {
    what: "a recipe that no loot leads to, so that its check stops nothing",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("recipe", guarded),
    nearMiss: alone("recipe", two),
    entry: fill(1),
    records: [held(3, 9)],
    end: { counts: { 1: 1, 3: 9 } },
    nearMissEnd: { counts: { 1: 1, 3: 9 } },
  },
  {
    what: "a vendor without loot",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("recipe", {}),
    nearMiss: alone("recipe", {}, { 1: { sub_vendor_id: 2 } }),
    entry: fill(1),
    end: { reason: "LootMissing" },
  },
]

/** Catalogs that servers and operators use, in which nothing is wrong. */
export const legitimate: ReadonlyArray<readonly [what: string, draft: Draft]> = [
  ["a list of gifts that servers order by id", alone("recipe", two)],
  [
    "a list of fees and gifts that servers order by id",
    {
      ...alone("recipe", { 1: { item_id: 3, inventory_operation: "subtract" }, 2: { item_id: 2 } }),
    },
  ],
  [
    "checks that servers order before what they guard",
    alone("recipe", {
      1: { item_id: 3, quantity: 9, inventory_operation: "check_greater_than_or_equal" },
      2: { item_id: 3, inventory_operation: "subtract" },
    }),
  ],
  [
    "a draw of a code",
    {
      ...alone("randomly_sampled", two, { 1: { sub_vendor_id: 2, quantity_type: "absolute" } }),
      vendors: {
        2: { type: "randomly_sampled", loot: { 2: { item_id: 1 }, 3: { item_id: 2 } } },
        1: { loot: { 1: { sub_vendor_id: 2 } } },
      },
      promotions: { HI: { loot_id: 1 } },
    },
  ],
  [
    "a level reward that is for sale, too",
    {
      ...levelled({ current_price_point_guid: "p" }, { 2: 100 }),
      price_points: { p: { current_breakpoints: [each(1, 5)] } },
    },
  ],
  [
    "a draw that only loot leads to that is switched off",
    alone("randomly_sampled", two, { 51: { sub_vendor_id: 2, active: false } }),
  ],
  [
    "a code of two items on different platforms, of which one begins later",
    {
      ...onPlatforms(["Golf"], ["Echo"]),
      vendors: {
        1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "recipe", loot: { 2: { item_id: 1 }, 3: { item_id: 2, effective_from: NOW + hour } } },
      },
      promotions: { HI: { loot_id: 1 } },
    },
  ],
  [
    "a gift of a code beside a check in one vendor",
    { ...alone("recipe", guarded), promotions: { HI: { loot_id: 1 } } },
  ],
  ["a price point that is shown before a sale", shop({ 1: { item_id: 2, pre_sale_price_point_guid: "p" } }, [])],
  [
    "a price point of loot that is switched off",
    shop({ 1: { item_id: 2, active: false, current_price_point_guid: "p" } }, [each(1, 5)]),
  ],
  ["a currency that a server gives by loot", shop(sold, [each(1, 5)])],
  [
    "a currency that is a level reward",
    {
      ...levelled({ sort_order: 2 }, { 2: 100 }, { 51: { item_id: 3, current_price_point_guid: "p" } }),
      price_points: { p: { current_breakpoints: [each(1, 5, 2)] } },
    },
  ],
  [
    "a currency that every player always owns",
    shop(sold, [each(1, 1, 4)], { items: { ...items(3), 4: { availability_flags: 2 } } }),
  ],
  [
    "a price of 0 in a currency that nothing gives",
    shop(
      {
        1: {
          item_id: 2,
          inventory_operation: "set",
          inventory_selector_type: "rent_timeframe_locked",
          time_frame_id: 1,
          current_price_point_guid: "p",
        },
      },
      [each(1, 0, 4)],
      {
        time_frames: { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 } },
      },
    ),
  ],
  ["a code that begins later than its loot", promoted({ start: NOW + hour }, { effective_from: NOW })],
  [
    "a coupon of loot that is switched off",
    {
      ...coupon({}),
      vendors: { 1: { loot: { 1: { item_id: 2, active: false, current_price_point_guid: "p" }, 90: { item_id: 1 } } } },
    },
  ],
  [
    "a coupon of several loot, of which one costs the currency",
    {
      ...coupon({ coupon_discount_loot: [1, 90] }),
    },
  ],
]

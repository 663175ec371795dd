/**
 * Mistakes that the interpreter can show: a catalog with the mistake, a catalog that nearly has it, and an order. The
 * order tells them apart (unfulfillable.test.ts, idle.test.ts).
 */
import type { TableCode } from "@garrison/core/catalog/rules/codes"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "../order/catalogs.ts"
import { fill, held, hour, items, NOW } from "../order/fulfilling.ts"

/** Loot that no order can give, and why the interpreter says so; beside it, loot that some order can give. */
export interface Unfulfillable {
  readonly what: string
  readonly code: TableCode
  readonly at: string
  readonly mistake: Draft
  readonly nearMiss: Draft
  /** The order of the near miss, where it is not that of the mistake: both fill loot 1. */
  readonly nearMissEntry?: SubmittedEntry
  readonly records?: ReadonlyArray<HeldRecord>
  readonly reason: FailureReason["_tag"]
}

type Loot = NonNullable<Draft["vendors"]>[number]["loot"]

const one = (loot: Loot[number], rest: Draft = {}): Draft => ({
  items: items(3),
  vendors: { 1: { loot: { 1: { item_id: 1, ...loot } } } },
  ...rest,
})

const frames = (fields: object = {}): Draft => ({
  time_frames: { 1: { start: NOW - hour, end: NOW + hour, ...fields } },
})

const levelled = (levels: Record<string, number>): Draft => ({
  items: { 1: { level_xp_table_id: 1 } },
  xp_tables: { 1: { levels } },
})

const drawing = (loot: Loot): Draft => ({
  items: items(3),
  vendors: { 1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } }, 2: { type: "randomly_sampled", loot } },
})

const HALF = 2 ** 52

/** A chain of draws that lie in new orders, `depth` deep. */
const chained = (depth: number): Draft => ({
  items: items(1),
  vendors: Object.fromEntries([
    [1, { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } }],
    ...Array.from({ length: depth }, (_, at) => [
      at + 2,
      {
        type: "randomly_sampled",
        loot: {
          [at + 2]: at === depth - 1 ? { item_id: 1, fill_in_new_order: true } : inner(at + 3),
        },
      },
    ]),
  ]) as Draft["vendors"] & object,
})

const inner = (sub_vendor_id: number) => ({ sub_vendor_id, fill_in_new_order: true })

/** A recipe that contains another one of 1000 loot, `times` times. */
const recipeOf = (times: number, loot: Loot[number]): Draft => {
  const repeated = (count: number, from: number, one: Loot[number]): Loot =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [from + at, one]))
  return {
    items: items(1),
    vendors: {
      1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
      2: { type: "recipe", loot: repeated(times, 1000, { sub_vendor_id: 3 }) },
      3: { type: "recipe", loot: repeated(1000, 2000, loot) },
    },
  }
}

const check = { item_id: 1, quantity: 0, inventory_operation: "check_greater_than_or_equal" } as const

const inheriting = (entitled_loot_id: number): Draft => ({
  items: { 1: {}, 3: { type: "entitlement", entitled_loot_id } },
  vendors: {
    1: {
      type: "recipe",
      loot: { 1: { item_id: 1, inventory_selector_type: "inherit_entitlement_inventory" }, 2: { item_id: 1 } },
    },
  },
})

/** Every mistake for which no order is fulfilled. */
export const unfulfillable: ReadonlyArray<Unfulfillable> = [
  {
    what: "a rent without a time frame",
    code: "rent_without_time_frame",
    at: "vendors.1.loot.1.inventory_selector_type",
    mistake: one({ inventory_selector_type: "rent" }),
    nearMiss: one({ inventory_selector_type: "rent", time_frame_id: 1 }, frames()),
    reason: "NoTimeFrame",
  },
  {
    what: "a rent by windows without a time frame",
    code: "rent_without_time_frame",
    at: "vendors.1.loot.1.inventory_selector_type",
    mistake: one({ inventory_selector_type: "rent_timeframe_locked", inventory_operation: "set", quantity: 0 }),
    nearMiss: one({ inventory_selector_type: "rent_timeframe_locked", quantity: 0 }),
    reason: "NoTimeFrame",
  },
  {
    what: "a time frame that is over",
    code: "time_frame_over",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: one({ inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 }, frames({ end: NOW })),
    nearMiss: one(
      { inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
      frames({ end: NOW, hour_interval: 1 }),
    ),
    reason: "TimeFrameOver",
  },
  {
    what: "an inactive time frame of a rent",
    code: "time_frame_over",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: one({ inventory_selector_type: "rent", time_frame_id: 1 }, frames({ active: false })),
    nearMiss: one({ inventory_selector_type: "rent", time_frame_id: 1 }, frames({ end: NOW })),
    reason: "ExpiryTooLate",
  },
  {
    what: "an XP transform of an item without an XP table",
    code: "xp_transform_without_levels",
    at: "vendors.1.loot.1.xp_quantity_transform_type",
    mistake: one({ xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp" }),
    nearMiss: one({ xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp" }, levelled({ 1: 5 })),
    reason: "NoLevels",
  },
  {
    what: "an XP transform with an empty XP table",
    code: "xp_transform_without_levels",
    at: "vendors.1.loot.1.xp_quantity_transform_type",
    mistake: one({ xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp" }, levelled({})),
    nearMiss: one(
      { xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp" },
      levelled({ 1: 5 }),
    ),
    reason: "TopLevelReached",
  },
  {
    what: "adding to an item that every player always owns",
    code: "always_owned_given",
    at: "vendors.1.loot.1.item_id",
    mistake: one({}, { items: { 1: { availability_flags: 2 } } }),
    nearMiss: one({ inventory_operation: "check_greater_than_or_equal" }, { items: { 1: { availability_flags: 2 } } }),
    reason: "AlwaysOwned",
  },
  {
    what: "a selector of entitlements in loot that no entitlement leads to",
    code: "selector_outside_entitlement",
    at: "vendors.1.loot.1.inventory_selector_type",
    mistake: inheriting(2),
    nearMiss: inheriting(1),
    nearMissEntry: { type: "fill_entitled_loot", item_id: 3, quantity: 1 },
    records: [held(3, 1)],
    reason: "NoEntitlement",
  },
  {
    what: "weights that sum to 2^53",
    code: "weights_too_large",
    at: "vendors.2",
    mistake: drawing({ 2: { item_id: 1, drop_weight: HALF }, 3: { item_id: 2, drop_weight: HALF } }),
    nearMiss: drawing({ 2: { item_id: 1, drop_weight: HALF }, 3: { item_id: 2, drop_weight: HALF - 1 } }),
    reason: "WeightsTooLarge",
  },
  {
    what: "weights that sum to 2^53 for a player with the required item",
    code: "weights_sometimes_too_large",
    at: "vendors.2",
    mistake: drawing({
      2: { item_id: 1, drop_weight: HALF },
      3: { item_id: 2, drop_weight: HALF, required_item_id: 3 },
    }),
    nearMiss: drawing({
      2: { item_id: 1, drop_weight: HALF },
      3: { item_id: 2, drop_weight: HALF - 1, required_item_id: 3 },
    }),
    records: [held(3, 1)],
    reason: "WeightsTooLarge",
  },
  {
    what: "new orders 9 deep",
    code: "new_orders_too_deep",
    at: "vendors.1.loot.1",
    mistake: chained(9),
    nearMiss: chained(8),
    reason: "OrdersTooDeep",
  },
  {
    what: "new orders 9 deep in some draws",
    code: "new_orders_sometimes_too_deep",
    at: "vendors.1.loot.1",
    mistake: withWayOut(chained(9)),
    nearMiss: withWayOut(chained(8)),
    reason: "OrdersTooDeep",
  },
  {
    what: "more changes than an order may make",
    code: "changes_too_many",
    at: "vendors.1.loot.1",
    mistake: recipeOf(11, { item_id: 1 }),
    nearMiss: recipeOf(10, { item_id: 1 }),
    reason: "TooManyChanges",
  },
  {
    what: "more steps than an order may take",
    code: "steps_too_many",
    at: "vendors.1.loot.1",
    mistake: recipeOf(50, check),
    nearMiss: recipeOf(49, check),
    reason: "TooManySteps",
  },
  {
    what: "a recipe that needs at least 5 of an item, and less than 5",
    code: "checks_contradict",
    at: "vendors.2.loot.3.inventory_operation",
    mistake: within(1, [atLeast(5), below(5)]),
    nearMiss: within(1, [atLeast(5), below(6)]),
    records: [held(1, 5)],
    reason: "CountTooHigh",
  },
  {
    what: "a check for less than 0",
    code: "checks_contradict",
    at: "vendors.2.loot.2.inventory_operation",
    mistake: within(1, [below(0)]),
    nearMiss: within(1, [below(1)]),
    reason: "CountTooHigh",
  },
  {
    what: "a check for less than what the recipe adds before",
    code: "checks_contradict",
    at: "vendors.2.loot.3.inventory_operation",
    mistake: within(1, [{ item_id: 1, quantity: 3 }, below(3)]),
    nearMiss: within(1, [{ item_id: 1, quantity: 3 }, below(4)]),
    reason: "CountTooHigh",
  },
  {
    what: "a check for less than is left of what a vendor between takes none of",
    code: "checks_contradict",
    at: "vendors.2.loot.4.inventory_operation",
    mistake: within(1, [atLeast(5), { sub_vendor_id: 3 }, below(5)], { item_id: 2 }),
    nearMiss: within(1, [atLeast(5), { sub_vendor_id: 3 }, below(5)], { item_id: 1, inventory_operation: "subtract" }),
    records: [held(1, 5)],
    reason: "CountTooHigh",
  },
  {
    what: "quantities whose product is above 2^53-1",
    code: "quantity_too_large",
    at: "vendors.1.loot.1.quantity",
    mistake: within(2 ** 52, [{ item_id: 1, quantity: 2 }]),
    nearMiss: within(2 ** 52, [{ item_id: 1, quantity: 2, quantity_type: "absolute" }]),
    reason: "QuantityTooLarge",
  },
  {
    what: "a rent that ends after the last date",
    code: "rent_too_long",
    at: "vendors.1.loot.1.quantity",
    mistake: one({ inventory_selector_type: "rent", time_frame_id: 1, quantity: 2 ** 40 }, frames()),
    nearMiss: one({ inventory_selector_type: "rent", time_frame_id: 1, quantity: 2 ** 20 }, frames()),
    reason: "ExpiryTooLate",
  },
  {
    what: "taking an item that no session may use",
    code: "item_in_no_bucket",
    at: "vendors.1.loot.1.item_id",
    mistake: taking({ none: [], echo: [] }),
    nearMiss: taking({ none: ["none"], echo: [] }),
    records: [held(1, 5)],
    reason: "NotEnough",
  },
]

/** Checks of item 1. */
function atLeast(quantity: number): Loot[number] {
  return { item_id: 1, quantity, inventory_operation: "check_greater_than_or_equal" }
}
function below(quantity: number): Loot[number] {
  return { item_id: 1, quantity, inventory_operation: "check_less_than" }
}

/** Loot of `quantity` of a recipe with these parts, one after the other. `inner` is the loot of vendor 3. */
function within(quantity: number, parts: ReadonlyArray<Loot[number]>, inner: Loot[number] = {}): Draft {
  return {
    items: items(3),
    vendors: {
      1: { loot: { 1: { sub_vendor_id: 2, quantity } } },
      2: { loot: Object.fromEntries(parts.map((part, at) => [at + 2, { ...part, sort_order: at }])) },
      3: { loot: { 100: inner } },
    },
  }
}

/** Loot that takes an item whose bucket rules are these. */
function taking(buckets: Readonly<Record<string, ReadonlyArray<"none">>>): Draft {
  return {
    items: { 1: { inventory_bucket_use_rule_set_id: "rules" } },
    vendors: { 1: { loot: { 1: { item_id: 1, inventory_operation: "subtract" } } } },
    inventory_bucket_use_rule_sets: { rules: { buckets } },
  }
}

/** The catalog with another candidate in its first draw, which comes after the chain. */
function withWayOut(draft: Draft): Draft {
  const first = draft.vendors?.[2]
  return {
    ...draft,
    vendors: { ...draft.vendors, 2: { type: "randomly_sampled", loot: { ...first?.loot, 99: { item_id: 1 } } } },
  }
}

/** A field without effect: with it and without it, the interpreter does the same; beside it, where it has an effect. */
export interface Idle {
  readonly what: string
  readonly code: TableCode
  readonly at: string
  readonly mistake: Draft
  /** The same without the field, or with the value that says what the mistake does. */
  readonly same: Draft
  readonly nearMiss: Draft
  readonly entry?: SubmittedEntry
  /** The order that does the same; absent: the order itself. */
  readonly sameEntry?: SubmittedEntry
  readonly records?: ReadonlyArray<HeldRecord>
}

const drawn = (vendor: NonNullable<Draft["vendors"]>[number], type: "recipe" | "randomly_sampled"): Draft => ({
  items: items(3),
  vendors: { 1: { type, loot: { 1: { sub_vendor_id: 2 } } }, 2: vendor },
})

const recipe = (loot: Loot): Draft => drawn({ type: "recipe", loot }, "recipe")
const inDraw = (loot: Loot): Draft => drawn({ type: "recipe", loot }, "randomly_sampled")

const beside = (type: "unit" | "dynamic_bundle", loot: Loot[number]): Draft => ({
  items: { 1: { type }, 2: {} },
  vendors: { 1: { type: "recipe", loot: { 1: { ...loot, sub_vendor_id: 2 } } }, 2: { loot: { 2: { item_id: 2 } } } },
})

const couponShop = (percentage: number, fields: object = {}): Draft => ({
  items: {
    1: {},
    2: {
      coupon_discount_percentage: percentage,
      coupon_discount_currency_item_id: 1,
      coupon_discount_loot: [1],
      ...fields,
    },
    3: {},
  },
  vendors: { 1: { type: "recipe", loot: { 1: { item_id: 3, current_price_point_guid: "ten" } } } },
  price_points: {
    ten: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: 10 }] }] },
  },
})

const buyWithCoupon: SubmittedEntry = {
  type: "purchase_loot",
  loot_id: 1,
  quantity: 1,
  purchase_price: { currencies: [{ price_item_id: 1, price: 10 }], price_coupon_item_id: 2 },
}

const rarity = (loot: Loot[number], table: Loot): Draft => ({
  items: items(3),
  vendors: {
    1: { type: "recipe", loot: { 1: { ...loot, sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot: table },
  },
})
const rare = { 2: { item_id: 1, drop_weight: 1 }, 3: { drop_weight: 127 } }

/** Every field that is written without effect. */
export const idle: ReadonlyArray<Idle> = [
  {
    what: "a time frame beside the selector own",
    code: "time_frame_ignored",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: one({ time_frame_id: 1 }, frames()),
    same: one({}),
    nearMiss: one({ inventory_selector_type: "own_transient", time_frame_id: 1 }, frames()),
  },
  {
    what: "a time frame beside a sub vendor",
    code: "time_frame_ignored",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: { ...beside("unit", { time_frame_id: 1 }), ...frames() },
    same: beside("unit", {}),
    nearMiss: one({ inventory_selector_type: "own_transient", time_frame_id: 1 }, frames()),
  },
  {
    what: "weights in a vendor without a type",
    code: "weights_ignored",
    at: "vendors.2",
    mistake: drawn({ loot: { 2: { item_id: 1, drop_weight: 1 }, 3: { item_id: 2, drop_weight: 9 } } }, "recipe"),
    same: recipe({ 2: { item_id: 1 }, 3: { item_id: 2 } }),
    nearMiss: drawn(
      { type: "randomly_sampled", loot: { 2: { item_id: 1, drop_weight: 1 }, 3: { item_id: 2, drop_weight: 9 } } },
      "recipe",
    ),
  },
  {
    what: "weight 0 in a recipe",
    code: "recipe_field_ignored",
    at: "vendors.2.loot.2.drop_weight",
    mistake: recipe({ 2: { item_id: 1, drop_weight: 0 }, 3: { item_id: 2 } }),
    same: recipe({ 2: { item_id: 1 }, 3: { item_id: 2 } }),
    nearMiss: recipe({ 2: { item_id: 1, active: false }, 3: { item_id: 2 } }),
  },
  {
    what: "a stack limit in a recipe",
    code: "recipe_field_ignored",
    at: "vendors.2.loot.2.stack_limit",
    mistake: recipe({ 2: { item_id: 1, stack_limit: 1 }, 3: { item_id: 2 } }),
    same: recipe({ 2: { item_id: 1 }, 3: { item_id: 2 } }),
    nearMiss: inDraw({ 2: { item_id: 1, stack_limit: 1 }, 3: { item_id: 2 } }),
    records: [held(1, 1)],
  },
  {
    what: "a required item in a recipe",
    code: "recipe_field_ignored",
    at: "vendors.2.loot.2.required_item_id",
    mistake: recipe({ 2: { item_id: 1, required_item_id: 3 }, 3: { item_id: 2 } }),
    same: recipe({ 2: { item_id: 1 }, 3: { item_id: 2 } }),
    nearMiss: inDraw({ 2: { item_id: 1, required_item_id: 3 }, 3: { item_id: 2 } }),
  },
  {
    what: "an item beside a sub vendor",
    code: "item_ignored",
    at: "vendors.1.loot.1.item_id",
    mistake: beside("unit", { item_id: 1 }),
    same: beside("unit", {}),
    nearMiss: beside("dynamic_bundle", { item_id: 1 }),
  },
  {
    what: "a discount of 0",
    code: "coupon_without_effect",
    at: "items.2.coupon_discount_percentage",
    mistake: couponShop(0),
    same: couponShop(0),
    nearMiss: couponShop(0.5),
    entry: buyWithCoupon,
    sameEntry: { ...buyWithCoupon, purchase_price: { currencies: [{ price_item_id: 1, price: 10 }] } },
    records: [held(1, 50), held(2, 1)],
  },
]

/** What is not what it seems: what the interpreter gives, beside what it gives where it is as it seems. */
export const surprising: ReadonlyArray<
  Omit<Idle, "same" | "sameEntry"> & {
    readonly counts: Readonly<Record<number, number>>
    readonly nearMissCounts: Readonly<Record<number, number>>
  }
> = [
  {
    what: "a negative discount, which makes the purchase dearer",
    code: "discount_negative",
    at: "items.2.coupon_discount_percentage",
    mistake: couponShop(-0.5),
    nearMiss: couponShop(0.5),
    entry: buyWithCoupon,
    records: [held(1, 50), held(2, 1)],
    counts: { 1: 35, 2: 1, 3: 1 },
    nearMissCounts: { 1: 45, 2: 1, 3: 1 },
  },
  {
    what: "two draws of a table with nothing, which give the rarity for certain",
    code: "second_draw_certain",
    at: "vendors.1.loot.1",
    mistake: rarity({}, rare),
    nearMiss: rarity({ quantity_type: "absolute" }, rare),
    entry: fill(1, 2),
    counts: { 1: 1 },
    nearMissCounts: {},
  },
  {
    what: "two draws of a table with nothing, by the quantity of the loot",
    code: "second_draw_certain",
    at: "vendors.1.loot.1",
    mistake: rarity({ quantity_type: "absolute", quantity: 2 }, rare),
    nearMiss: rarity({ hard_quantity_maximum: 1 }, rare),
    entry: fill(1, 2),
    counts: { 1: 1 },
    nearMissCounts: {},
  },
]

const rewarding = (loot: Loot): Draft => ({
  items: { 1: { level_xp_table_id: 1, level_vendor_id: 2 }, 2: { level_xp_table_id: 1, level_vendor_id: 3 }, 3: {} },
  xp_tables: { 1: { levels: Object.fromEntries(Array.from({ length: 70 }, (_, at) => [at + 1, (at + 1) * 10])) } },
  vendors: {
    1: { type: "recipe", loot: { 1: { item_id: 1, quantity: 10 } } },
    2: { type: "recipe", loot },
    3: { loot: { 900: { item_id: 1, quantity: 10, sort_order: 1 } } },
  },
})

const eachLevel = (item_id: number): Loot =>
  Object.fromEntries(Array.from({ length: 70 }, (_, at) => [at + 2, { item_id, quantity: 10, sort_order: at + 1 }]))

/** Level rewards that feed themselves, by the item itself or by way of another, and rewards that do not. */
export const feeding = {
  itself: rewarding(eachLevel(1)),
  another: rewarding({ 2: { item_id: 2, quantity: 10, sort_order: 1 } }),
  atTheTop: rewarding({ 2: { item_id: 1, quantity: 10, sort_order: 70 } }),
  none: rewarding(eachLevel(3)),
}

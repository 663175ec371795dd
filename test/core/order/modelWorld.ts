/** The catalog of the model of orders: every operation and selector, recipes, draws, levels (model.ts). */
import type { DocumentLoot } from "@garrison/core/catalog/document"
import type { InventoryBucket, InventoryOperation } from "@garrison/core/catalog/schema"
import type { Draft } from "./catalogs.ts"

/** The time at which every walk begins. The time frames lie around it. */
export const T0 = 5_000_000
const HOUR = 3_600_000

/** Items: three plain items, then an item for each special property. */
const COIN = 1
const GEM = 2
export const STAR = 3
export const RUSTY = 4
export const XP = 5
export const ROYAL = 6
export const ECHOISH = 7
export const UNKNOWN_ITEM = 8

/** The XP of each level. */
export const LEVELS = [10, 25, 60] as const

/** The buckets of {@link ROYAL} that sessions of each bucket may use. */
export const ROYAL_BUCKETS: Partial<Record<InventoryBucket, ReadonlyArray<InventoryBucket>>> = {
  echo: ["echo", "free"],
  none: ["none"],
}

/**
 * The length of a rent, and the ends of the windows that are open: a window without repeat, one that is open for ten
 * seconds of each hour, one that is over, one that opens later. undefined: it is closed.
 */
export const RENT_LENGTH = 3000
export const windows: Readonly<Record<number, (now: number) => number | undefined>> = {
  1: (now) => (now < T0 + 20_000 ? T0 + 20_000 : undefined),
  2: (now) => ((now - T0) % HOUR < 10_000 ? now - ((now - T0) % HOUR) + 10_000 : undefined),
  3: () => undefined,
  4: (now) => (now < T0 + 15_000 ? undefined : T0 + 2 * HOUR),
}

/** Loot of an item, as the model describes it. */
export interface Ware {
  readonly item: number
  readonly operation?: InventoryOperation
  readonly selector?:
    | "own"
    | "rent"
    | "rent_timeframe_locked"
    | "own_transient"
    | "inherit_entitlement_inventory"
    | "invalid"
  readonly frame?: 1 | 2 | 3 | 4
  readonly quantity?: number
  readonly isAbsolute?: boolean
  readonly multiplier?: number
  readonly cap?: number
  readonly bucket?: InventoryBucket
  readonly isXpToNextLevels?: boolean
  readonly isClaimable?: boolean
}

/** A part of a vendor. */
export interface Part extends Ware {
  readonly weight?: number
  readonly stackLimit?: number
  readonly required?: number
  readonly isNewOrder?: boolean
}

/** Item loot by id. */
export const wares: Readonly<Record<number, Ware>> = {
  100: { item: COIN, quantity: 10, isClaimable: true },
  101: { item: COIN, quantity: 3, operation: "subtract", isClaimable: true },
  102: { item: COIN, quantity: 12, operation: "check_greater_than_or_equal_and_subtract" },
  103: { item: COIN, quantity: 20, operation: "check_greater_than_or_equal" },
  104: { item: COIN, quantity: 20, operation: "check_greater_than" },
  105: { item: COIN, quantity: 20, operation: "check_less_than" },
  106: { item: COIN, quantity: 15, operation: "set", isAbsolute: true },
  107: { item: COIN, quantity: 2, bucket: "golf", isClaimable: true },
  110: { item: GEM, selector: "rent", frame: 1 },
  111: { item: GEM, selector: "rent", frame: 1, operation: "set", quantity: 2 },
  112: { item: GEM, selector: "rent_timeframe_locked", frame: 1, quantity: 4 },
  113: { item: GEM, selector: "rent_timeframe_locked", frame: 2, quantity: 2, isClaimable: true },
  114: { item: GEM, selector: "rent_timeframe_locked", frame: 3 },
  115: { item: GEM, selector: "own_transient", quantity: 5, isClaimable: true },
  116: { item: GEM, selector: "own_transient", frame: 2 },
  122: { item: GEM, selector: "own_transient", frame: 4, isClaimable: true },
  117: { item: GEM, selector: "inherit_entitlement_inventory" },
  118: { item: GEM, selector: "invalid" },
  119: { item: GEM, operation: "subtract", quantity: 4 },
  120: { item: GEM, quantity: 1, multiplier: COIN, cap: 25 },
  121: { item: GEM, quantity: 0, operation: "set" },
  130: { item: STAR },
  131: { item: STAR, operation: "check_greater_than_or_equal" },
  132: { item: STAR, operation: "subtract" },
  133: { item: RUSTY },
  134: { item: ECHOISH, isClaimable: true },
  135: { item: UNKNOWN_ITEM },
  140: { item: XP, quantity: 6, isClaimable: true },
  141: { item: XP, isXpToNextLevels: true },
  142: { item: XP, operation: "set", quantity: 5, isAbsolute: true },
  150: { item: ROYAL, quantity: 4, isClaimable: true },
  151: { item: ROYAL, quantity: 3, bucket: "free" },
  152: { item: ROYAL, quantity: 5, operation: "check_greater_than_or_equal_and_subtract", isClaimable: true },
}

/** Recipe loot by id: the parts that it takes and gives, in order. */
export const recipes: Readonly<Record<number, ReadonlyArray<Ware>>> = {
  200: [
    { item: COIN, quantity: 5, operation: "check_greater_than_or_equal_and_subtract" },
    { item: GEM },
    { item: XP, quantity: 3 },
  ],
  201: [
    { item: COIN, quantity: 1 },
    { item: GEM, quantity: 2, isAbsolute: true },
    { item: COIN, operation: "check_less_than", quantity: 40, isAbsolute: true },
  ],
  // A claim with a mark: outside of the window of the mark there is no claim.
  202: [
    { item: STAR, operation: "check_greater_than_or_equal" },
    { item: GEM, selector: "rent_timeframe_locked", frame: 2 },
    { item: COIN, quantity: 2 },
  ],
}

/** Draw loot by id. */
export const draws: Readonly<Record<number, ReadonlyArray<Part>>> = {
  300: [
    { item: COIN, quantity: 2, weight: 5 },
    { item: GEM, weight: 3, stackLimit: 3 },
    { item: XP, quantity: 9, weight: 2 },
    { item: RUSTY, weight: 4 },
    { item: COIN, quantity: 50, weight: 6, required: GEM },
  ],
  301: [
    { item: COIN, quantity: 7, weight: 1, isNewOrder: true },
    { item: GEM, weight: 2, isNewOrder: true, stackLimit: 6 },
    { item: XP, quantity: 30, weight: 1, isNewOrder: true },
  ],
  302: [{ item: RUSTY }, { item: STAR }],
  303: [{ item: GEM, stackLimit: 2 }],
  304: [
    { item: GEM, weight: 3, selector: "rent_timeframe_locked", frame: 2 },
    { item: COIN, weight: 2, selector: "own_transient", frame: 4, isNewOrder: true },
    { item: XP },
  ],
}

/** The rewards of each level: one while its window is open, one always, and one that cannot be given. */
export const rewards: ReadonlyArray<Ware> = [
  { item: GEM, selector: "own_transient", frame: 2 },
  { item: COIN, quantity: 7 },
  { item: RUSTY },
]

/** Ids of the parts of a recipe or draw: loot `lootId`, part `index`. Levels count as loot 500. */
export const partId = (lootId: number, index: number): number => lootId * 100 + index
/** The loot id whose parts are the {@link rewards}. */
export const REWARD_LOOT = 500

const lootOf = (ware: Part, sortOrder?: number): DocumentLoot => {
  const frame = ware.selector === "rent" ? 5 : ware.frame
  return {
    item_id: ware.item,
    ...(ware.operation === undefined ? undefined : { inventory_operation: ware.operation }),
    ...(ware.selector === undefined ? undefined : { inventory_selector_type: ware.selector }),
    ...(frame === undefined ? undefined : { time_frame_id: frame }),
    ...(ware.quantity === undefined ? undefined : { quantity: ware.quantity }),
    ...(ware.isAbsolute === true ? { quantity_type: "absolute" as const } : undefined),
    ...(ware.multiplier === undefined ? undefined : { quantity_mult_inventory_item_id: ware.multiplier }),
    ...(ware.cap === undefined ? undefined : { hard_quantity_maximum: ware.cap }),
    ...(ware.bucket === undefined ? undefined : { use_inventory_bucket: ware.bucket }),
    ...(ware.isXpToNextLevels === true
      ? { xp_quantity_transform_type: "from_current_xp_to_target_additional_level_min_xp" as const }
      : undefined),
    ...(ware.isClaimable === true ? { is_claimable_by_client: true } : undefined),
    ...(ware.weight === undefined ? undefined : { drop_weight: ware.weight }),
    ...(ware.stackLimit === undefined ? undefined : { stack_limit: ware.stackLimit }),
    ...(ware.required === undefined ? undefined : { required_item_id: ware.required }),
    ...(ware.isNewOrder === true ? { fill_in_new_order: true } : undefined),
    ...(sortOrder === undefined ? undefined : { sort_order: sortOrder }),
  }
}

const parts = (lootId: number, list: ReadonlyArray<Part>, sortOrder: (index: number) => number | undefined) =>
  Object.fromEntries(list.map((part, index) => [partId(lootId, index), lootOf(part, sortOrder(index))]))

const nested = (given: Readonly<Record<number, unknown>>) =>
  Object.fromEntries(Object.keys(given).map((id) => [id, { sub_vendor_id: Number(id), is_claimable_by_client: true }]))

/** The catalog. */
export const world: Draft = {
  items: {
    [COIN]: {},
    [GEM]: {},
    [STAR]: { availability_flags: 2 },
    [RUSTY]: { availability_flags: 1 },
    [XP]: { level_xp_table_id: 1, level_vendor_id: REWARD_LOOT },
    [ROYAL]: { inventory_bucket_use_rule_set_id: "royal" },
    [ECHOISH]: { item_portal_use_ruleset_id: 1 },
  },
  xp_tables: { 1: { levels: Object.fromEntries(LEVELS.map((xp, index) => [index + 1, xp])) } },
  time_frames: {
    1: { start: T0 - 1000, end: T0 + 20_000 },
    2: { start: T0 - HOUR, end: T0 + 10_000 - HOUR, hour_interval: 1 },
    3: { start: 0, end: T0 - 1 },
    4: { start: T0 + 15_000, end: T0 + 2 * HOUR },
    5: { start: 0, end: RENT_LENGTH },
  },
  inventory_bucket_use_rule_sets: {
    royal: { buckets: ROYAL_BUCKETS },
  },
  item_portal_use_rulesets: { 1: { platforms: ["Echo"] } },
  vendors: {
    10: {
      loot: {
        ...Object.fromEntries(Object.entries(wares).map(([id, ware]) => [id, lootOf(ware)])),
        ...nested(recipes),
        ...nested(draws),
      },
    },
    ...Object.fromEntries(
      Object.entries(recipes).map(([id, list]) => [id, { loot: parts(Number(id), list, (index) => index) }]),
    ),
    ...Object.fromEntries(
      Object.entries(draws).map(([id, list]) => [
        id,
        { type: "randomly_sampled" as const, loot: parts(Number(id), list, () => undefined) },
      ]),
    ),
    [REWARD_LOOT]: { loot: parts(REWARD_LOOT, rewards, (index) => index + 1) },
  },
}

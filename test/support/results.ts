/**
 * A cause for every result that an entry can have (interface, section 2.8; decisions, section 12): a catalog, and the
 * orders that reach each result in it.
 */
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { OrderEntryInput } from "@garrison/core/hostTypes"

const [GOLD, SWORD, RETIRED, EVERYBODYS, ECHO_ONLY, COUPON, OLD_COUPON, FREE_COUPON, BUNDLE, GOLD_COUPON] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
]

const coupon = {
  coupon_discount_currency_item_id: GOLD,
  coupon_discount_percentage: 0.5,
  coupon_discount_loot: [200],
  coupon_consume_on_use: true,
}

/** Vendors from 1000 on: each gives the next one twice, the last gives gold. Together 2^17 pieces of gold. */
const LEVELS = 17
const doubling = Object.fromEntries(
  Array.from({ length: LEVELS }, (_, level) => {
    const next = level === LEVELS - 1 ? { item_id: GOLD } : { sub_vendor_id: 1001 + level }
    return [1000 + level, { loot: { [10_000 + 2 * level]: next, [10_001 + 2 * level]: next } }]
  }),
)

const priced = (price_item_id: number, price: number) => ({
  current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id, price }] }],
})

/** The catalog of the causes. */
export const catalog = {
  items: {
    [GOLD]: {},
    [SWORD]: {},
    [RETIRED]: { availability_flags: 1 },
    [EVERYBODYS]: { availability_flags: 2 },
    [ECHO_ONLY]: { item_portal_use_ruleset_id: 1 },
    [COUPON]: coupon,
    [OLD_COUPON]: { ...coupon, availability_flags: 1 },
    [FREE_COUPON]: { ...coupon, availability_flags: 2 },
    [BUNDLE]: { type: "dynamic_bundle" },
    [GOLD_COUPON]: { ...coupon, coupon_discount_loot: [201] },
  },
  item_portal_use_rulesets: { 1: { platforms: ["Echo"] } },
  price_points: {
    ten: priced(GOLD, 10),
    everybodys: priced(EVERYBODYS, 1),
    pair: {
      strict_flag: true,
      current_breakpoints: [{ quantity: 2, currencies: [{ price_item_id: GOLD, price: 10 }] }],
    },
  },
  vendors: {
    10: {
      loot: {
        100: { item_id: GOLD },
        101: { item_id: GOLD, active: false },
        102: { item_id: ECHO_ONLY, is_claimable_by_client: true },
        103: { item_id: SWORD, inventory_operation: "subtract" },
        104: { item_id: SWORD, inventory_operation: "check_greater_than" },
        105: { item_id: SWORD, inventory_operation: "check_less_than", quantity: 0 },
        106: { item_id: GOLD, quantity: Number.MAX_SAFE_INTEGER },
        107: { sub_vendor_id: 30 },
        108: { sub_vendor_id: 40 },
        109: { sub_vendor_id: 50 },
        110: { sub_vendor_id: 1000 },
      },
    },
    20: {
      loot: {
        200: { item_id: SWORD, current_price_point_guid: "ten" },
        201: { item_id: SWORD, current_price_point_guid: "everybodys" },
        202: { item_id: SWORD, current_price_point_guid: "pair" },
        203: { item_id: BUNDLE, sub_vendor_id: 60, current_price_point_guid: "ten" },
      },
    },
    30: { type: "randomly_sampled", loot: { 300: { item_id: GOLD, required_item_id: SWORD } } },
    40: { type: "randomly_sampled", loot: { 400: { item_id: SWORD, inventory_operation: "subtract" } } },
    50: { type: "randomly_sampled", loot: { 500: { item_id: GOLD, fill_in_new_order: true } } },
    60: { loot: { 600: { item_id: SWORD }, 601: { item_id: COUPON } } },
    ...doubling,
  },
  promotions: {
    WELCOME: { loot_id: 100 },
    GOLF: { loot_id: 100, platforms: ["Golf"] },
    SOON: { loot_id: 100, start: "2900-01-01T00:00:00Z" },
    OVER: { loot_id: 100, start: 0, end: 1 },
    NONE: { loot_id: 100, uses_maximum: 0 },
  },
} as const

const unknownUuid = "0b0b0b0b-0000-4000-8000-000000000000"
const fill = (loot_id: number, quantity = 1): OrderEntryInput => ({ type: "fill_loot", loot_id, quantity })
const create = (item_id: number, fields: Partial<OrderEntryInput> = {}): OrderEntryInput => ({
  type: "create_new_persistent_inventory",
  item_id,
  quantity: 1,
  ...fields,
})
const update = (inventory_id: string): OrderEntryInput => ({ type: "update_inventory", quantity: 1, inventory_id })
const code = (external_tran_id: string): OrderEntryInput => ({ type: "promotion_code", quantity: 1, external_tran_id })

/** A purchase of loot 200, which costs 10 gold. */
const buy = (
  { coupon: price_coupon_item_id, item = GOLD, price = 10 }: { coupon?: number; item?: number; price?: number } = {},
  fields: Partial<OrderEntryInput> = {},
): OrderEntryInput => ({
  type: "purchase_loot",
  loot_id: 200,
  quantity: 1,
  purchase_price: {
    currencies: [{ price_item_id: item, price }],
    ...(price_coupon_item_id === undefined ? undefined : { price_coupon_item_id }),
  },
  ...fields,
})
const choose = (fields: Partial<OrderEntryInput> = {}): OrderEntryInput => ({
  ...buy(),
  type: "purchase_dynamic_bundle",
  loot_id: 203,
  dynamic_bundle_loot_ids: [600],
  ...fields,
})

/** How a result is reached. */
export interface Cause {
  readonly because: string
  readonly entries: ReadonlyArray<OrderEntryInput>
  /** The entry that has the result. Absent: the last. */
  readonly at?: number
  /** What a server gives the player before. */
  readonly owned?: ReadonlyArray<OrderEntryInput>
  /** Absent: a server submits. */
  readonly byPlayer?: true
  readonly isTransaction?: true
}

const gold = [create(GOLD, { quantity: 10 })]
const attributes = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, "value"]))

/** The cause of each result that needs no setting. */
export const causes: { readonly [Result in EntryResult]?: Cause } = {
  success: { because: "a player buys a sword", entries: [buy()], owned: gold, byPlayer: true },
  internal_error: { because: "loot needs more than 100,000 steps", entries: [fill(110)] },
  invalid_entry_type: { because: "a bundle is bought without a choice", entries: [buy({}, { loot_id: 203 })] },
  not_allowed_on_current_portal: { because: "the item is for another portal", entries: [fill(102)], byPlayer: true },
  loot_not_found: { because: "no loot has the id", entries: [fill(999)] },
  loot_not_active: { because: "the loot is inactive", entries: [fill(101)] },
  price_item_not_found: { because: "no item has the id of the price", entries: [buy({ item: 999 })] },
  price_not_allowed: { because: "the loot has no price", entries: [buy({}, { loot_id: 100 })] },
  dynamic_bundle_invalid: { because: "the loot is no bundle", entries: [choose({ loot_id: 200 })] },
  too_many_requests: { because: "61 entries come at once", entries: Array.from({ length: 61 }, () => fill(100)) },
  price_does_not_match: { because: "the price is another one", entries: [buy({ price: 9 })], owned: gold },
  vendor_version_does_not_match: { because: "the vendor changed", entries: [{ ...fill(100), vendor_etag: "old" }] },
  dynamic_bundle_ltis_do_not_match: {
    because: "the chosen loot is not in the bundle",
    entries: [choose({ dynamic_bundle_loot_ids: [600, 200] })],
    owned: gold,
    byPlayer: true,
  },
  cannot_afford_price: { because: "9 gold is less than 10", entries: [buy()], owned: [create(GOLD, { quantity: 9 })] },
  cannot_afford_coupon: { because: "the player has no coupon", entries: [buy({ coupon: COUPON })], owned: gold },
  failed_to_spend_price: {
    because: "what every player always owns cannot be spent",
    entries: [buy({ item: EVERYBODYS, price: 1 }, { loot_id: 201 })],
    byPlayer: true,
  },
  failed_to_spend_coupon: {
    because: "a coupon that every player always owns cannot be used up",
    entries: [buy({ coupon: FREE_COUPON })],
    owned: gold,
  },
  loot_not_for_sale_with_price_item: { because: "swords are not sold for swords", entries: [buy({ item: SWORD })] },
  coupon_item_not_found: { because: "no item has the id of the coupon", entries: [buy({ coupon: 999 })], owned: gold },
  coupon_item_not_active: { because: "the coupon is inactive", entries: [buy({ coupon: OLD_COUPON })], owned: gold },
  coupon_item_not_applicable_for_quantity: {
    because: "a coupon that is used up buys one",
    entries: [buy({ coupon: COUPON }, { quantity: 2 })],
    owned: [create(GOLD, { quantity: 20 }), create(COUPON)],
  },
  coupon_item_not_applicable_for_price_item: {
    because: "the coupon lowers prices in gold",
    entries: [buy({ item: EVERYBODYS, price: 1, coupon: GOLD_COUPON }, { loot_id: 201 })],
  },
  coupon_item_not_applicable_for_loot: {
    because: "the coupon is for other loot",
    entries: [buy({ coupon: COUPON }, { loot_id: 202, quantity: 2 })],
    owned: [create(GOLD, { quantity: 20 }), create(COUPON)],
  },
  quantity_not_allowed: { because: "swords are sold in pairs", entries: [buy({}, { loot_id: 202 })], owned: gold },
  promotion_expired: { because: "the promotion is over", entries: [code("OVER")], byPlayer: true },
  promotion_not_found: { because: "no promotion has the code", entries: [code("UNKNOWN")], byPlayer: true },
  promotion_no_uses_left: { because: "the code may be used 0 times", entries: [code("NONE")], byPlayer: true },
  promotion_not_available: { because: "the code is for another platform", entries: [code("GOLF")], byPlayer: true },
  promotion_claimed_already: {
    because: "the code is claimed twice",
    entries: [code("WELCOME")],
    owned: [code("WELCOME")],
  },
  transient_single_loot_already_applied: {
    because: "the loot is filled twice in an inventory session",
    entries: [{ ...fill(100), type: "fill_loot_single_transient" }],
    owned: [{ ...fill(100), type: "fill_loot_single_transient" }],
  },
  loot_not_fillable_from_client: { because: "the loot is not claimable", entries: [fill(100)], byPlayer: true },
  permission_denied: { because: "a player makes a record by hand", entries: [create(GOLD)], byPlayer: true },
  failed_to_find_any_sub_loot: { because: "the only candidate requires a sword", entries: [fill(107)] },
  failed_to_fill_any_sub_loot: { because: "the only drawn loot takes a sword", entries: [fill(108)] },
  cannot_meet_loot_blocker: { because: "0 swords are not less than 0", entries: [fill(105)] },
  cannot_meet_loot_required: { because: "0 swords are not more than 1", entries: [fill(104)] },
  failed_to_consume_loot_required: { because: "the player has no sword to take", entries: [fill(103)] },
  failed_to_submit_new_order: { because: "an order makes at most 1000 orders", entries: [fill(109, 1001)] },
  failed_to_modify_inventory: { because: "a count ends at 2^53-1", entries: [fill(106)], owned: gold },
  inventory_not_found: { because: "the player has no such record", entries: [update(unknownUuid)] },
  item_not_found: { because: "no item has the id", entries: [create(999)] },
  item_not_active: { because: "the item is inactive", entries: [create(RETIRED)] },
  too_many_inv_custom_attributes: { because: "21 keys", entries: [create(GOLD, { custom_data: attributes })] },
  always_owned_inventory_cannot_be_modified: {
    because: "every player owns the record",
    entries: [update(alwaysOwnedId(EVERYBODYS))],
  },
  available_until_is_in_past: { because: "it has ended", entries: [create(GOLD, { expires: "2020-01-01T00:00:00Z" })] },
  rollback: { because: "the next entry fails", entries: [fill(100), fill(999)], at: 0, isTransaction: true },
  not_started: { because: "the entry before failed", entries: [fill(999), fill(100)], isTransaction: true },
}

/** The cause of each result that a setting brings. */
export const causesBySetting: { readonly [Result in EntryResult]?: Cause } = {
  coupons_disabled: {
    because: "coupons are turned off",
    entries: [buy({ coupon: COUPON })],
    owned: [...gold, create(COUPON)],
  },
  dynamic_bundles_not_available: {
    because: "bundles are turned off",
    entries: [choose()],
    owned: gold,
    byPlayer: true,
  },
}

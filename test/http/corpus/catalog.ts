/** A catalog with one loot for each way in which an entry can end, as far as a published one can have it. */

export const GOLD = 1
export const SWORD = 2
export const RETIRED = 3
export const EVERYBODYS = 4
export const XP = 6

/** Rental from its start on, an hour at a time. */
const frame = { start: "2026-11-01T00:00:00Z", end: "2026-11-01T01:00:00Z", hour_interval: 1 }

/** Published before the first request. */
export const catalog = {
  items: {
    [GOLD]: { type: "unit", custom_data: { name: "Gold", "\u00e4": '\u{1F600} "quoted" \n line' } },
    [SWORD]: { custom_data: { name: "Sword" } },
    [RETIRED]: { availability_flags: 1 },
    [EVERYBODYS]: { availability_flags: 2 },
    5: { item_portal_use_ruleset_id: 1 },
    [XP]: { level_xp_table_id: 1, level_vendor_id: 60 },
    7: { custom_data: {} },
    8: { coupon_discount_percentage: 0.25, coupon_consume_on_use: true, coupon_discount_loot: [100] },
    9: { inventory_bucket_use_rule_set_id: "1" },
  },
  item_portal_use_rulesets: { 1: { platforms: ["Echo"] } },
  inventory_bucket_use_rule_sets: { 1: { buckets: { anon: ["anon", "none"] } } },
  xp_tables: { 1: { levels: { 1: 20, 2: 50 } } },
  time_frames: { 1: frame },
  price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: GOLD, price: 10 }] }] } },
  promotions: { WELCOME: { loot_id: 100, quantity: 2 } },
  vendors: {
    10: {
      type: "recipe",
      legacy_config_version: 7,
      custom_data: { shop: "main" },
      loot: {
        100: { item_id: GOLD, quantity: 10, is_claimable_by_client: true, hard_quantity_maximum: 1_000_000 },
        101: { item_id: GOLD, active: false },
        102: { item_id: GOLD, effective_from: "2100-01-01T00:00:00Z" },
        103: { item_id: RETIRED },
        104: { item_id: EVERYBODYS },
        105: { item_id: 5, is_claimable_by_client: true },
        106: { item_id: GOLD, inventory_operation: "subtract", quantity: 1_000_000 },
        107: { item_id: GOLD, inventory_operation: "check_greater_than_or_equal", quantity: 1_000_000 },
        108: { item_id: GOLD, inventory_operation: "check_greater_than", quantity: 1_000_000 },
        109: { item_id: GOLD, inventory_operation: "check_less_than", quantity: 0 },
        110: { item_id: GOLD, inventory_operation: "check_greater_than_or_equal_and_subtract", quantity: 1_000_000 },
        111: { item_id: GOLD, quantity: Number.MAX_SAFE_INTEGER },
        113: { sub_vendor_id: 20 },
        114: { sub_vendor_id: 30 },
        117: { item_id: XP, quantity: 30 },
        118: { item_id: SWORD, inventory_selector_type: "inherit_entitlement_inventory" },
        121: { sub_vendor_id: 50, is_claimable_by_client: true },
        122: { item_id: SWORD, inventory_selector_type: "rent", time_frame_id: 1 },
        123: { item_id: SWORD, inventory_selector_type: "rent_timeframe_locked", time_frame_id: 1 },
        124: { item_id: SWORD, inventory_selector_type: "own_transient" },
        125: { item_id: SWORD, inventory_operation: "set", quantity: 3 },
        126: { sub_vendor_id: 70, is_claimable_by_client: true },
        127: { item_id: 9, use_inventory_bucket: "anon" },
        128: { item_id: GOLD, inventory_operation: "subtract", quantity: 5 },
        129: { item_id: 7, quantity: 2, quantity_mult_inventory_item_id: GOLD, hard_quantity_maximum: 50 },
        130: { item_id: XP, xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp", quantity: 1 },
        131: { sub_vendor_id: 80 },
        132: { item_id: SWORD, current_price_point_guid: "p", sort_order: 2, ui_hint: -7 },
      },
    },
    20: { type: "randomly_sampled", loot: { 200: { item_id: GOLD, drop_weight: 0 } } },
    30: { type: "randomly_sampled", loot: { 300: { item_id: RETIRED }, 301: { item_id: EVERYBODYS } } },
    50: {
      type: "randomly_sampled",
      loot: {
        500: { item_id: GOLD, quantity: 5, drop_weight: 3 },
        501: { item_id: SWORD, drop_weight: 1, stack_limit: 1 },
        502: { drop_weight: 2 },
        503: { item_id: 7, drop_weight: 2, required_item_id: SWORD },
      },
    },
    60: { loot: { 600: { item_id: 7, sort_order: 1 }, 601: { item_id: 7, quantity: 5, sort_order: 2 } } },
    70: {
      type: "randomly_sampled",
      loot: { 700: { sub_vendor_id: 71, fill_in_new_order: true }, 701: { sub_vendor_id: 50, drop_weight: 2 } },
    },
    71: { loot: { 710: { item_id: GOLD, quantity: 3 }, 711: { sub_vendor_id: 50 } } },
    80: { type: "randomly_sampled", loot: { 800: { sub_vendor_id: 81, allow_partial_bundles: false } } },
    81: { loot: { 810: { item_id: 7 }, 811: { item_id: SWORD, stack_limit: 1 } } },
  },
}

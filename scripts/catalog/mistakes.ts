/**
 * The list of mistakes in `docs/catalog-fields.md`: every finding of the checker with why it matters and an example.
 */
import { isWarningCode, MEANINGS, MISFITS, type TableCode } from "@garrison/core/catalog/rules/codes"
import { FIXES } from "@garrison/core/catalog/rules/fixes"
import type { DetailType } from "@garrison/core/kernel/input/Field"

/** A document in which the checker finds the mistake, as flow YAML, or words where such a document is too long. */
type Example = string | { readonly words: string }

const coin = "items: {1: {}}"
const long = (words: string): Example => ({ words })

/** Loot for sale for 5 each, with this further tier. */
const sold = (tier: string): string =>
  `{${coin}, vendors: {1: {loot: {1: {current_price_point_guid: p}, 2: {item_id: 1}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}, ${tier}]}}}`

/** Loot for sale for 4 that draws one of two. */
const drawing = (candidates: string): string =>
  `{${coin}, vendors: {1: {loot: {1: {sub_vendor_id: 2, quantity_type: absolute, current_price_point_guid: p}}}, 2: {type: randomly_sampled, loot: {11: ${candidates}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 4}]}]}}}`

/** An item with two levels, and these rewards. */
const rewarding = (loot: string): string =>
  `{items: {1: {level_xp_table_id: 1, level_vendor_id: 1}, 2: {}}, xp_tables: {1: {levels: {1: 0, 2: 100}}}, vendors: {1: {loot: ${loot}}}}`

/** An example of every code. */
export const examples: Readonly<Record<TableCode, Example>> = {
  text_unreadable: long("a bracket that nothing closes"),
  not_plain_data: "{items: {1: {legacy_type: .nan}}}",
  unknown_part: `{${coin}, vendor: {}}`,
  catalog_empty: "{items: {}, vendors: {}}",
  key_not_an_id: "{items: {01: {}, '+1': {}}}",
  key_not_a_level: `{${coin}, xp_tables: {1: {levels: {top: 5}}}}`,
  key_not_a_bucket: `{${coin}, inventory_bucket_use_rule_sets: {shared: {buckets: {pocket: []}}}}`,
  id_differs_from_key: "{items: {1: {item_id: 2}}}",
  id_used_twice: "{vendors: {1: {loot: {5: {}}}, 2: {loot: {5: {}}}}}",
  uuid_used_twice:
    "{items: {1: {item_uuid: 'aaaaaaaa-0000-4000-8000-000000000001'}, 2: {item_uuid: 'aaaaaaaa-0000-4000-8000-000000000001'}}}",
  reference_dangling: "{items: {101: {}}, vendors: {1: {loot: {1: {item_id: 110}}}}}",
  reference_ambiguous: `{${coin}, vendors: {1: {loot: {1: {vendor_uuid: 'aaaaaaaa-0000-4000-8000-000000000001'}}}}}`,
  sub_vendor_cycle: "{vendors: {1: {loot: {1: {sub_vendor_id: 1}}}}}",
  sub_vendor_too_deep: long("65 vendors, each within the next"),
  invalid_selector: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: invalid}}}}}`,
  invalid_operation: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_operation: invalid}}}}}`,
  rent_without_time_frame: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: rent}}}}}`,
  xp_transform_without_levels: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, xp_quantity_transform_type: from_zero_to_target_exact_level_min_xp}}}}}`,
  always_owned_given: "{items: {1: {availability_flags: 2}}, vendors: {1: {loot: {1: {item_id: 1}}}}}",
  selector_outside_entitlement: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: inherit_entitlement_inventory}}}}}`,
  weights_too_large: `{${coin}, vendors: {1: {type: randomly_sampled, loot: {1: {item_id: 1, drop_weight: 9007199254740991}, 2: {drop_weight: 1}}}, 2: {loot: {9: {sub_vendor_id: 1, quantity_type: absolute}}}}}`,
  new_orders_too_deep: long("9 draws within each other, each with `fill_in_new_order`"),
  changes_too_many: long("a recipe that adds 10,001 times"),
  steps_too_many: long("a recipe of 50,001 checks"),
  price_item_inactive:
    "{items: {1: {availability_flags: 1}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}",
  price_item_twice: `{${coin}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}, {price_item_id: 1, price: 6}]}]}}}`,
  breakpoint_twice: `{${coin}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: []}, {quantity: 1, currencies: []}]}}}`,
  xp_table_not_rising: `{${coin}, xp_tables: {1: {levels: {1: 20, 2: 20}}}}`,
  time_frame_empty: `{${coin}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:00:00Z'}}}`,
  promotion_empty: `{${coin}, vendors: {1: {loot: {1: {item_id: 1}}}}, promotions: {HI: {loot_id: 1, start: '2026-02-01T00:00:00Z', end: '2026-01-01T00:00:00Z'}}}`,
  entitlements_too_many: long("1,001 items of type `entitlement`"),
  promotion_code_unfit: `{${coin}, vendors: {1: {loot: {1: {item_id: 1}}}}, promotions: {'': {loot_id: 1}}}`,
  unknown_field: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, drop_weigth: 3}}}}}`,
  loot_never_drops: `{${coin}, vendors: {1: {type: randomly_sampled, loot: {1: {item_id: 1, drop_weight: 0}, 2: {}}}, 2: {loot: {9: {sub_vendor_id: 1}}}}}`,
  vendor_never_drops: "{vendors: {1: {type: randomly_sampled}, 2: {loot: {9: {sub_vendor_id: 1}}}}}",
  claimable_without_end: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, is_claimable_by_client: true}}}}}`,
  money_pump: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, quantity: 6, current_price_point_guid: p}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}`,
  time_frame_overlaps: `{${coin}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z', hour_interval: 23}}}`,
  time_frame_over: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: own_transient, time_frame_id: 1}}}}, time_frames: {1: {active: false, start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z'}}}`,
  sale_always_open: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: rent_timeframe_locked, time_frame_id: 1, current_price_point_guid: p}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 4}]}]}}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z', hour_interval: 24}}}`,
  sale_gives_nothing: `{${coin}, vendors: {1: {loot: {1: {sub_vendor_id: 2, current_price_point_guid: p}, 2: {item_id: 1}}}, 2: {loot: {3: {item_id: 1, active: false}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 4}]}]}}}`,
  time_frame_ignored: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, time_frame_id: 1}}}}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z'}}}`,
  weights_ignored: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, drop_weight: 1}, 2: {drop_weight: 9}}}}}`,
  recipe_field_ignored: `{${coin}, vendors: {1: {type: recipe, loot: {1: {item_id: 1, stack_limit: 1}}}}}`,
  item_ignored: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, sub_vendor_id: 2}}}, 2: {loot: {2: {item_id: 1}}}}}`,
  discount_negative:
    "{items: {1: {}, 2: {coupon_discount_percentage: -0.5, coupon_discount_currency_item_id: 1, coupon_discount_loot: [1]}}, vendors: {1: {loot: {1: {current_price_point_guid: p}, 2: {item_id: 1}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}",
  coupon_without_effect: "{items: {1: {coupon_discount_percentage: 0.5}}}",
  second_draw_certain: `{${coin}, vendors: {1: {loot: {1: {sub_vendor_id: 2}}}, 2: {type: randomly_sampled, loot: {2: {item_id: 1}, 3: {drop_weight: 127}}}}}`,
  weights_sometimes_too_large: `{${coin}, vendors: {1: {type: randomly_sampled, loot: {1: {item_id: 1, drop_weight: 9007199254740991}, 2: {drop_weight: 1, required_item_id: 1}}}, 2: {loot: {9: {sub_vendor_id: 1}}}}}`,
  new_orders_sometimes_too_deep: long("9 draws within each other, of which one may draw something else"),
  checks_contradict: `{${coin}, vendors: {1: {type: recipe, loot: {1: {item_id: 1, quantity: 5, inventory_operation: check_greater_than_or_equal}, 2: {item_id: 1, quantity: 5, inventory_operation: check_less_than}}}, 2: {loot: {9: {sub_vendor_id: 1}, 10: {item_id: 1}}}}}`,
  quantity_too_large: `{${coin}, vendors: {1: {loot: {1: {sub_vendor_id: 2, quantity: 9007199254740991}}}, 2: {loot: {2: {item_id: 1, quantity: 2}}}}}`,
  rent_too_long: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, quantity: 9000000, inventory_selector_type: rent, time_frame_id: 1}}}}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z'}}}`,
  item_in_no_bucket:
    "{items: {1: {inventory_bucket_use_rule_set_id: closed}}, vendors: {1: {loot: {1: {item_id: 1, inventory_operation: subtract}, 2: {item_id: 1}}}}, inventory_bucket_use_rule_sets: {closed: {buckets: {none: []}}}}",
  level_rewards_feed_themselves:
    "{items: {1: {level_xp_table_id: 1, level_vendor_id: 1}}, xp_tables: {1: {levels: {1: 10, 2: 20}}}, vendors: {1: {loot: {1: {item_id: 1, sort_order: 1}}}}}",
  promotion_ends_before_loot: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, effective_from: '2099-06-01T00:00:00Z'}}}}, promotions: {HI: {loot_id: 1, end: '2099-05-01T00:00:00Z'}}}`,
  promotion_begins_after_loot: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_selector_type: own_transient, time_frame_id: 1}}}}, time_frames: {1: {start: '2099-01-01T00:00:00Z', end: '2099-02-01T00:00:00Z'}}, promotions: {HI: {loot_id: 1, start: '2099-02-01T00:00:00Z'}}}`,
  price_point_without_tiers: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, current_price_point_guid: p}}}}, price_points: {p: {}}}`,
  price_tier_unreachable: sold("{quantity: 1000001, currencies: [{price_item_id: 1, price: 4}]}"),
  promotion_loot_inactive: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, active: false}}}}, promotions: {HI: {loot_id: 1}}}`,
  promotion_without_uses: `{${coin}, vendors: {1: {loot: {1: {item_id: 1}}}}, promotions: {HI: {loot_id: 1, uses_maximum: 0}}}`,
  promotion_over: `{${coin}, vendors: {1: {loot: {1: {item_id: 1}}}}, promotions: {HI: {loot_id: 1, end: '2020-01-01T00:00:00Z'}}}`,
  platforms_disjoint:
    "{items: {1: {item_portal_use_ruleset_id: 1}}, vendors: {1: {loot: {1: {item_id: 1}}}}, item_portal_use_rulesets: {1: {platforms: [Echo]}}, promotions: {HI: {loot_id: 1, platforms: [Golf]}}}",
  price_tier_without_price: sold("{quantity: 5, currencies: []}"),
  price_tier_dearer: sold("{quantity: 10, currencies: [{price_item_id: 1, price: 6}]}"),
  price_point_unused: `{${coin}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}`,
  bundle_without_choice:
    "{items: {1: {}, 2: {type: dynamic_bundle}}, vendors: {1: {loot: {1: {item_id: 1}, 2: {item_id: 2, sub_vendor_id: 2, current_price_point_guid: p}}}, 2: {loot: {3: {item_id: 1, quantity: 3, inventory_operation: check_less_than}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}",
  coupon_currency_unused:
    "{items: {1: {}, 2: {coupon_discount_percentage: 0.5, coupon_discount_currency_item_id: 2, coupon_discount_loot: [1]}}, vendors: {1: {loot: {1: {current_price_point_guid: p}, 2: {item_id: 1}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}",
  price_item_not_given: `{${coin}, vendors: {1: {loot: {1: {current_price_point_guid: p}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 5}]}]}}}`,
  condition_item_not_given: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_operation: subtract}}}}}`,
  check_always_passes: `{${coin}, vendors: {1: {loot: {1: {item_id: 1, inventory_operation: check_less_than}}}}}`,
  level_reward_without_level: rewarding("{1: {item_id: 2}}"),
  level_reward_not_reached: rewarding("{1: {item_id: 2, sort_order: 3}}"),
  level_vendor_without_levels:
    "{items: {1: {level_vendor_id: 1}, 2: {}}, vendors: {1: {loot: {1: {item_id: 2, sort_order: 1}}}}}",
  entitled_loot_sold:
    "{items: {1: {}, 2: {type: entitlement, entitled_loot_id: 1}}, vendors: {1: {loot: {1: {item_id: 1, inventory_operation: set, inventory_selector_type: inherit_entitlement_inventory}}}}, promotions: {HI: {loot_id: 1}}}",
  vendor_not_led_to: `{${coin}, vendors: {1: {type: randomly_sampled, loot: {1: {item_id: 1}, 2: {drop_weight: 9}}}}}`,
  claim_multiplied:
    "{items: {1: {}, 2: {}}, vendors: {1: {loot: {1: {sub_vendor_id: 2, is_claimable_by_client: true}}}, 2: {loot: {2: {item_id: 2, inventory_operation: check_less_than}, 3: {item_id: 2}, 4: {item_id: 1}}}}}",
  draws_gain_on_average: drawing("{item_id: 1, quantity: 9}, 12: {}"),
  new_orders_gain_on_average: drawing(
    "{item_id: 1, quantity: 9, fill_in_new_order: true}, 12: {fill_in_new_order: true}",
  ),
  windows_gain_again:
    "{items: {1: {}, 2: {}}, vendors: {1: {loot: {1: {sub_vendor_id: 2, quantity_type: absolute, current_price_point_guid: p}}}, 2: {loot: {2: {item_id: 2, inventory_operation: check_less_than}, 3: {item_id: 2, inventory_selector_type: rent_timeframe_locked, time_frame_id: 1}, 4: {item_id: 1, quantity: 5}}}}, price_points: {p: {current_breakpoints: [{quantity: 1, currencies: [{price_item_id: 1, price: 4}]}]}}, time_frames: {1: {start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z', hour_interval: 24}}}",
  session_gives_again:
    "{items: {1: {}, 2: {type: entitlement, entitled_loot_id: 1}}, vendors: {1: {loot: {1: {item_id: 1}}}}}",
  gain_search_bounded: long("hundreds of conversions between dozens of items, each of which takes several items"),
  key_in_two_files: long("two files that both have item 1"),
  form_malformed: "{items: {coins: {}}, vendors: {shop: {loot: {purse: {item: coins, quantity: {min: 2, max: 1}}}}}}",
  form_field_unknown:
    "{items: {coins: {}}, vendors: {shop: {loot: {purse: {item: coins, quantity: {min: 1, max: 2, step: 1}}}}}}",
  form_conflict: "{items: {coins: {}}, vendors: {shop: {loot: {purse: {item: coins, item_id: 5}}}}}",
  form_too_large: long("forms that become far more loot than their text is long, or more than 250,000"),
  name_unknown: "{items: {coins: {}}, vendors: {shop: {loot: {purse: {item: coin}}}}}",
  name_taken: "{items: {coins: {}, gold: {was: coins}}}",
  id_locked: long("an id written by hand that the lock file keeps for a name"),
  lock_stale: long("`--check-lock` with a lock file that lacks a name"),
  name_gone: long("an entry that was renamed without `was`"),
}

/** An example of every type of value that does not fit. */
export const misfits = {
  missing: "{items: {1: {}}, time_frames: {1: {start: '2026-01-01T00:00:00Z'}}}",
  string_type: "{items: {1: {item_uuid: 5}}}",
  int_type: "{items: {1: {ref_item_id: many}}}",
  bool_type: "{vendors: {1: {loot: {1: {active: 1}}}}}",
  float_type: "{items: {1: {coupon_discount_percentage: half}}}",
  list_type: "{items: {1: {coupon_discount_loot: 5}}}",
  dict_type: "{items: [1]}",
  uuid_parsing: "{items: {1: {item_uuid: sword}}}",
  datetime_parsing: "{vendors: {1: {loot: {1: {effective_from: soon}}}}}",
  timezone_aware: "{vendors: {1: {loot: {1: {effective_from: '2026-01-01T00:00:00'}}}}}",
  enum: "{items: {1: {type: unt}}}",
  string_too_short: "{vendors: {1: {loot: {1: {current_price_point_guid: ''}}}}}",
  greater_than_equal: "{vendors: {1: {loot: {1: {quantity: -1}}}}}",
  less_than_equal: "{items: {1: {coupon_discount_percentage: 1.01}}}",
} satisfies Partial<Record<DetailType, string>>

const exampleText = (example: Example): string => (typeof example === "string" ? `\`${example}\`` : example.words)

const capitalised = (sentence: string): string => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`

const rowsOf = (isWarning: boolean): ReadonlyArray<string> =>
  (Object.keys(MEANINGS) as Array<TableCode>)
    .filter((code) => isWarningCode(code) === isWarning)
    .map((code) => {
      const { sentence, why } = MEANINGS[code]
      const cells = [`\`${code}\``, capitalised(sentence), why, capitalised(FIXES[code]), exampleText(examples[code])]
      return `| ${cells.join(" | ")} |`
    })

const heading = (title: string, first: string): ReadonlyArray<string> => [
  `### ${title}`,
  "",
  `| code | ${first} | why | instead | example |`,
  "|---|---|---|---|---|",
]

/** The tables of all mistakes. */
export const mistakesText = (): string =>
  [
    ...heading("Errors: the document is refused", "says"),
    ...rowsOf(false),
    "",
    ...heading("Warnings", "says"),
    ...rowsOf(true),
    "",
    "### Values that do not fit",
    "",
    "These are errors too. The message says what the value must be, and what to write in place of this one.",
    "",
    "| code | why | example |",
    "|---|---|---|",
    ...Object.entries(misfits).map(
      ([code, example]) => `| \`${code}\` | ${MISFITS[code as keyof typeof misfits]} | \`${example}\` |`,
    ),
    "",
  ].join("\n")

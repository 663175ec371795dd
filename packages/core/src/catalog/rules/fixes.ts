/**
 * What to write instead, for each code of a finding: a sentence for people, without a period, that begins with a verb.
 * A finding that knows better, because it knows the value, has a fix of its own.
 */
import type { TableCode } from "./codes.ts"

const ANOTHER_ID = "give one of the two another id"
const LATER_END = "write an end that is later than the start"
const FEWER_NESTED = "take levels of sub vendors away, or fill_in_new_order from all but the innermost draws"
const SMALLER_WEIGHTS = "divide all weights by the same number"

/** The fix of each code. */
export const FIXES: Readonly<Record<TableCode, string>> = {
  text_unreadable: "correct the text at this place",
  not_plain_data: "write a text, a number, true, false, a list or a map",
  unknown_part: "put the entries into one of the parts",
  unknown_field: "put texts of your own into custom_data",
  catalog_empty: "write at least one item: items: { coins: {} }",
  key_not_an_id:
    "write an id such as 995, or a name that begins with a letter and has letters, digits, _, . and - alone",
  key_not_a_level: "write a level such as 2",
  key_not_a_bucket: "write a bucket such as free or echo",
  id_differs_from_key: "take this field away: the key is the id",
  id_used_twice: ANOTHER_ID,
  uuid_used_twice: "take one of the two away: a uuid that is absent is derived from the id",
  reference_dangling: "write the entry that is referred to, or refer to another",
  reference_ambiguous: "take the uuid away: the id says enough",
  sub_vendor_cycle: "take the sub vendor that leads back away",
  sub_vendor_too_deep: "take levels of sub vendors away: 64 are the most",
  invalid_selector: "take the field away: without it the item is owned for ever",
  invalid_operation: "take the field away: without it the item is added",
  rent_without_time_frame: "write a time_frame beside the selector",
  xp_transform_without_levels: "give the item a level_xp_table",
  weights_too_large: SMALLER_WEIGHTS,
  price_item_inactive: "write a price in another item, or take bit 0 from the item's availability_flags",
  price_item_twice: "write one price for each currency",
  breakpoint_twice: "write one breakpoint for each quantity",
  xp_table_not_rising: "write more XP for each level than for the level before",
  time_frame_empty: LATER_END,
  promotion_empty: LATER_END,
  entitlements_too_many: "join entitlements: one may give a vendor with the loot of several",
  promotion_code_unfit: "write a code of 1 to 256 characters",
  loot_never_drops: "write a drop_weight of 1 or more, or take the loot away",
  always_owned_given: "take bit 1 from the item's availability_flags, or give another item",
  selector_outside_entitlement:
    "give an item of type entitlement this loot as entitled_loot, or write the selector own",
  new_orders_too_deep: FEWER_NESTED,
  changes_too_many: "write a larger quantity in place of many loot",
  steps_too_many: "write fewer loot and candidates",
  vendor_never_drops: "write a drop_weight of 1 or more for what the vendor shall give",
  claimable_without_end:
    "write inventory_operation: set, a price of 1 or more, or a check that fails the second time, as in the daily claim of docs/catalog.md",
  money_pump: "raise the price, or lower what is given for it, until a round gains nothing",
  time_frame_overlaps: "write an hour_interval that is at least as long as the window",
  time_frame_over: "write an end that is still to come, or an hour_interval that repeats the window",
  time_frame_ignored: "write inventory_selector_type: rent_timeframe_locked, or take the time frame away",
  weights_ignored: "write type: randomly_sampled in the vendor, or take the weights away",
  recipe_field_ignored: "take the field away, or write type: randomly_sampled in the vendor",
  item_ignored: "take the item away, or the sub vendor",
  discount_negative: "write a discount from 0 to 1",
  coupon_without_effect: "write coupon_discount_percentage, coupon_discount_currency_item and coupon_discount_loot",
  second_draw_certain: "write quantity_type: absolute beside the sub vendor",
  weights_sometimes_too_large: SMALLER_WEIGHTS,
  new_orders_sometimes_too_deep: FEWER_NESTED,
  checks_contradict: "write checks that one count can pass, or take one away",
  quantity_too_large: "write a smaller quantity",
  rent_too_long: "write a smaller quantity, or a shorter time frame",
  item_in_no_bucket: "write buckets that count for a session into the rule set",
  level_rewards_feed_themselves: "take the loot that raises the item out of its level vendor",
  key_in_two_files: "join the two entries in one file, or give one another key",
  form_malformed: "write it as docs/catalog-fields.md shows",
  form_field_unknown: "take the field away",
  form_conflict: "take one of the two away",
  form_too_large: "write fewer rows, or smaller ranges",
  name_unknown: "write the entry that is referred to, or refer to another",
  name_taken: "take was away, or write the name that the entry had before",
  id_locked: "write another id, or the name that the lock file has",
  lock_stale: "run garrison catalog expand --write-lock",
  name_gone: "write was: in the entry that has a new name; an entry that is gone for good needs nothing",
}

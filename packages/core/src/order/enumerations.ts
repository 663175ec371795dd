/** The closed lists of orders (interface, section 2.8), each in the interface's order. */
import { Enumeration } from "../kernel/input/Field.ts"

/** The sources of orders. */
const ORDER_SOURCES = [
  "UNKNOWN",
  "WEB_ORDER_REPAIR",
  "IN_GAME",
  "WEB_SITE",
  "NO_SALE",
  "SUPPORT",
  "ACTIVITY",
  "REFUND",
  "SYSTEM",
  "REWARDS",
  "ESPORTS",
  "TREASURE",
  "CONSOLE",
  "ODYSSEY",
  "GOLF",
  "RETURN",
  "JSON_GATE",
  "SEND_GIFT",
  "RECEIVE_GIFT",
  "GOLF_DLC",
  "INDIA_MILESTONE",
  "INDIA_PRIME",
  "ECHO",
  "DELTA",
  "PTS_GRANT",
  "INSTANCE",
  "ACCOUNT_TRANSFER",
  "PROMOCODE",
  "TRIUMPH_SYSTEM",
  "LOGIN_GRANT",
  "EOM_UNCAPPED",
  "EOM_CAPPED",
  "KILO_DROP",
  "DATABASE_SCRIPT",
  "ACCOUNT_LINKING",
  "CLAN",
  "CONVERSION",
  "BRAVO",
  "ALPHA",
  "ALPHA_PLAY",
  "PORTAL_DURABLE",
  "PARTNER_ACHIEVEMENT",
  "MIKE_DROP",
  "FOXTROT",
  "STREAM_VIEWING_PROGRESS",
  "LIMA",
  "FIRST_LOGIN_GRANT",
  "INDIA_FUEL",
  "LIMA_DLC",
  "NOVEMBER",
  "CHARLIE_GAMES",
  "OSCAR",
  "KILO",
  "PAPA",
  "DAILY_REWARD",
  "ADD_ACCOUNT_EMAIL_REWARD",
  "CLIENT_CLAIM",
  "CLIENT",
  "ENTITLEMENTS",
  "HOTEL",
  "ROMEO",
  "QUEBEC",
] as const

/** The source of an order. Players submit only `CLIENT` (decisions, section 12). */
export const OrderSource = Enumeration(ORDER_SOURCES)
export type OrderSource = typeof OrderSource.Type

/** The types of entries. */
export const ENTRY_TYPES = [
  "fill_loot",
  "purchase_loot",
  "purchase_dynamic_bundle",
  "promotion_code",
  "fill_loot_single_transient",
  "fill_entitled_loot",
  "create_new_persistent_inventory",
  "update_existing_persistent_inventory",
  "create_new_transient_inventory",
  "update_existing_transient_inventory",
  "update_inventory",
] as const

/** The type of an entry. */
export const EntryType = Enumeration(ENTRY_TYPES)
export type EntryType = typeof EntryType.Type

/**
 * What can be turned off for an order. Settings turn off `coupons` and `dynamic_bundles` for all orders. `hand_rules`
 * are the rules for what is changed by hand: bounds of a quantity, rewards of levels, loot of a code. They are off in
 * the orders that take other orders back, whose entries say what is to be (decisions, section 12).
 */
export const ORDER_FEATURES = ["coupons", "dynamic_bundles", "hand_rules"] as const
export type OrderFeature = (typeof ORDER_FEATURES)[number]

/** The results of entries. */
const ENTRY_RESULTS = [
  "success",
  "internal_error",
  "invalid_entry_type",
  "not_allowed_on_current_portal",
  "loot_not_found",
  "loot_not_active",
  "price_item_not_found",
  "price_not_allowed",
  "dynamic_bundle_invalid",
  "too_many_requests",
  "price_does_not_match",
  "vendor_version_does_not_match",
  "dynamic_bundle_ltis_do_not_match",
  "cannot_afford_price",
  "cannot_afford_coupon",
  "failed_to_spend_price",
  "failed_to_spend_coupon",
  "loot_not_for_sale_with_price_item",
  "coupons_disabled",
  "coupon_item_not_found",
  "coupon_item_not_active",
  "coupon_item_not_applicable_for_quantity",
  "coupon_item_not_applicable_for_price_item",
  "coupon_item_not_applicable_for_loot",
  "quantity_not_allowed",
  "promotion_expired",
  "promotion_not_found",
  "promotion_no_uses_left",
  "promotion_not_available",
  "promotion_claimed_already",
  "dynamic_bundles_not_available",
  "transient_single_loot_already_applied",
  "loot_not_fillable_from_client",
  "permission_denied",
  "failed_to_find_any_sub_loot",
  "failed_to_fill_any_sub_loot",
  "cannot_meet_loot_blocker",
  "cannot_meet_loot_required",
  "failed_to_consume_loot_required",
  "failed_to_submit_new_order",
  "failed_to_modify_inventory",
  "inventory_not_found",
  "item_not_found",
  "item_not_active",
  "too_many_inv_custom_attributes",
  "always_owned_inventory_cannot_be_modified",
  "available_until_is_in_past",
  "rollback",
  "not_started",
] as const

/** The result of an entry. */
export const EntryResult = Enumeration(ENTRY_RESULTS)
export type EntryResult = typeof EntryResult.Type

/** An {@link EntryResult} that is not success. */
export type FailedResult = Exclude<EntryResult, "success">

/** The types of details of an entry. */
const ENTRY_DETAIL_TYPES = [
  "unknown",
  "inventory_change",
  "dynamic_bundle_lti",
  "claim_promo_code",
  "return_promo_code",
  "new_order",
] as const

/** The type of a detail of an entry. */
export const EntryDetailType = Enumeration(ENTRY_DETAIL_TYPES)
export type EntryDetailType = typeof EntryDetailType.Type

/** Directions of an order page. */
const SORTS = ["asc", "desc"] as const

/** Whether a page lists the oldest order first or the newest. */
export const Sort = Enumeration(SORTS)
export type Sort = typeof Sort.Type

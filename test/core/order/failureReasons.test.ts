/**
 * Why entries fail: every reason, the order that reaches it, its data, and its result in the interface
 * (decisions, section 12).
 */
import { assert, describe, it } from "@effect/vitest"
import type { DocumentLoot, Promotion } from "@garrison/core/catalog/document"
import { alwaysOwnedId } from "@garrison/core/inventory/rules/alwaysOwned"
import { EntryResult } from "@garrison/core/order/enumerations"
import { ended, type EntryOutcome } from "@garrison/core/order/rules/interpret/outcome"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import { plainLabels } from "./plainLabels.ts"
import { sentenceOf } from "@garrison/core/order/rules/reasons/sentences"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "./catalogs.ts"
import { fill, held, hour, items, NOW, one, run, type Setting } from "./fulfilling.ts"

const MAXIMUM = Number.MAX_SAFE_INTEGER

/** A failed entry, the reason, and the result. */
type Row<Tag extends FailureReason["_tag"]> = readonly [
  EntryOutcome | undefined,
  Extract<FailureReason, { _tag: Tag }>,
  EntryResult,
]

/** The first entry of an order. */
const entryOf = (setting: Setting): EntryOutcome | undefined => run(setting).outcome.order.entries[0]

/** The entry that fills a loot of item 1. */
const filling = (loot: DocumentLoot, setting: Partial<Setting> = {}): EntryOutcome | undefined =>
  one(loot, setting).outcome.order.entries[0]

/** The entry that a server submits by hand, in a catalog with items 1 to 5. */
const byHand = (entry: SubmittedEntry, setting: Partial<Setting> = {}): EntryOutcome | undefined =>
  entryOf({ draft: { items: items(5) }, ...setting, entries: [entry] })

const create = (fields: Partial<SubmittedEntry>): SubmittedEntry => ({
  type: "create_new_persistent_inventory",
  item_id: 1,
  quantity: 1,
  ...fields,
})
const update = (fields: Partial<SubmittedEntry>): SubmittedEntry => ({
  type: "update_inventory",
  quantity: 1,
  ...fields,
})

/** A draw over `loot`, filled by loot 1. */
const drawing = (loot: Readonly<Record<number, DocumentLoot>>, more: Draft = {}): Draft => ({
  items: items(5),
  ...more,
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot },
    ...more.vendors,
  },
})

const drawn = (loot: Readonly<Record<number, DocumentLoot>>, more: Draft = {}, quantity = 1) =>
  entryOf({ draft: drawing(loot, more), entries: [fill(1, quantity)] })

/** Vendors that each give the next vendor twice; the last gives `last` twice: 2^levels loot. */
const doubling = (levels: number, last: DocumentLoot): Draft => ({
  items: items(1),
  vendors: Object.fromEntries(
    Array.from({ length: levels }, (_, index) => {
      const next: DocumentLoot = index === levels - 1 ? last : { sub_vendor_id: index + 2 }
      return [index + 1, { loot: { [index * 2 + 1]: next, [index * 2 + 2]: next } }]
    }),
  ),
})

/** New orders within new orders. */
const nestedOrders: Draft = {
  items: items(1),
  vendors: {
    1: { loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot: { 2: { sub_vendor_id: 2, fill_in_new_order: true } } },
  },
}

const frames: Draft = {
  time_frames: { 7: { start: 0, end: hour }, 8: { start: 0, end: 2 * NOW }, 10: { start: NOW + 1, end: 2 * NOW } },
}
const endless: Draft = { time_frames: { 9: { start: 0, end: 8_000_000_000_000_000 } } }
const xp: Draft = { items: { 1: { level_xp_table_id: 1 } }, xp_tables: { 1: { levels: { 1: 10, 2: 20 } } } }
const ruled: Draft = {
  items: { 1: { item_portal_use_ruleset_id: 3 } },
  item_portal_use_rulesets: { 3: { platforms: ["Golf"] } },
}
const inactive: Draft = { items: { 1: { availability_flags: 1 } } }
const owned: Draft = { items: { 1: { availability_flags: 2 } } }
const lootId = 1

/** What a purchase of it costs, for the reasons that say so. */
const expected = [{ itemId: 2, price: 100, reduced: 100 }]
const itemId = 1
const transform = "from_current_xp_to_target_additional_level_min_xp"
const attributes = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key${index}`, ""]))

const transaction = (at: number): EntryOutcome | undefined => {
  const draft: Draft = { items: items(1), vendors: { 1: { loot: { 1: { item_id: 1 } } } } }
  return run({ draft, isTransaction: true, entries: [fill(1), fill(99), fill(1)] }).outcome.order.entries[at]
}

/** Half of a price in item 2, for loot 1, once. */
const coupon = {
  coupon_discount_currency_item_id: 2,
  coupon_discount_percentage: 0.5,
  coupon_discount_loot: [1],
  coupon_consume_on_use: true,
}

/** A purchase of loot 1 that costs 100 of item 2, by a player who holds 1000 of it and 3 coupons (item 3). */
const buying = (
  entry: Partial<SubmittedEntry> = {},
  { loot = {}, items: more = {}, ...setting }: Partial<Setting> & Pick<Draft, "items"> & { loot?: DocumentLoot } = {},
) =>
  entryOf({
    records: [held(2, 1000), held(3, 3)],
    ...setting,
    draft: {
      items: {
        1: {},
        2: {},
        3: coupon,
        ...more,
      },
      vendors: { 1: { loot: { 1: { item_id: 1, current_price_point_guid: "tiers", ...loot } } } },
      price_points: {
        tiers: {
          cap_flag: true,
          strict_flag: true,
          current_breakpoints: [2, 4].map((quantity) => ({ quantity, currencies: [{ price_item_id: 2, price: 100 }] })),
        },
        single: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 100 }] }] },
        huge: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: MAXIMUM }] }] },
      },
    },
    entries: [{ type: "purchase_loot", loot_id: 1, quantity: 2, ...entry }],
  })

const costing = (price: number, itemId = 2): Partial<SubmittedEntry> => ({
  purchase_price: { currencies: [{ price_item_id: itemId, price }] },
})

/** A purchase of one unit with a coupon. */
const withCoupon = (coupon: number, setting: Parameters<typeof buying>[1] = {}, quantity = 1) =>
  buying(
    {
      quantity,
      purchase_price: { currencies: [{ price_item_id: 2, price: 100 }], price_coupon_item_id: coupon },
    },
    { ...setting, loot: { current_price_point_guid: "single" } },
  )

const code = (text: string): SubmittedEntry => ({ type: "promotion_code", quantity: 1, external_tran_id: text })

/** A catalog with the promotion `CODE`, which gives loot 1. */
const promoting = (promotion: Promotion): Draft => ({
  items: items(1),
  vendors: { 1: { loot: { 1: { item_id: 1 } } } },
  promotions: { CODE: { loot_id: 1, ...promotion } },
})

const claiming = (text: string, promotion: Promotion = {}, setting: Partial<Setting> = {}) =>
  entryOf({ ...setting, draft: promoting(promotion), entries: [code(text)] })

const claimingTwice = (promotion: Promotion) =>
  run({ draft: promoting(promotion), entries: [code("CODE"), code("CODE")] }).outcome.order.entries[1]

const single: SubmittedEntry = { type: "fill_loot_single_transient", loot_id: 1, quantity: 1 }

/** The entry that fills the loot of entitlement item 1, or of another item. */
const entitled = (fields: Partial<SubmittedEntry>, records: Setting["records"] = []) =>
  entryOf({
    draft: {
      items: { 1: { type: "entitlement", entitled_loot_id: 1 }, 2: {} },
      vendors: { 1: { loot: { 1: { item_id: 2 } } } },
    },
    records,
    entries: [{ type: "fill_entitled_loot", quantity: 1, ...fields }],
  })

/** A purchase of parts of loot 2, a dynamic bundle of loot 30 and 31 that checks item 2 (loot 32). */
const choosing = (
  chosen: ReadonlyArray<number>,
  fields: Partial<SubmittedEntry> = {},
  setting: Partial<Setting> = {},
) =>
  entryOf({
    records: [held(2, 5)],
    ...setting,
    draft: {
      items: { ...items(3), 4: { type: "dynamic_bundle" } },
      vendors: {
        1: { loot: { 1: { item_id: 1 }, 2: { item_id: 4, sub_vendor_id: 3, current_price_point_guid: "bundle" } } },
        3: {
          loot: {
            30: { item_id: 1 },
            31: { item_id: 3 },
            32: { item_id: 2, inventory_operation: "check_less_than", quantity: 9 },
          },
        },
      },
      price_points: {
        bundle: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 5 }] }] },
      },
    },
    entries: [
      {
        type: "purchase_dynamic_bundle",
        loot_id: 2,
        quantity: 1,
        dynamic_bundle_loot_ids: chosen,
        ...costing(5),
        ...fields,
      },
    ],
  })

const rows: { readonly [Tag in FailureReason["_tag"]]: Row<Tag> } = {
  TooManySteps: [
    entryOf({ draft: doubling(40, {}), entries: [fill(1)] }),
    { _tag: "TooManySteps", maximum: 100_000 },
    "internal_error",
  ],
  TooManyChanges: [
    entryOf({ draft: doubling(15, { item_id: 1 }), entries: [fill(1)] }),
    { _tag: "TooManyChanges", maximum: 10_000 },
    "internal_error",
  ],
  NestedTooDeep: [
    entryOf({ draft: { vendors: { 1: { loot: { 1: { sub_vendor_id: 1 } } } } }, entries: [fill(1)] }),
    { _tag: "NestedTooDeep", maximum: 64 },
    "internal_error",
  ],
  WeightsTooLarge: [
    drawn({ 2: { drop_weight: MAXIMUM }, 3: { drop_weight: MAXIMUM } }),
    { _tag: "WeightsTooLarge", vendorId: 2, total: 2 * MAXIMUM },
    "internal_error",
  ],
  OrdersTooDeep: [
    entryOf({ draft: nestedOrders, entries: [fill(1)] }),
    { _tag: "OrdersTooDeep", maximum: 8 },
    "failed_to_submit_new_order",
  ],
  TooManyOrders: [
    drawn({ 2: { item_id: 1, fill_in_new_order: true } }, {}, 1001),
    { _tag: "TooManyOrders", maximum: 1000 },
    "failed_to_submit_new_order",
  ],
  ForServersOnly: [
    byHand(update({ quantity: 0 }), { isServer: false }),
    { _tag: "ForServersOnly", type: "update_inventory" },
    "permission_denied",
  ],
  TypeNotForLoot: [
    choosing([], { type: "purchase_loot" }),
    { _tag: "TypeNotForLoot", type: "purchase_loot", lootId: 2 },
    "invalid_entry_type",
  ],
  BundlesDisabled: [
    choosing([30], {}, { disabled: ["dynamic_bundles"] }),
    { _tag: "BundlesDisabled" },
    "dynamic_bundles_not_available",
  ],
  NotABundle: [choosing([30], { loot_id: 1 }), { _tag: "NotABundle", lootId }, "dynamic_bundle_invalid"],
  NothingChosen: [choosing([]), { _tag: "NothingChosen", lootId: 2 }, "dynamic_bundle_invalid"],
  ChoiceNotInBundle: [
    choosing([30, 32]),
    { _tag: "ChoiceNotInBundle", lootId: 2, chosen: 32 },
    "dynamic_bundle_ltis_do_not_match",
  ],
  ChosenTwice: [
    choosing([30, 31, 30]),
    { _tag: "ChosenTwice", lootId: 2, chosen: 30 },
    "dynamic_bundle_ltis_do_not_match",
  ],
  QuantityOutOfBounds: [
    filling({}, { entries: [fill(1, 1_000_001)] }),
    { _tag: "QuantityOutOfBounds", quantity: 1_000_001, minimum: 1, maximum: 1_000_000 },
    "quantity_not_allowed",
  ],
  LootMissing: [filling({}, { entries: [fill(99)] }), { _tag: "LootMissing", lootId: 99 }, "loot_not_found"],
  LootNotClaimable: [
    filling({ active: false }, { isServer: false }),
    { _tag: "LootNotClaimable", lootId },
    "loot_not_fillable_from_client",
  ],
  VendorEtagDiffers: [
    filling({}, { entries: [{ ...fill(1), vendor_etag: "old", vendor_version: 1n }] }),
    { _tag: "VendorEtagDiffers", vendorId: 1, asked: "old", current: "vendor-1" },
    "vendor_version_does_not_match",
  ],
  VendorVersionDiffers: [
    entryOf({
      draft: { items: items(1), vendors: { 1: { legacy_config_version: 4, loot: { 1: { item_id: 1 } } } } },
      entries: [{ ...fill(1), vendor_etag: '"vendor-1"', vendor_version: 3n }],
    }),
    { _tag: "VendorVersionDiffers", vendorId: 1, asked: 3n, current: 4 },
    "vendor_version_does_not_match",
  ],
  PriceMissing: [buying(), { _tag: "PriceMissing", lootId, expected }, "price_does_not_match"],
  PricesTooMany: [
    buying({
      purchase_price: {
        currencies: [
          { price_item_id: 2, price: 100 },
          { price_item_id: 2, price: 100 },
        ],
      },
    }),
    {
      _tag: "PricesTooMany",
      lootId,
      count: 2,
      stated: [
        { itemId: 2, price: 100 },
        { itemId: 2, price: 100 },
      ],
      expected,
    },
    "price_does_not_match",
  ],
  CouponsDisabled: [
    withCoupon(3, { disabled: ["coupons"] }),
    { _tag: "CouponsDisabled", itemId: 3 },
    "coupons_disabled",
  ],
  NotForSale: [
    buying({}, { loot: { current_price_point_guid: "none" } }),
    { _tag: "NotForSale", lootId },
    "price_not_allowed",
  ],
  QuantityBelowTiers: [
    buying({ quantity: 1 }),
    { _tag: "QuantityBelowTiers", lootId, quantity: 1, lowest: 2 },
    "quantity_not_allowed",
  ],
  QuantityAboveTiers: [
    buying({ quantity: 5 }),
    { _tag: "QuantityAboveTiers", lootId, quantity: 5, highest: 4 },
    "quantity_not_allowed",
  ],
  QuantityBetweenTiers: [
    buying({ quantity: 3 }),
    { _tag: "QuantityBetweenTiers", lootId, quantity: 3, tier: 2 },
    "quantity_not_allowed",
  ],
  PriceItemMissing: [buying(costing(100, 99)), { _tag: "PriceItemMissing", itemId: 99 }, "price_item_not_found"],
  NotSoldForItem: [
    buying(costing(100, 1)),
    { _tag: "NotSoldForItem", lootId, itemId: 1, expected },
    "loot_not_for_sale_with_price_item",
  ],
  PriceDiffers: [
    buying(costing(99)),
    { _tag: "PriceDiffers", lootId, itemId: 2, asked: 99, current: 100, expected },
    "price_does_not_match",
  ],
  CouponMissing: [withCoupon(99), { _tag: "CouponMissing", itemId: 99 }, "coupon_item_not_found"],
  CouponInactive: [
    withCoupon(3, { items: { 3: { ...coupon, availability_flags: 1 } } }),
    { _tag: "CouponInactive", itemId: 3 },
    "coupon_item_not_active",
  ],
  CouponNotForLoot: [
    withCoupon(1),
    { _tag: "CouponNotForLoot", itemId: 1, lootId },
    "coupon_item_not_applicable_for_loot",
  ],
  CouponNotForPriceItem: [
    withCoupon(3, { items: { 3: { ...coupon, coupon_discount_currency_item_id: 1 } } }),
    { _tag: "CouponNotForPriceItem", itemId: 3, priceItemId: 2 },
    "coupon_item_not_applicable_for_price_item",
  ],
  CouponNotForQuantity: [
    withCoupon(3, {}, 2),
    { _tag: "CouponNotForQuantity", itemId: 3, quantity: 2 },
    "coupon_item_not_applicable_for_quantity",
  ],
  PriceTooLarge: [
    buying({ ...costing(MAXIMUM), quantity: 4 }, { loot: { current_price_point_guid: "huge" } }),
    { _tag: "PriceTooLarge", itemId: 2, unitPrice: MAXIMUM, quantity: 4, maximum: MAXIMUM },
    "cannot_afford_price",
  ],
  PriceNotOwned: [
    buying(costing(100), { records: [held(2, 199)] }),
    { _tag: "PriceNotOwned", itemId: 2, count: 199, price: 200 },
    "cannot_afford_price",
  ],
  PriceNotSpent: [
    buying(costing(100), { records: [held(2, 199)], items: { 2: { availability_flags: 2 } } }),
    { _tag: "PriceNotSpent", itemId: 2, price: 200 },
    "failed_to_spend_price",
  ],
  CouponNotOwned: [
    withCoupon(3, { records: [held(2, 1000)] }),
    { _tag: "CouponNotOwned", itemId: 3 },
    "cannot_afford_coupon",
  ],
  CouponNotSpent: [
    withCoupon(3, { records: [held(2, 1000)], items: { 3: { ...coupon, availability_flags: 2 } } }),
    { _tag: "CouponNotSpent", itemId: 3 },
    "failed_to_spend_coupon",
  ],
  ExpiresInPast: [
    byHand(create({ expires: NOW })),
    { _tag: "ExpiresInPast", expires: NOW, now: NOW },
    "available_until_is_in_past",
  ],
  TooManyAttributes: [
    byHand(create({ custom_data: attributes })),
    { _tag: "TooManyAttributes", count: 21, maximum: 20 },
    "too_many_inv_custom_attributes",
  ],
  LootInactive: [filling({ active: false }), { _tag: "LootInactive", lootId }, "loot_not_active"],
  LootNotYetEffective: [
    filling({ effective_from: NOW + 1 }),
    { _tag: "LootNotYetEffective", lootId, effectiveFrom: NOW + 1, now: NOW },
    "loot_not_active",
  ],
  LootBroken: [filling({ time_frame_id: 99 }), { _tag: "LootBroken", lootId }, "internal_error"],
  OperationInvalid: [
    filling({ inventory_operation: "invalid" }),
    { _tag: "OperationInvalid", lootId },
    "failed_to_modify_inventory",
  ],
  SelectorInvalid: [
    filling({ inventory_selector_type: "invalid" }),
    { _tag: "SelectorInvalid", lootId },
    "failed_to_modify_inventory",
  ],
  NoEntitlement: [
    filling({ inventory_selector_type: "inherit_entitlement_inventory" }),
    { _tag: "NoEntitlement", lootId },
    "inventory_not_found",
  ],
  NoLevels: [
    filling({ xp_quantity_transform_type: transform }),
    { _tag: "NoLevels", lootId },
    "failed_to_modify_inventory",
  ],
  NoTimeFrame: [
    filling({ inventory_selector_type: "rent" }),
    { _tag: "NoTimeFrame", lootId },
    "failed_to_modify_inventory",
  ],
  TimeFrameOver: [
    filling({ inventory_selector_type: "rent_timeframe_locked", time_frame_id: 7 }, { draft: frames }),
    { _tag: "TimeFrameOver", lootId, timeFrameId: 7, now: NOW },
    "loot_not_active",
  ],
  WindowNotOpen: [
    filling({ inventory_selector_type: "own_transient", time_frame_id: 10 }, { draft: frames }),
    { _tag: "WindowNotOpen", lootId, timeFrameId: 10, opens: NOW + 1, now: NOW },
    "loot_not_active",
  ],
  NothingActive: [
    entryOf({
      draft: {
        items: items(5),
        price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 2, price: 1 }] }] } },
        vendors: {
          1: { loot: { 1: { sub_vendor_id: 2, current_price_point_guid: "p" } } },
          2: { loot: { 2: { item_id: 1, active: false } } },
        },
      },
      records: [held(2, 1)],
      entries: [
        {
          type: "purchase_loot",
          loot_id: 1,
          quantity: 1,
          purchase_price: { currencies: [{ price_item_id: 2, price: 1 }] },
        },
      ],
    }),
    { _tag: "NothingActive", lootId, vendorId: 2 },
    "loot_not_active",
  ],
  ItemMissing: [byHand(create({ item_id: 99 })), { _tag: "ItemMissing", itemId: 99 }, "item_not_found"],
  ItemInactive: [filling({}, { draft: inactive }), { _tag: "ItemInactive", itemId }, "item_not_active"],
  NotEntitlement: [entitled({ item_id: 2 }), { _tag: "NotEntitlement", itemId: 2 }, "item_not_found"],
  AlwaysOwned: [
    byHand(update({ inventory_id: alwaysOwnedId(1) }), { draft: owned }),
    { _tag: "AlwaysOwned", itemId },
    "always_owned_inventory_cannot_be_modified",
  ],
  PlatformNotAllowed: [
    filling({}, { draft: ruled, platform: "Echo" }),
    { _tag: "PlatformNotAllowed", itemId, platform: "Echo", allowed: new Set(["Golf"] as const) },
    "not_allowed_on_current_portal",
  ],
  CountTooLow: [
    filling({ inventory_operation: "check_greater_than", quantity: 5 }, { records: [held(1, 5)] }),
    { _tag: "CountTooLow", operation: "check_greater_than", lootId, itemId, count: 5, quantity: 5 },
    "cannot_meet_loot_required",
  ],
  CountTooHigh: [
    filling({ inventory_operation: "check_less_than", quantity: 5 }, { records: [held(1, 6)] }),
    { _tag: "CountTooHigh", operation: "check_less_than", lootId, itemId, count: 6, quantity: 5 },
    "cannot_meet_loot_blocker",
  ],
  NotEnough: [
    filling({ inventory_operation: "subtract", quantity: 5 }, { records: [held(1, 4)] }),
    { _tag: "NotEnough", lootId, itemId, count: 4, quantity: 5 },
    "failed_to_consume_loot_required",
  ],
  TopLevelReached: [
    filling({ xp_quantity_transform_type: transform }, { draft: xp, records: [held(1, 25)] }),
    { _tag: "TopLevelReached", lootId, itemId, count: 25 },
    "cannot_meet_loot_blocker",
  ],
  QuantityTooLarge: [
    filling({ quantity: MAXIMUM }, { entries: [fill(1, 4)] }),
    { _tag: "QuantityTooLarge", lootId, quantity: 4 * MAXIMUM, maximum: MAXIMUM },
    "failed_to_modify_inventory",
  ],
  CountTooLarge: [
    filling({}, { records: [held(1, MAXIMUM)] }),
    { _tag: "CountTooLarge", itemId, count: MAXIMUM + 1, maximum: MAXIMUM },
    "failed_to_modify_inventory",
  ],
  ExpiryTooLate: [
    filling({ inventory_selector_type: "rent", time_frame_id: 9, quantity: 40 }, { draft: endless }),
    { _tag: "ExpiryTooLate", lootId, timeFrameId: 9, times: 40 },
    "failed_to_modify_inventory",
  ],
  RecordMissing: [
    byHand(update({ inventory_id: "unknown" })),
    { _tag: "RecordMissing", inventoryId: "unknown", legacyInventoryId: undefined },
    "inventory_not_found",
  ],
  RecordExpired: [
    byHand(update({ inventory_id: "held-1" }), { records: [held(1, 1, { expires: NOW })] }),
    { _tag: "RecordExpired", expires: NOW, now: NOW },
    "inventory_not_found",
  ],
  RecordOfOtherType: [
    byHand(
      { ...update({ legacy_inventory_id: 1n }), type: "update_existing_transient_inventory" },
      { records: [held(1, 1)] },
    ),
    { _tag: "RecordOfOtherType", asked: "transient", current: "persistent" },
    "inventory_not_found",
  ],
  EntitlementNotOwned: [
    entitled({ item_id: 1 }, [held(1, 0)]),
    { _tag: "EntitlementNotOwned", itemId: 1 },
    "inventory_not_found",
  ],
  LootApplied: [
    run({ draft: promoting({}), entries: [single, single] }).outcome.order.entries[1],
    { _tag: "LootApplied", lootId: 1 },
    "transient_single_loot_already_applied",
  ],
  NoCandidates: [
    drawn({ 2: { item_id: 1, drop_weight: 0 } }),
    { _tag: "NoCandidates", vendorId: 2 },
    "failed_to_find_any_sub_loot",
  ],
  NothingDrawnGiven: [
    drawn({ 2: { item_id: 1, inventory_operation: "subtract" } }),
    {
      _tag: "NothingDrawnGiven",
      vendorId: 2,
      because: { _tag: "NotEnough", lootId: 2, itemId: 1, count: 0, quantity: 1 },
    },
    "failed_to_fill_any_sub_loot",
  ],
  NothingOfBundleGiven: [
    drawn({ 2: { sub_vendor_id: 3 } }, { vendors: { 3: { loot: { 3: { item_id: 1, stack_limit: 0 } } } } }),
    // Reached inside of the draw, whose reason says that no drawn loot could be given.
    { _tag: "NothingOfBundleGiven", vendorId: 3, because: { _tag: "StackLimitReached", itemId, count: 0, limit: 0 } },
    "failed_to_fill_any_sub_loot",
  ],
  PromotionMissing: [claiming("OTHER"), { _tag: "PromotionMissing", code: "OTHER" }, "promotion_not_found"],
  PromotionNotOnPlatform: [
    claiming("CODE", { platforms: ["Golf"] }, { platform: "Echo" }),
    { _tag: "PromotionNotOnPlatform", code: "CODE", platform: "Echo", allowed: new Set(["Golf"] as const) },
    "promotion_not_available",
  ],
  PromotionNotBegun: [
    claiming("CODE", { start: NOW + 1 }),
    { _tag: "PromotionNotBegun", code: "CODE", start: NOW + 1, now: NOW },
    "promotion_not_found",
  ],
  PromotionOver: [
    claiming("CODE", { end: NOW }),
    { _tag: "PromotionOver", code: "CODE", end: NOW, now: NOW },
    "promotion_expired",
  ],
  PromotionClaimed: [
    claimingTwice({ uses_maximum: 1 }),
    { _tag: "PromotionClaimed", code: "CODE" },
    "promotion_claimed_already",
  ],
  PromotionUsedUp: [
    claiming("CODE", { uses_maximum: 0 }),
    { _tag: "PromotionUsedUp", code: "CODE", uses: 0, maximum: 0 },
    "promotion_no_uses_left",
  ],
  RolledBack: [transaction(0), { _tag: "RolledBack", failedEntry: 1 }, "rollback"],
  NotStarted: [transaction(2), { _tag: "NotStarted", failedEntry: 1 }, "not_started"],
  // Decided before an order is interpreted: test/core/order/rate.test.ts.
  TooManyRequests: [
    ended(false, fill(1), { _tag: "TooManyRequests" }),
    { _tag: "TooManyRequests" },
    "too_many_requests",
  ],
}

describe("the reason of a failure", () => {
  for (const [tag, [entry, reason, result]] of Object.entries<Row<FailureReason["_tag"]>>(rows)) {
    it(`${tag} is ${result}`, () => {
      const found = entry?.reason
      assert.deepStrictEqual(found?._tag === "NothingDrawnGiven" && tag !== found._tag ? found.because : found, reason)
      assert.strictEqual(entry?.result, result)
      assert.deepStrictEqual(entry?.details, [])
    })
  }

  it("has a sentence of its own, which names every value that was compared", () => {
    const sentences = new Set<string>()
    for (const [tag, [, reason]] of Object.entries<Row<FailureReason["_tag"]>>(rows)) {
      const sentence = sentenceOf(reason, plainLabels)
      sentences.add(sentence)
      assert.match(sentence, /^[A-Z0-9].*\.$/)
      const values = Object.entries(reason).filter(([, value]) => typeof value === "number")
      const named = values.filter(([name]) => ["count", "maximum", "vendorId"].includes(name))
      for (const [name, value] of named) assert.include(sentence, String(value), `${tag}: ${name}`)
      const ids = values.filter(([name]) => name === "itemId" || name === "lootId").map(([, value]) => String(value))
      if (ids.length > 0) assert.match(sentence, new RegExp(`(?:item|loot) (?:${ids.join("|")})\\b`), tag)
    }
    assert.strictEqual(sentences.size, Object.keys(rows).length)
  })

  it("says why a part was left out of a bundle: the required item, or the stack limit", () => {
    const because = (part: DocumentLoot) => {
      const parts = { vendors: { 3: { loot: { 3: { item_id: 1, ...part } } } } }
      const reason = drawn({ 2: { sub_vendor_id: 3 } }, parts)?.reason
      const inner = reason?._tag === "NothingDrawnGiven" ? reason.because : undefined
      return inner?._tag === "NothingOfBundleGiven" ? inner.because : undefined
    }
    assert.deepStrictEqual(because({ required_item_id: 2, required_item_count: 3 }), {
      _tag: "RequiredItemMissing",
      itemId: 2,
      count: 0,
      required: 3,
    })
    assert.deepStrictEqual(because({ required_item_id: 99 }), { _tag: "LootBroken", lootId: 3 })
  })

  it("of success is undefined", () => {
    const entry = filling({})
    assert.strictEqual(entry?.result, "success")
    assert.isUndefined(entry?.reason)
  })
})

it("every result of the interface is reached by a reason, or is success", () => {
  const reached = Object.values<Row<FailureReason["_tag"]>>(rows).map(([, , result]) => result)
  assert.sameMembers([...new Set(reached), "success"], [...EntryResult.literals])
})

/**
 * Why an entry fails, as data: the rule, and the values that it compared. Each reason maps to a result of the
 * interface. The answer carries only that result; the trace carries the whole reason.
 */
import type { InventoryOperation } from "../../../catalog/schema.ts"
import type { Platform } from "../../../kernel/Platform.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { FailedResult, EntryType } from "../../enumerations.ts"

/** A bound of the interpretation was passed. The entry ends: no draw tries other loot. */
export type Halt =
  | { readonly _tag: "TooManySteps"; readonly maximum: number }
  | { readonly _tag: "TooManyChanges"; readonly maximum: number }
  | { readonly _tag: "NestedTooDeep"; readonly maximum: number }
  | { readonly _tag: "WeightsTooLarge"; readonly vendorId: number; readonly total: number }
  | { readonly _tag: "OrdersTooDeep"; readonly maximum: number }
  | { readonly _tag: "TooManyOrders"; readonly maximum: number }

/** A price of a unit that an entry states. */
export interface StatedPrice {
  readonly itemId: number
  readonly price: number
}

/** A price of a unit that a purchase may state, and what the player pays of it after owned parts and the coupon. */
export interface ExpectedPrice extends StatedPrice {
  readonly reduced: number
}

/** A reason against a stated price. */
interface Expecting {
  /** The prices that would match; absent: nobody asked for them. */
  readonly expected?: ReadonlyArray<ExpectedPrice>
}

/** The request alone decides. The inventory does not matter. */
type RequestReason =
  | { readonly _tag: "ForServersOnly"; readonly type: EntryType }
  /** The loot is bought by another type of entry. */
  | { readonly _tag: "TypeNotForLoot"; readonly type: EntryType; readonly lootId: number }
  | { readonly _tag: "BundlesDisabled" }
  | { readonly _tag: "NotABundle"; readonly lootId: number }
  | { readonly _tag: "NothingChosen"; readonly lootId: number }
  /** `chosen`: the loot that is no part of the bundle, or that was chosen twice. */
  | { readonly _tag: "ChoiceNotInBundle"; readonly lootId: number; readonly chosen: number }
  | { readonly _tag: "ChosenTwice"; readonly lootId: number; readonly chosen: number }
  | {
      readonly _tag: "QuantityOutOfBounds"
      readonly quantity: number
      readonly minimum: number
      readonly maximum: number
    }
  | { readonly _tag: "LootMissing"; readonly lootId: number | undefined }
  | { readonly _tag: "LootNotClaimable"; readonly lootId: number }
  | { readonly _tag: "VendorEtagDiffers"; readonly vendorId: number; readonly asked: string; readonly current: string }
  | {
      readonly _tag: "VendorVersionDiffers"
      readonly vendorId: number
      readonly asked: bigint
      readonly current: number
    }
  /** The entry states no price, or only half of one. */
  | ({ readonly _tag: "PriceMissing"; readonly lootId: number } & Expecting)
  | ({
      readonly _tag: "PricesTooMany"
      readonly lootId: number
      readonly count: number
      /** The first of them. */
      readonly stated: ReadonlyArray<StatedPrice>
    } & Expecting)
  | { readonly _tag: "CouponsDisabled"; readonly itemId: number }
  | { readonly _tag: "ExpiresInPast"; readonly expires: Timestamp; readonly now: Timestamp }
  | { readonly _tag: "TooManyAttributes"; readonly count: number; readonly maximum: number }

/** The window in which what the loot gives would last is not open. */
export type Closure =
  | { readonly _tag: "TimeFrameOver"; readonly lootId: number; readonly timeFrameId: number; readonly now: Timestamp }
  | {
      readonly _tag: "WindowNotOpen"
      readonly lootId: number
      readonly timeFrameId: number
      readonly opens: Timestamp
      readonly now: Timestamp
    }

/** Why loot is skipped at this time. */
export type Skip =
  | Closure
  | { readonly _tag: "LootInactive"; readonly lootId: number }
  | {
      readonly _tag: "LootNotYetEffective"
      readonly lootId: number
      readonly effectiveFrom: Timestamp
      readonly now: Timestamp
    }

/** The catalog decides. */
type CatalogReason =
  | Skip
  | { readonly _tag: "LootBroken"; readonly lootId: number }
  | { readonly _tag: "OperationInvalid"; readonly lootId: number }
  | { readonly _tag: "SelectorInvalid"; readonly lootId: number }
  | { readonly _tag: "NoEntitlement"; readonly lootId: number }
  | { readonly _tag: "NoLevels"; readonly lootId: number }
  | { readonly _tag: "NoTimeFrame"; readonly lootId: number }
  /** Nothing that a purchase of the loot would give is active. */
  | { readonly _tag: "NothingActive"; readonly lootId: number; readonly vendorId: number }
  | { readonly _tag: "ItemMissing"; readonly itemId: number | undefined }
  | { readonly _tag: "ItemInactive"; readonly itemId: number }
  | { readonly _tag: "NotEntitlement"; readonly itemId: number }
  | { readonly _tag: "AlwaysOwned"; readonly itemId: number }
  | {
      readonly _tag: "PlatformNotAllowed"
      readonly itemId: number
      readonly platform: Platform
      readonly allowed: ReadonlySet<Platform>
    }

/** The request and the catalog differ about the price of the loot, or about its coupon. */
type PriceReason =
  | { readonly _tag: "NotForSale"; readonly lootId: number }
  | { readonly _tag: "QuantityBelowTiers"; readonly lootId: number; readonly quantity: number; readonly lowest: number }
  | {
      readonly _tag: "QuantityAboveTiers"
      readonly lootId: number
      readonly quantity: number
      readonly highest: number
    }
  | { readonly _tag: "QuantityBetweenTiers"; readonly lootId: number; readonly quantity: number; readonly tier: number }
  | { readonly _tag: "PriceItemMissing"; readonly itemId: number }
  | ({ readonly _tag: "NotSoldForItem"; readonly lootId: number; readonly itemId: number } & Expecting)
  | ({
      readonly _tag: "PriceDiffers"
      readonly lootId: number
      readonly itemId: number
      readonly asked: number
      readonly current: number
    } & Expecting)
  | { readonly _tag: "CouponMissing"; readonly itemId: number }
  | { readonly _tag: "CouponInactive"; readonly itemId: number }
  /** The item is not a coupon, or not one for this loot. */
  | { readonly _tag: "CouponNotForLoot"; readonly itemId: number; readonly lootId: number }
  | { readonly _tag: "CouponNotForPriceItem"; readonly itemId: number; readonly priceItemId: number }
  | { readonly _tag: "CouponNotForQuantity"; readonly itemId: number; readonly quantity: number }

/** The player cannot pay. `price`: for the whole quantity, after all discounts. */
type PaymentReason =
  | {
      readonly _tag: "PriceTooLarge"
      readonly itemId: number
      readonly unitPrice: number
      readonly quantity: number
      readonly maximum: number
    }
  | { readonly _tag: "PriceNotOwned"; readonly itemId: number; readonly count: number; readonly price: number }
  /** The count suffices, but a part of it is always owned and cannot be spent. */
  | { readonly _tag: "PriceNotSpent"; readonly itemId: number; readonly price: number }
  | { readonly _tag: "CouponNotOwned"; readonly itemId: number }
  /** The coupon is always owned, or the price took it. */
  | { readonly _tag: "CouponNotSpent"; readonly itemId: number }

/** The compared numbers: `count` is the player's count of the item, `quantity` the quantity that the loot requires. */
interface Comparison {
  readonly lootId: number
  readonly itemId: number
  readonly count: number
  readonly quantity: number
}

/** The records that the player holds decide. */
type InventoryReason =
  | ({ readonly _tag: "CountTooLow"; readonly operation: InventoryOperation } & Comparison)
  | ({ readonly _tag: "CountTooHigh"; readonly operation: InventoryOperation } & Comparison)
  | ({ readonly _tag: "NotEnough" } & Comparison)
  | { readonly _tag: "TopLevelReached"; readonly lootId: number; readonly itemId: number; readonly count: number }
  | { readonly _tag: "QuantityTooLarge"; readonly lootId: number; readonly quantity: number; readonly maximum: number }
  | { readonly _tag: "CountTooLarge"; readonly itemId: number; readonly count: number; readonly maximum: number }
  | { readonly _tag: "ExpiryTooLate"; readonly lootId: number; readonly timeFrameId: number; readonly times: number }
  | {
      readonly _tag: "RecordMissing"
      readonly inventoryId: string | undefined
      readonly legacyInventoryId: bigint | undefined
    }
  | { readonly _tag: "RecordExpired"; readonly expires: Timestamp | undefined; readonly now: Timestamp }
  | { readonly _tag: "RecordOfOtherType"; readonly asked: string; readonly current: string }
  | { readonly _tag: "EntitlementNotOwned"; readonly itemId: number }

/** Why a part is left out of a bundle, or a candidate out of a draw. */
export type Exclusion =
  | { readonly _tag: "LootBroken"; readonly lootId: number }
  | { readonly _tag: "RequiredItemMissing"; readonly itemId: number; readonly count: number; readonly required: number }
  | { readonly _tag: "StackLimitReached"; readonly itemId: number; readonly count: number; readonly limit: number }

/** Why loot of a randomly sampled vendor cannot be drawn. */
export type NotDrawable =
  | Skip
  | (Exclusion & { readonly lootId: number })
  | { readonly _tag: "NoWeight"; readonly lootId: number }
  /** It was drawn before, and draws are without replacement. */
  | { readonly _tag: "AlreadyDrawn"; readonly lootId: number }
  /** Its sub vendor cannot be given whole, and partial bundles are not allowed. */
  | { readonly _tag: "BundleIncomplete"; readonly lootId: number }

/** A vendor gave nothing. */
type VendorReason =
  | { readonly _tag: "NoCandidates"; readonly vendorId: number }
  /** `because`: why the last drawn loot could not be given. */
  | { readonly _tag: "NothingDrawnGiven"; readonly vendorId: number; readonly because: FailureReason }
  /** `because`: why the last part was left out. */
  | { readonly _tag: "NothingOfBundleGiven"; readonly vendorId: number; readonly because: FailureReason | Exclusion }

/** The orders of the current inventory session decide. */
type SessionReason = { readonly _tag: "LootApplied"; readonly lootId: number }

/** Claims of a promotion code, or its time and platforms, decide. */
type PromotionReason =
  | { readonly _tag: "PromotionMissing"; readonly code: string | undefined }
  | {
      readonly _tag: "PromotionNotOnPlatform"
      readonly code: string
      readonly platform: Platform
      readonly allowed: ReadonlySet<Platform>
    }
  | { readonly _tag: "PromotionNotBegun"; readonly code: string; readonly start: Timestamp; readonly now: Timestamp }
  | { readonly _tag: "PromotionOver"; readonly code: string; readonly end: Timestamp; readonly now: Timestamp }
  | { readonly _tag: "PromotionClaimed"; readonly code: string }
  | { readonly _tag: "PromotionUsedUp"; readonly code: string; readonly uses: number; readonly maximum: number }

/** Another entry of the order failed, or earlier orders used up the rate. */
type OrderReason =
  | { readonly _tag: "RolledBack"; readonly failedEntry: number }
  | { readonly _tag: "NotStarted"; readonly failedEntry: number }
  | { readonly _tag: "TooManyRequests" }

/** Why an entry, loot or a vendor was not fulfilled. */
export type FailureReason =
  | Halt
  | RequestReason
  | CatalogReason
  | PriceReason
  | PaymentReason
  | InventoryReason
  | VendorReason
  | SessionReason
  | PromotionReason
  | OrderReason

/** The interface's result for each reason. */
const RESULTS = {
  TooManySteps: "internal_error",
  TooManyChanges: "internal_error",
  NestedTooDeep: "internal_error",
  WeightsTooLarge: "internal_error",
  OrdersTooDeep: "failed_to_submit_new_order",
  TooManyOrders: "failed_to_submit_new_order",
  ForServersOnly: "permission_denied",
  TypeNotForLoot: "invalid_entry_type",
  BundlesDisabled: "dynamic_bundles_not_available",
  NotABundle: "dynamic_bundle_invalid",
  NothingChosen: "dynamic_bundle_invalid",
  ChoiceNotInBundle: "dynamic_bundle_ltis_do_not_match",
  ChosenTwice: "dynamic_bundle_ltis_do_not_match",
  QuantityOutOfBounds: "quantity_not_allowed",
  LootMissing: "loot_not_found",
  LootNotClaimable: "loot_not_fillable_from_client",
  VendorEtagDiffers: "vendor_version_does_not_match",
  VendorVersionDiffers: "vendor_version_does_not_match",
  PriceMissing: "price_does_not_match",
  PricesTooMany: "price_does_not_match",
  CouponsDisabled: "coupons_disabled",
  ExpiresInPast: "available_until_is_in_past",
  TooManyAttributes: "too_many_inv_custom_attributes",
  LootInactive: "loot_not_active",
  LootNotYetEffective: "loot_not_active",
  TimeFrameOver: "loot_not_active",
  WindowNotOpen: "loot_not_active",
  NothingActive: "loot_not_active",
  LootBroken: "internal_error",
  OperationInvalid: "failed_to_modify_inventory",
  SelectorInvalid: "failed_to_modify_inventory",
  NoEntitlement: "inventory_not_found",
  NoLevels: "failed_to_modify_inventory",
  NoTimeFrame: "failed_to_modify_inventory",
  ItemMissing: "item_not_found",
  ItemInactive: "item_not_active",
  NotEntitlement: "item_not_found",
  AlwaysOwned: "always_owned_inventory_cannot_be_modified",
  PlatformNotAllowed: "not_allowed_on_current_portal",
  NotForSale: "price_not_allowed",
  QuantityBelowTiers: "quantity_not_allowed",
  QuantityAboveTiers: "quantity_not_allowed",
  QuantityBetweenTiers: "quantity_not_allowed",
  PriceItemMissing: "price_item_not_found",
  NotSoldForItem: "loot_not_for_sale_with_price_item",
  PriceDiffers: "price_does_not_match",
  CouponMissing: "coupon_item_not_found",
  CouponInactive: "coupon_item_not_active",
  CouponNotForLoot: "coupon_item_not_applicable_for_loot",
  CouponNotForPriceItem: "coupon_item_not_applicable_for_price_item",
  CouponNotForQuantity: "coupon_item_not_applicable_for_quantity",
  PriceTooLarge: "cannot_afford_price",
  PriceNotOwned: "cannot_afford_price",
  PriceNotSpent: "failed_to_spend_price",
  CouponNotOwned: "cannot_afford_coupon",
  CouponNotSpent: "failed_to_spend_coupon",
  CountTooLow: "cannot_meet_loot_required",
  CountTooHigh: "cannot_meet_loot_blocker",
  NotEnough: "failed_to_consume_loot_required",
  TopLevelReached: "cannot_meet_loot_blocker",
  QuantityTooLarge: "failed_to_modify_inventory",
  CountTooLarge: "failed_to_modify_inventory",
  ExpiryTooLate: "failed_to_modify_inventory",
  RecordMissing: "inventory_not_found",
  RecordExpired: "inventory_not_found",
  RecordOfOtherType: "inventory_not_found",
  EntitlementNotOwned: "inventory_not_found",
  LootApplied: "transient_single_loot_already_applied",
  NoCandidates: "failed_to_find_any_sub_loot",
  NothingDrawnGiven: "failed_to_fill_any_sub_loot",
  NothingOfBundleGiven: "failed_to_fill_any_sub_loot",
  PromotionMissing: "promotion_not_found",
  PromotionNotOnPlatform: "promotion_not_available",
  PromotionNotBegun: "promotion_not_found",
  PromotionOver: "promotion_expired",
  PromotionClaimed: "promotion_claimed_already",
  PromotionUsedUp: "promotion_no_uses_left",
  RolledBack: "rollback",
  NotStarted: "not_started",
  TooManyRequests: "too_many_requests",
} as const satisfies Record<FailureReason["_tag"], FailedResult>

/** The result of an entry with this reason. */
export const resultOf = ({ _tag }: FailureReason): FailedResult => RESULTS[_tag]

/** Whether the reason ends the entry, so that no other loot is tried. */
export const isHalt = (reason: FailureReason): reason is Halt => {
  switch (reason._tag) {
    case "TooManySteps":
    case "TooManyChanges":
    case "NestedTooDeep":
    case "WeightsTooLarge":
    case "OrdersTooDeep":
    case "TooManyOrders":
      return true
    default:
      return false
  }
}

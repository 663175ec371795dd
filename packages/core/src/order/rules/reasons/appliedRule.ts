/**
 * The rules that applied to an entry and did not fail, as data: the rule, and the values that it compared or worked
 * out. They are steps of an explanation, beside the reasons of what failed (./failureReason.ts). A bound that was not
 * passed is no step.
 */
import type { InventoryBucket, InventorySelectorType, XpQuantityTransformType } from "../../../catalog/schema.ts"
import type { Platform } from "../../../kernel/Platform.ts"
import type { Timestamp } from "../../../kernel/time/Timestamp.ts"
import type { EntryType } from "../../enumerations.ts"

/** What the request asks for is allowed. */
type RequestRule =
  | {
      readonly _tag: "QuantityInBounds"
      readonly quantity: number
      readonly minimum: number
      readonly maximum: number
    }
  /** The type is for servers only, and a server submitted the entry. */
  | { readonly _tag: "ServerSubmits"; readonly type: EntryType }
  /** A client submitted the entry, and may claim the loot. */
  | { readonly _tag: "LootClaimable"; readonly lootId: number }
  | {
      readonly _tag: "LootActive"
      readonly lootId: number
      readonly effectiveFrom: Timestamp | undefined
      readonly now: Timestamp
    }
  | { readonly _tag: "VendorEtagMatches"; readonly vendorId: number; readonly asked: string; readonly current: string }
  /** `current` undefined: the vendor has no version, so that every version is the present one. */
  | {
      readonly _tag: "VendorVersionMatches"
      readonly vendorId: number
      readonly asked: bigint
      readonly current: number | undefined
    }
  | { readonly _tag: "ExpiryInFuture"; readonly expires: Timestamp; readonly now: Timestamp }
  | { readonly _tag: "AttributesInBounds"; readonly count: number; readonly maximum: number }
  /** `parts`: how many loot the bundle has. */
  | { readonly _tag: "PartChosen"; readonly lootId: number; readonly bundleLootId: number; readonly parts: number }
  | { readonly _tag: "PartNotChosen"; readonly lootId: number; readonly bundleLootId: number }
  /** A check or a subtraction of a bundle applies without being chosen. */
  | { readonly _tag: "ConditionOfBundle"; readonly lootId: number; readonly bundleLootId: number }

/** The item may be used. */
type ItemRule =
  /** `platform` undefined: a server acts, which has no platform. `allowed` undefined: every platform. */
  | {
      readonly _tag: "ItemUsable"
      readonly itemId: number
      readonly platform: Platform | undefined
      readonly allowed: ReadonlySet<Platform> | undefined
    }
  /** The item has a bucket use rule set. `session`: the session's bucket; `allowed`: the buckets that count in it. */
  | {
      readonly _tag: "BucketsCounted"
      readonly itemId: number
      readonly session: InventoryBucket
      readonly allowed: ReadonlySet<InventoryBucket>
    }
  /** Drawn loot, or a part of a bundle, whose required item the player has. */
  | {
      readonly _tag: "RequiredItemOwned"
      readonly lootId: number
      readonly itemId: number
      readonly count: number
      readonly required: number
    }
  | {
      readonly _tag: "BelowStackLimit"
      readonly lootId: number
      readonly itemId: number
      readonly count: number
      readonly limit: number
    }

/** The record that is given to, or taken from. */
type RecordRule =
  /** `bucket` and `expires` (undefined: never) are those of the record that the loot's selector means. */
  | {
      readonly _tag: "RecordSought"
      readonly lootId: number
      readonly itemId: number
      readonly selector: InventorySelectorType
      readonly type: "persistent" | "transient"
      readonly bucket: InventoryBucket
      readonly expires: Timestamp | undefined
    }
  /** The window of a time frame that was running, and its end. */
  | {
      readonly _tag: "WindowRunning"
      readonly lootId: number
      readonly timeFrameId: number
      readonly now: Timestamp
      readonly expires: Timestamp
    }
  /** A rent of `times` windows of `windowMillis` each, from `since` (now, or the end of the present rent) on. */
  | {
      readonly _tag: "RentExtended"
      readonly lootId: number
      readonly itemId: number
      readonly timeFrameId: number
      readonly bucket: InventoryBucket
      readonly windowMillis: number
      readonly times: number
      readonly since: Timestamp
      readonly expires: Timestamp
    }
  /** `count`: what the player can spend; an item that is always owned cannot be spent. */
  | {
      readonly _tag: "CountSuffices"
      readonly lootId: number
      readonly itemId: number
      readonly count: number
      readonly quantity: number
    }
  | {
      readonly _tag: "RecordNew"
      readonly itemId: number
      readonly type: "persistent" | "transient"
      readonly bucket: InventoryBucket
      readonly expires: Timestamp | undefined
    }
  | {
      readonly _tag: "RecordFound"
      readonly inventoryId: string
      readonly itemId: number
      readonly type: "persistent" | "transient"
      readonly count: number
      readonly expires: Timestamp | undefined
      readonly now: Timestamp
    }

/** What an ordered quantity did not do, and what it did in place of a higher count. */
type QuantityRule =
  /** `asked` of the loot, whose quantity is absolute: it is `quantity`, whatever is asked. */
  | {
      readonly _tag: "QuantityNotMultiplied"
      readonly lootId: number
      readonly asked: number
      readonly quantity: number
    }
  /** The same for loot that leads to a draw, and gives its vendor once. */
  | { readonly _tag: "RollsOnce"; readonly lootId: number; readonly asked: number }
  /** The quantity would be `asked`, and `hard_quantity_maximum` is less. */
  | {
      readonly _tag: "QuantityCapped"
      readonly lootId: number
      readonly asked: number
      readonly maximum: number
    }
  /** The vendor had loot for `drawn` draws only, because what was drawn does not come again. */
  | { readonly _tag: "DrawnOut"; readonly vendorId: number; readonly asked: number; readonly drawn: number }
  /** `rent_timeframe_locked`: the count of the record of this window, which ends with the window. */
  | {
      readonly _tag: "CountEndsWithWindow"
      readonly lootId: number
      readonly itemId: number
      readonly added: number
      readonly count: number
      readonly expires: Timestamp
    }

/** Levels of an XP table. Level 0: below the first level. */
type LevelRule =
  /** `quantity` levels by the loot's transform, from the player's `xp`, come to `worth` XP. */
  | {
      readonly _tag: "LevelsTurnedIntoXp"
      readonly lootId: number
      readonly itemId: number
      readonly transform: XpQuantityTransformType
      readonly xp: number
      readonly level: number
      readonly quantity: number
      readonly worth: number
    }
  | {
      readonly _tag: "LevelsRisen"
      readonly itemId: number
      readonly xpBefore: number
      readonly xpAfter: number
      readonly levelBefore: number
      readonly levelAfter: number
    }
  /** `xp`: the XP that the level needs; `rewards`: how many loot `vendorId` has for it. */
  | {
      readonly _tag: "LevelRewarded"
      readonly itemId: number
      readonly level: number
      readonly xp: number
      readonly vendorId: number
      readonly rewards: number
    }

/** The price of a purchase. All prices are those of one unit, but for that of {@link PriceAffordable}. */
type PriceRule =
  /** `tier`: the quantity from which the price holds. `highest` undefined: higher quantities are sold, too. */
  | {
      readonly _tag: "TierChosen"
      readonly lootId: number
      readonly quantity: number
      readonly tier: number
      readonly lowest: number
      readonly highest: number | undefined
    }
  /** The loot is sold in the quantities of its tiers only. */
  | { readonly _tag: "TierExact"; readonly lootId: number; readonly quantity: number; readonly tier: number }
  | {
      readonly _tag: "PriceMatches"
      readonly lootId: number
      readonly itemId: number
      readonly asked: number
      readonly current: number
    }
  /** A coupon for this loot, currency and quantity. `quantityMaximum` undefined: for every quantity. */
  | {
      readonly _tag: "CouponApplies"
      readonly itemId: number
      readonly lootId: number
      readonly priceItemId: number
      readonly quantity: number
      readonly quantityMaximum: number | undefined
    }
  /** A part that the player owns `needed` of, or more: its price, times `needed`, is taken off. */
  | {
      readonly _tag: "PartOwned"
      readonly lootId: number
      readonly itemId: number
      readonly count: number
      readonly needed: number
      readonly price: number
      readonly reduction: number
    }
  | {
      readonly _tag: "PartNotOwned"
      readonly lootId: number
      readonly itemId: number
      readonly count: number
      readonly needed: number
    }
  | {
      readonly _tag: "PartsDeducted"
      readonly lootId: number
      readonly price: number
      readonly reduction: number
      readonly minimum: number
      readonly result: number
    }
  /** `remaining`: the share of the price that the coupon leaves, as a decimal. */
  | {
      readonly _tag: "CouponDeducted"
      readonly itemId: number
      readonly price: number
      readonly remaining: string
      readonly minimum: number
      readonly result: number
    }
  /** `price`: of the whole quantity; `rest`: the player's count after it is paid. */
  | {
      readonly _tag: "PriceAffordable"
      readonly itemId: number
      readonly count: number
      readonly price: number
      readonly rest: number
    }
  | { readonly _tag: "CouponOwned"; readonly itemId: number; readonly count: number; readonly taken: number }

/** What a player gets once, or for what he owns. */
type ClaimRule =
  | {
      readonly _tag: "PromotionFound"
      readonly code: string
      readonly lootId: number
      readonly quantity: number
    }
  | {
      readonly _tag: "PromotionOnPlatform"
      readonly code: string
      readonly platform: Platform | undefined
      readonly allowed: ReadonlySet<Platform> | undefined
    }
  | {
      readonly _tag: "PromotionRunning"
      readonly code: string
      readonly begins: Timestamp | undefined
      readonly ends: Timestamp | undefined
      readonly now: Timestamp
    }
  | { readonly _tag: "PromotionNotClaimed"; readonly code: string }
  /** `maximum` undefined: the number of claims is not limited, and not counted. */
  | {
      readonly _tag: "PromotionHasUses"
      readonly code: string
      readonly uses: number | undefined
      readonly maximum: number | undefined
    }
  | { readonly _tag: "LootNotApplied"; readonly lootId: number }
  | { readonly _tag: "EntitlementFound"; readonly itemId: number; readonly lootId: number }
  /** `records`: how many records of the item the player owns that count; the one that lasts longest is named. */
  | {
      readonly _tag: "EntitlementOwned"
      readonly itemId: number
      readonly records: number
      readonly inventoryId: string
      readonly type: "persistent" | "transient"
      readonly expires: Timestamp | undefined
    }
  | { readonly _tag: "EntitlementAlwaysOwned"; readonly itemId: number }

/** A rule that applied. */
export type AppliedRule = RequestRule | ItemRule | RecordRule | QuantityRule | LevelRule | PriceRule | ClaimRule

/**
 * Codes, platforms and entitlements by which nobody is given anything, beside catalogs that nearly have the
 * mistake.
 */
import type { Platform } from "@garrison/core/kernel/Platform"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "../order/catalogs.ts"
import { fill, hour, items, NOW } from "../order/fulfilling.ts"
import { type Never, buy, each, promoted, rich, shop, sold, onPlatforms } from "./neverDrafts.ts"

const claim: SubmittedEntry = { type: "promotion_code", external_tran_id: "HI", quantity: 1 }

/** A shop whose currency may be used from these buckets. */
const inBuckets = (buckets: Readonly<Record<string, ReadonlyArray<"none">>>): Draft =>
  shop(sold, [each(1, 5)], {
    items: { ...items(5), 1: { inventory_bucket_use_rule_set_id: "rules" } },
    inventory_bucket_use_rule_sets: { rules: { buckets } },
  })

const entitling: Draft = { items: { ...items(4), 5: { type: "entitlement", entitled_loot_id: 1 } } }

/** A bundle for sale, to which an entitlement leads, with this selector in one of its parts. */
const inheriting = (inventory_selector_type: "inherit_entitlement_inventory" | "own_transient"): Draft =>
  shop({ 1: { sub_vendor_id: 2, current_price_point_guid: "p" } }, [each(1, 5)], {
    ...entitling,
    vendors: {
      2: {
        loot: {
          2: { item_id: 2, inventory_selector_type: "own_transient" },
          3: { item_id: 3, inventory_selector_type, inventory_operation: "set" },
        },
      },
    },
  })

/** A code for a draw of a bundle of an item on Echo and one on Golf. */
const drawnBundle = (allow_partial_bundles: boolean): Draft => ({
  ...onPlatforms(["Golf"], ["Echo"]),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
    2: { type: "randomly_sampled", loot: { 2: { sub_vendor_id: 3, allow_partial_bundles } } },
    3: { type: "recipe", loot: { 3: { item_id: 1 }, 4: { item_id: 2 } } },
  },
  promotions: { HI: { loot_id: 1 } },
})

/** A code for loot of an item that may be used from these buckets. */
const takingFrom = (
  buckets: Readonly<Record<string, ReadonlyArray<"none">>>,
  inventory_operation: "add" | "subtract",
): Draft => ({
  items: { ...items(2), 1: { inventory_bucket_use_rule_set_id: "rules" } },
  vendors: { 1: { type: "recipe", loot: { 1: { item_id: 1, inventory_operation }, 2: { item_id: 1 } } } },
  inventory_bucket_use_rule_sets: { rules: { buckets } },
  promotions: { HI: { loot_id: 1 } },
})

/** A claimable recipe of two items, each with its platforms. */
const claimable = (first: ReadonlyArray<Platform>, second: ReadonlyArray<Platform>, second_active = true): Draft => ({
  ...onPlatforms(first, second),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2, quantity_type: "absolute", is_claimable_by_client: true } } },
    2: {
      type: "recipe",
      loot: {
        2: { item_id: 3, inventory_operation: "check_less_than" },
        3: { item_id: 3, sort_order: 1 },
        4: { item_id: 1, sort_order: 1 },
        5: { item_id: 2, sort_order: 1, active: second_active },
      },
    },
  },
})

/** Every mistake of this kind. */
export const promotionNever: ReadonlyArray<Never> = [
  {
    what: "a code of inactive loot",
    code: "promotion_loot_inactive",
    at: "promotions.HI.loot_id",
    mistake: promoted({}, { active: false }),
    nearMiss: promoted({}),
    entry: claim,
    end: { reason: "LootInactive" },
  },
  {
    what: "a code with 0 uses",
    code: "promotion_without_uses",
    at: "promotions.HI.uses_maximum",
    mistake: promoted({ uses_maximum: 0 }),
    nearMiss: promoted({ uses_maximum: 1 }),
    entry: claim,
    end: { reason: "PromotionUsedUp" },
  },
  {
    what: "a code that has expired",
    code: "promotion_over",
    at: "promotions.HI.end",
    mistake: promoted({ end: NOW }),
    nearMiss: promoted({ end: NOW + 1 }),
    entry: claim,
    end: { reason: "PromotionOver" },
  },
  {
    what: "a code that ends as its loot begins",
    code: "promotion_ends_before_loot",
    at: "promotions.HI.end",
    mistake: promoted({ end: NOW + hour }, { effective_from: NOW + hour }),
    nearMiss: promoted({ end: NOW + 1 }, { effective_from: NOW }),
    entry: claim,
    end: { reason: "LootNotYetEffective" },
  },
  {
    what: "a code that ends before all that its loot draws from begins",
    code: "promotion_ends_before_loot",
    at: "promotions.HI.end",
    mistake: promoted(
      { end: NOW + hour },
      { item_id: undefined as never, sub_vendor_id: 2 },
      {
        vendors: {
          1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
          2: {
            type: "randomly_sampled",
            loot: { 2: { item_id: 1, effective_from: NOW + hour }, 3: { item_id: 2, effective_from: NOW + 2 * hour } },
          },
        },
      },
    ),
    nearMiss: promoted(
      { end: NOW + hour },
      {},
      {
        vendors: {
          1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
          2: { type: "recipe", loot: { 2: { item_id: 1, effective_from: NOW + hour }, 3: { item_id: 2 } } },
        },
      },
    ),
    entry: claim,
    end: { reason: "NoCandidates" },
  },
  {
    what: "a code that begins when the time frame of its loot is over",
    code: "promotion_begins_after_loot",
    at: "promotions.HI.start",
    mistake: promoted(
      { start: NOW + hour },
      { inventory_selector_type: "own_transient", time_frame_id: 1 },
      { time_frames: { 1: { start: NOW - hour, end: NOW + hour } } },
    ),
    nearMiss: promoted(
      { start: NOW },
      { inventory_selector_type: "own_transient", time_frame_id: 1 },
      { time_frames: { 1: { start: NOW - hour, end: NOW + 1 } } },
    ),
    entry: claim,
    end: { reason: "PromotionNotBegun" },
  },
  {
    what: "a code for a platform that its item does not allow",
    code: "platforms_disjoint",
    at: "promotions.HI.platforms",
    mistake: promoted({ platforms: ["Golf"] }, {}, onPlatforms(["Echo"], ["Echo"])),
    nearMiss: promoted({ platforms: ["Golf", "Echo"] }, {}, onPlatforms(["Echo"], ["Golf"])),
    entry: claim,
    platform: "Echo",
    end: { reason: "PromotionNotOnPlatform" },
  },
  {
    what: "a price on other platforms than the item",
    code: "platforms_disjoint",
    at: "vendors.1.loot.1.current_price_point_guid",
    mistake: shop(sold, [each(1, 5)], onPlatforms(["Echo"], ["Golf"])),
    nearMiss: shop(sold, [each(1, 5)], onPlatforms(["Echo", "Juliet"], ["Golf", "Echo"])),
    entry: buy(1, 5),
    records: rich,
    platform: "Echo",
    end: { reason: "PlatformNotAllowed" },
  },
  {
    what: "a claim of two items on different platforms",
    code: "platforms_disjoint",
    at: "vendors.1.loot.1.is_claimable_by_client",
    mistake: claimable(["Echo"], ["Golf"]),
    nearMiss: claimable(["Golf"], ["Echo"], false),
    entry: fill(1),
    platform: "Echo",
    end: { reason: "PlatformNotAllowed" },
  },
  {
    what: "a code for a whole bundle of two items on different platforms, which is drawn",
    code: "platforms_disjoint",
    at: "promotions.HI.loot_id",
    mistake: drawnBundle(false),
    nearMiss: drawnBundle(true),
    entry: claim,
    platform: "Echo",
    end: { reason: "NoCandidates" },
    nearMissEnd: { counts: { 1: 1 } },
  },
  {
    what: "a code for what takes an item of which no player uses a bucket",
    code: "platforms_disjoint",
    at: "promotions.HI.loot_id",
    mistake: takingFrom({ free: ["none"] }, "subtract"),
    nearMiss: takingFrom({ free: ["none"] }, "add"),
    entry: claim,
    records: rich,
    platform: "Anon",
    end: { reason: "NotEnough" },
  },
  {
    what: "a price in an item of which only servers use the bucket",
    code: "platforms_disjoint",
    at: "vendors.1.loot.1.current_price_point_guid",
    mistake: inBuckets({ anon: [] }),
    nearMiss: inBuckets({ anon: [], echo: ["none"] }),
    entry: buy(1, 5),
    records: rich,
    platform: "Echo",
    end: { reason: "PriceNotOwned" },
  },
  {
    what: "a sale of what inherits from an entitlement that leads to it, too",
    code: "entitled_loot_sold",
    at: "vendors.1.loot.1.current_price_point_guid",
    mistake: inheriting("inherit_entitlement_inventory"),
    nearMiss: inheriting("own_transient"),
    entry: buy(1, 5),
    records: rich,
    end: { reason: "NoEntitlement" },
  },
  {
    what: "a code for what inherits from an entitlement that leads to it, too",
    code: "entitled_loot_sold",
    at: "promotions.HI.loot_id",
    mistake: promoted(
      {},
      { inventory_selector_type: "inherit_entitlement_inventory", inventory_operation: "set" },
      entitling,
    ),
    nearMiss: promoted({}, { inventory_selector_type: "own_transient" }, entitling),
    entry: claim,
    end: { reason: "NoEntitlement" },
  },
]

/**
 * Mistakes by which no purchase, code or level ever gives something, beside catalogs that nearly have the mistake. An
 * order shows the difference: what the interpreter does in the one catalog and in the other (never.test.ts).
 */
import type { TableCode } from "@garrison/core/catalog/rules/codes"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "../order/catalogs.ts"
import { fill, held, hour, items, NOW } from "../order/fulfilling.ts"

/** What an order ends with: why it fails (absent: it succeeds), and what the player then owns. */
interface End {
  readonly reason?: FailureReason["_tag"]
  readonly counts?: Readonly<Record<number, number>>
}

/** A mistake, where the checker finds it, and the order that tells it from a near miss. */
export interface Never {
  readonly what: string
  readonly code: TableCode
  readonly at: string
  readonly mistake: Draft
  readonly nearMiss: Draft
  readonly entry: SubmittedEntry
  /** The order of the near miss, where it is another one. */
  readonly nearMissEntry?: SubmittedEntry
  readonly records?: ReadonlyArray<HeldRecord>
  /** The platform of the player who submits. */
  readonly platform?: Platform
  readonly end: End
  readonly nearMissEnd?: End
}

type Loot = NonNullable<Draft["vendors"]>[number]["loot"]
type Tiers = NonNullable<NonNullable<Draft["price_points"]>[string]["current_breakpoints"]>

/** Item 1 is the currency, which loot 90 gives; vendor 1 holds the loot under test. */
const shop = (loot: Loot, current_breakpoints: Tiers | undefined, rest: Draft = {}): Draft => ({
  items: items(5),
  ...rest,
  vendors: { 1: { type: "recipe", loot: { 90: { item_id: 1 }, ...loot } }, ...rest.vendors },
  price_points: { p: current_breakpoints === undefined ? {} : { current_breakpoints } },
})

const each = (quantity: number, price: number, price_item_id = 1): Tiers[number] => ({
  quantity,
  currencies: [{ price_item_id, price }],
})

const sold: Loot = { 1: { item_id: 2, current_price_point_guid: "p" } }

const buy = (quantity: number, price: number, fields: object = {}, price_item_id = 1): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: 1,
  quantity,
  purchase_price: { currencies: [{ price_item_id, price }], ...fields },
})

const rich = [held(1, 1_000_000)]

type Promotion = NonNullable<Draft["promotions"]>[string]

const promoted = (promotion: Partial<Promotion>, loot: Loot[number] = {}, rest: Draft = {}): Draft => ({
  items: items(3),
  vendors: { 1: { type: "recipe", loot: { 1: { item_id: 2, ...loot } } } },
  promotions: { HI: { loot_id: 1, ...promotion } },
  ...rest,
})

const claim: SubmittedEntry = { type: "promotion_code", external_tran_id: "HI", quantity: 1 }

const bundle = (loot: Loot, type: "recipe" | "randomly_sampled" = "recipe"): Draft =>
  shop({ 1: { item_id: 5, sub_vendor_id: 2, current_price_point_guid: "p" } }, [each(1, 5)], {
    items: { ...items(4), 5: { type: "dynamic_bundle" } },
    vendors: { 2: { type, loot } },
  })

const choose = (...dynamic_bundle_loot_ids: ReadonlyArray<number>): SubmittedEntry => ({
  ...buy(1, 5),
  type: "purchase_dynamic_bundle",
  dynamic_bundle_loot_ids,
})

const onPlatforms = (ofLoot: ReadonlyArray<Platform>, ofPrice: ReadonlyArray<Platform>): Draft => ({
  items: { ...items(5), 1: { item_portal_use_ruleset_id: 2 }, 2: { item_portal_use_ruleset_id: 1 } },
  item_portal_use_rulesets: { 1: { platforms: ofLoot }, 2: { platforms: ofPrice } },
})

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

/** A recipe that needs 5 of item 1, and then fewer than `most`, with a vendor between. */
const around = (most: number): Draft => ({
  items: items(2),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2, quantity_type: "absolute" } } },
    2: {
      type: "recipe",
      loot: {
        2: { item_id: 1, quantity: 5, inventory_operation: "check_greater_than_or_equal" },
        3: { sub_vendor_id: 3, sort_order: 1 },
        4: { item_id: 1, quantity: most, inventory_operation: "check_less_than", sort_order: 2 },
      },
    },
    3: { type: "recipe", loot: { 100: { item_id: 2 } } },
    4: { type: "recipe", loot: { 101: { item_id: 1 } } },
  },
})

/** A bundle of so many that a part of 2 is too large, if the part has begun. */
const begun = (effective_from: number): Draft => ({
  items: items(1),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2, quantity: 2 ** 52 } } },
    2: { type: "recipe", loot: { 2: { item_id: 1, quantity: 2, effective_from } } },
  },
})

/** Loot with a time frame that ends in an hour. */
const framed = (effective_from: number): Draft => ({
  items: items(1),
  vendors: {
    1: {
      type: "recipe",
      loot: { 1: { item_id: 1, inventory_selector_type: "own_transient", time_frame_id: 1, effective_from } },
    },
  },
  time_frames: { 1: { start: NOW - hour, end: NOW + hour } },
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

const coupon = (fields: object, tiers: Tiers = [each(1, 10)]): Draft =>
  shop(sold, tiers, {
    items: {
      ...items(4),
      5: {
        coupon_discount_percentage: 0.5,
        coupon_discount_currency_item_id: 1,
        coupon_discount_loot: [1],
        ...fields,
      },
    },
  })

const discounted = buy(1, 10, { price_coupon_item_id: 5 })

/** Item 1 has levels, which vendor 2 rewards with item 2. Loot 1 gives 100 XP. */
const levelled = (
  reward: Loot[number],
  levels: Readonly<Record<string, number>> | undefined,
  rest: Loot = {},
): Draft => ({
  items: {
    1: { level_vendor_id: 2, ...(levels === undefined ? undefined : { level_xp_table_id: 1 }) },
    2: {},
    3: {},
  },
  vendors: {
    1: { type: "recipe", loot: { 1: { item_id: 1, quantity: 100 }, ...rest } },
    2: { type: "recipe", loot: { 2: { item_id: 2, ...reward } } },
  },
  ...(levels === undefined ? undefined : { xp_tables: { 1: { levels } } }),
})

const marked = (rest: Loot): Draft => ({
  items: items(3),
  vendors: {
    1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
    2: {
      type: "recipe",
      loot: { 2: { item_id: 1, inventory_operation: "check_less_than" }, 3: { item_id: 2, sort_order: 1 }, ...rest },
    },
  },
})

/** A vendor of two loot that no loot has as its sub vendor, unless `lead` does. */
const alone = (type: "recipe" | "randomly_sampled", loot: Loot, lead: Loot = {}): Draft => ({
  items: items(3),
  vendors: { 1: { type: "recipe", loot: { 50: { item_id: 3 }, ...lead } }, 2: { type, loot } },
})

const two: Loot = { 1: { item_id: 1 }, 2: { item_id: 2 } }
const guarded: Loot = { 1: { item_id: 1 }, 2: { item_id: 3, quantity: 9, inventory_operation: "check_less_than" } }

/** Every mistake of this kind. */
export const never: ReadonlyArray<Never> = [
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
  {
    what: "a price point without a tier",
    code: "price_point_without_tiers",
    at: "price_points.p",
    mistake: shop(sold, undefined),
    nearMiss: shop(sold, [each(1, 5)]),
    entry: buy(1, 5),
    records: rich,
    end: { reason: "NotForSale" },
  },
  {
    what: "a price point whose tiers have no price",
    code: "price_point_without_tiers",
    at: "price_points.p",
    mistake: shop(sold, [{ quantity: 1, currencies: [] }]),
    nearMiss: shop(sold, [each(1, 5)]),
    entry: buy(1, 5),
    records: rich,
    end: { reason: "NotSoldForItem" },
  },
  {
    what: "a tier beyond the largest quantity of an order",
    code: "price_tier_unreachable",
    at: "price_points.p.current_breakpoints.1.quantity",
    mistake: shop(sold, [each(1, 5), each(1_000_001, 4)]),
    nearMiss: shop(sold, [each(1, 5), each(1_000_000, 1)]),
    entry: buy(1_000_001, 4),
    nearMissEntry: buy(1_000_000, 1),
    records: rich,
    end: { reason: "QuantityOutOfBounds" },
  },
  {
    what: "a tier that costs more than the largest count",
    code: "price_tier_unreachable",
    at: "price_points.p.current_breakpoints.0.currencies.0.price",
    mistake: shop(sold, [each(2, 2 ** 52)]),
    nearMiss: shop(sold, [each(2, 2 ** 52 - 1)]),
    entry: buy(2, 2 ** 52),
    nearMissEntry: buy(2, 2 ** 52 - 1),
    records: [held(1, Number.MAX_SAFE_INTEGER)],
    end: { reason: "PriceTooLarge" },
  },
  {
    what: "a second currency of which nobody can own as much",
    code: "price_tier_unreachable",
    at: "price_points.p.current_breakpoints.0.currencies.1.price",
    mistake: shop({ ...sold, 91: { item_id: 3 } }, [
      { quantity: 2, currencies: [...each(2, 5).currencies, { price_item_id: 3, price: 2 ** 52 }] },
    ]),
    nearMiss: shop({ ...sold, 91: { item_id: 3 } }, [
      { quantity: 2, currencies: [...each(2, 5).currencies, { price_item_id: 3, price: 2 ** 52 - 1 }] },
    ]),
    entry: buy(2, 2 ** 52, {}, 3),
    nearMissEntry: buy(2, 2 ** 52 - 1, {}, 3),
    records: [held(3, Number.MAX_SAFE_INTEGER)],
    end: { reason: "PriceTooLarge" },
  },
  {
    what: "a tier without a price between others",
    code: "price_tier_without_price",
    at: "price_points.p.current_breakpoints.1.currencies",
    mistake: shop(sold, [each(1, 5), { quantity: 5, currencies: [] }]),
    nearMiss: shop(sold, [each(1, 5), each(5, 5)]),
    entry: buy(5, 5),
    records: rich,
    end: { reason: "NotSoldForItem" },
  },
  {
    what: "ten that cost more each than one",
    code: "price_tier_dearer",
    at: "price_points.p.current_breakpoints.0.currencies.0.price",
    mistake: shop(sold, [each(10, 6), each(1, 5)]),
    nearMiss: shop(sold, [each(10, 5), each(1, 5), each(11, 6, 3)], {
      vendors: { 2: { loot: { 91: { item_id: 3 } } } },
    }),
    entry: buy(10, 6),
    nearMissEntry: buy(10, 5),
    records: [held(1, 60)],
    end: { counts: { 1: 0, 2: 10 } },
    nearMissEnd: { counts: { 1: 10, 2: 10 } },
  },
  {
    what: "a price point that no loot has",
    code: "price_point_unused",
    at: "price_points.p",
    mistake: shop({ 1: { item_id: 2 } }, [each(1, 5)]),
    nearMiss: shop({ 1: { item_id: 2, pre_sale_price_point_guid: "p" } }, [each(1, 5)]),
    entry: buy(1, 5),
    nearMissEntry: fill(1),
    records: rich,
    end: { reason: "NotForSale" },
  },
  {
    what: "a bundle of checks",
    code: "bundle_without_choice",
    at: "vendors.1.loot.1",
    mistake: bundle({ 2: { item_id: 1, quantity: 9, inventory_operation: "check_greater_than_or_equal" } }),
    nearMiss: bundle({
      2: { item_id: 1, quantity: 9, inventory_operation: "check_greater_than_or_equal" },
      3: { item_id: 2 },
    }),
    entry: choose(2),
    nearMissEntry: choose(3),
    records: rich,
    end: { reason: "ChoiceNotInBundle" },
  },
  {
    what: "a bundle of inactive parts",
    code: "bundle_without_choice",
    at: "vendors.1.loot.1",
    mistake: bundle({ 2: { item_id: 2, active: false } }),
    nearMiss: bundle({ 2: { item_id: 2, active: false }, 3: { item_id: 2 } }),
    entry: choose(2),
    nearMissEntry: choose(3),
    records: rich,
    end: { reason: "LootInactive" },
  },
  {
    what: "a bundle that draws",
    code: "bundle_without_choice",
    at: "vendors.1.loot.1",
    mistake: bundle({ 2: { item_id: 2 }, 3: { item_id: 3 } }, "randomly_sampled"),
    nearMiss: bundle({ 2: { item_id: 2 }, 3: { item_id: 3 } }),
    entry: choose(2),
    records: rich,
    end: { reason: "NotABundle" },
  },
  {
    what: "a coupon in a currency that its loot does not cost",
    code: "coupon_currency_unused",
    at: "items.5.coupon_discount_currency_item_id",
    mistake: coupon({ coupon_discount_currency_item_id: 2 }),
    nearMiss: coupon({}),
    entry: discounted,
    records: [held(1, 10), held(5, 1)],
    end: { reason: "CouponNotForPriceItem" },
    nearMissEnd: { counts: { 1: 5, 2: 1, 5: 1 } },
  },
  {
    what: "a coupon that is used up, for loot that is not sold singly",
    code: "coupon_without_effect",
    at: "items.5.coupon_discount_percentage",
    mistake: coupon({ coupon_consume_on_use: true }, [each(2, 10)]),
    nearMiss: coupon({}, [each(2, 10)]),
    entry: buy(2, 10, { price_coupon_item_id: 5 }),
    records: [held(1, 20), held(5, 1)],
    end: { reason: "CouponNotForQuantity" },
    nearMissEnd: { counts: { 1: 10, 2: 2, 5: 1 } },
  },
  {
    what: "a coupon on a price that may not be lowered",
    code: "coupon_without_effect",
    at: "items.5.coupon_discount_percentage",
    mistake: coupon({}, [{ quantity: 1, currencies: [{ price_item_id: 1, price: 10, min_reduced_price: 10 }] }]),
    nearMiss: coupon({}, [{ quantity: 1, currencies: [{ price_item_id: 1, price: 10, min_reduced_price: 9 }] }]),
    entry: discounted,
    records: [held(1, 10), held(5, 1)],
    end: { counts: { 1: 0, 2: 1, 5: 1 } },
    nearMissEnd: { counts: { 1: 1, 2: 1, 5: 1 } },
  },
  {
    what: "a price in a currency of which loot gives 0",
    code: "price_item_not_given",
    at: "price_points.p.current_breakpoints.0.currencies.0.price_item_id",
    mistake: shop({ ...sold, 91: { item_id: 4, quantity: 0 } }, [each(1, 5, 4)]),
    nearMiss: shop({ ...sold, 91: { item_id: 4, quantity: 1 } }, [each(1, 5, 4)]),
    entry: fill(91, 5),
    end: { counts: {} },
    nearMissEnd: { counts: { 4: 5 } },
  },
  {
    what: "checks that contradict, around a vendor, of an item that servers give by itself",
    code: "checks_contradict",
    at: "vendors.2.loot.4.inventory_operation",
    mistake: around(5),
    nearMiss: around(6),
    entry: fill(1),
    records: [held(1, 5)],
    end: { reason: "CountTooHigh" },
  },
  {
    what: "a quantity that is too large by a part that has begun",
    code: "quantity_too_large",
    at: "vendors.1.loot.1.quantity",
    mistake: begun(NOW),
    nearMiss: begun(NOW + 1),
    entry: fill(1),
    end: { reason: "QuantityTooLarge" },
  },
  {
    what: "loot that begins when its time frame is over",
    code: "time_frame_over",
    at: "vendors.1.loot.1.time_frame_id",
    mistake: framed(NOW + hour),
    nearMiss: framed(NOW),
    entry: fill(1),
    end: { reason: "LootNotYetEffective" },
  },
  {
    what: "a price in a currency that nothing gives",
    code: "price_item_not_given",
    at: "price_points.p.current_breakpoints.0.currencies.0.price_item_id",
    mistake: shop(sold, [each(1, 5, 4)]),
    nearMiss: shop({ ...sold, 91: { item_id: 4, active: true } }, [each(1, 5, 4)]),
    entry: buy(1, 5, {}, 4),
    nearMissEntry: fill(91, 5),
    end: { reason: "PriceNotOwned" },
    nearMissEnd: { counts: { 4: 5 } },
  },
  {
    what: "a check of an item that only inactive loot gives",
    code: "condition_item_not_given",
    at: "vendors.2.loot.1.item_id",
    mistake: alone("recipe", {
      1: { item_id: 2, inventory_operation: "check_greater_than" },
      2: { item_id: 2, active: false },
    }),
    nearMiss: alone("recipe", {
      1: { item_id: 2, quantity: 0, inventory_operation: "check_greater_than_or_equal" },
      2: { item_id: 2, active: false },
    }),
    entry: fill(1),
    end: { reason: "CountTooLow" },
  },
  {
    what: "a draw that requires an item that nothing gives",
    code: "condition_item_not_given",
    at: "vendors.2.loot.2.required_item_id",
    mistake: alone("randomly_sampled", { 2: { item_id: 1, required_item_id: 2 } }, { 1: { sub_vendor_id: 2 } }),
    nearMiss: alone(
      "randomly_sampled",
      { 2: { item_id: 1, required_item_id: 2 } },
      {
        1: { sub_vendor_id: 2 },
        51: { item_id: 2, inventory_operation: "set" },
      },
    ),
    entry: fill(1),
    nearMissEntry: fill(51),
    end: { reason: "NoCandidates" },
  },
  {
    what: "a check for a mark that nothing sets",
    code: "check_always_passes",
    at: "vendors.2.loot.2.item_id",
    mistake: marked({}),
    nearMiss: marked({ 4: { item_id: 1, sort_order: 1 } }),
    entry: fill(1),
    records: [],
    end: { counts: { 2: 1 } },
    nearMissEnd: { counts: { 1: 1, 2: 1 } },
  },
  {
    what: "a level reward without a level",
    code: "level_reward_without_level",
    at: "vendors.2.loot.2",
    mistake: levelled({}, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 2 }, { 1: 0, 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a reward of the level that every player begins at",
    code: "level_reward_not_reached",
    at: "vendors.2.loot.2.sort_order",
    mistake: levelled({ sort_order: 1 }, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 1 }, { 1: 1, 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a reward of a level that the table does not have",
    code: "level_reward_not_reached",
    at: "vendors.2.loot.2.sort_order",
    mistake: levelled({ sort_order: 3 }, { 1: 0, 2: 100 }),
    nearMiss: levelled({ sort_order: 3 }, { 1: 0, 2: 100 }, { 51: { sub_vendor_id: 2 } }),
    entry: fill(1),
    nearMissEntry: fill(51),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 2: 1 } },
  },
  {
    what: "level rewards of an item without levels",
    code: "level_vendor_without_levels",
    at: "items.1.level_vendor_id",
    mistake: levelled({ sort_order: 2 }, undefined),
    nearMiss: levelled({ sort_order: 2 }, { 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "level rewards of an item whose table is empty",
    code: "level_vendor_without_levels",
    at: "items.1.level_vendor_id",
    mistake: levelled({ sort_order: 2 }, {}),
    nearMiss: levelled({ sort_order: 2 }, { 2: 100 }),
    entry: fill(1),
    end: { counts: { 1: 100 } },
    nearMissEnd: { counts: { 1: 100, 2: 1 } },
  },
  {
    what: "a draw that no loot leads to, so that its loot is ordered without a draw",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("randomly_sampled", { 1: { item_id: 1, drop_weight: 1, stack_limit: 1 }, 2: { drop_weight: 9 } }),
    nearMiss: alone("randomly_sampled", { 2: { item_id: 1, stack_limit: 2 } }, { 1: { sub_vendor_id: 2 } }),
    entry: fill(1),
    records: [held(1, 1)],
    end: { counts: { 1: 2 } },
    nearMissEnd: { counts: { 1: 2 } },
  },
  {
    what: "a recipe that no loot leads to, so that its check stops nothing",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("recipe", guarded),
    nearMiss: alone("recipe", two),
    entry: fill(1),
    records: [held(3, 9)],
    end: { counts: { 1: 1, 3: 9 } },
    nearMissEnd: { counts: { 1: 1, 3: 9 } },
  },
  {
    what: "a vendor without loot",
    code: "vendor_not_led_to",
    at: "vendors.2",
    mistake: alone("recipe", {}),
    nearMiss: alone("recipe", {}, { 1: { sub_vendor_id: 2 } }),
    entry: fill(1),
    end: { reason: "LootMissing" },
  },
]

/** Catalogs that servers and operators use, in which nothing is wrong. */
export const legitimate: ReadonlyArray<readonly [what: string, draft: Draft]> = [
  ["a list of gifts that servers order by id", alone("recipe", two)],
  [
    "a list of fees and gifts that servers order by id",
    {
      ...alone("recipe", { 1: { item_id: 3, inventory_operation: "subtract" }, 2: { item_id: 2 } }),
    },
  ],
  [
    "checks that servers order before what they guard",
    alone("recipe", {
      1: { item_id: 3, quantity: 9, inventory_operation: "check_greater_than_or_equal" },
      2: { item_id: 3, inventory_operation: "subtract" },
    }),
  ],
  [
    "a draw of a code",
    {
      ...alone("randomly_sampled", two, { 1: { sub_vendor_id: 2, quantity_type: "absolute" } }),
      vendors: {
        2: { type: "randomly_sampled", loot: { 2: { item_id: 1 }, 3: { item_id: 2 } } },
        1: { loot: { 1: { sub_vendor_id: 2 } } },
      },
      promotions: { HI: { loot_id: 1 } },
    },
  ],
  [
    "a level reward that is for sale, too",
    {
      ...levelled({ current_price_point_guid: "p" }, { 2: 100 }),
      price_points: { p: { current_breakpoints: [each(1, 5)] } },
    },
  ],
  [
    "a draw that only loot leads to that is switched off",
    alone("randomly_sampled", two, { 51: { sub_vendor_id: 2, active: false } }),
  ],
  [
    "a code of two items on different platforms, of which one begins later",
    {
      ...onPlatforms(["Golf"], ["Echo"]),
      vendors: {
        1: { type: "recipe", loot: { 1: { sub_vendor_id: 2 } } },
        2: { type: "recipe", loot: { 2: { item_id: 1 }, 3: { item_id: 2, effective_from: NOW + hour } } },
      },
      promotions: { HI: { loot_id: 1 } },
    },
  ],
  [
    "a gift of a code beside a check in one vendor",
    { ...alone("recipe", guarded), promotions: { HI: { loot_id: 1 } } },
  ],
  ["a price point that is shown before a sale", shop({ 1: { item_id: 2, pre_sale_price_point_guid: "p" } }, [])],
  [
    "a price point of loot that is switched off",
    shop({ 1: { item_id: 2, active: false, current_price_point_guid: "p" } }, [each(1, 5)]),
  ],
  ["a currency that a server gives by loot", shop(sold, [each(1, 5)])],
  [
    "a currency that is a level reward",
    {
      ...levelled({ sort_order: 2 }, { 2: 100 }, { 51: { item_id: 3, current_price_point_guid: "p" } }),
      price_points: { p: { current_breakpoints: [each(1, 5, 2)] } },
    },
  ],
  [
    "a currency that every player always owns",
    shop(sold, [each(1, 1, 4)], { items: { ...items(3), 4: { availability_flags: 2 } } }),
  ],
  [
    "a price of 0 in a currency that nothing gives",
    shop(
      {
        1: {
          item_id: 2,
          inventory_selector_type: "rent_timeframe_locked",
          time_frame_id: 1,
          current_price_point_guid: "p",
        },
      },
      [each(1, 0, 4)],
      {
        time_frames: { 1: { start: NOW - hour, end: NOW + hour, hour_interval: 24 } },
      },
    ),
  ],
  ["a code that begins later than its loot", promoted({ start: NOW + hour }, { effective_from: NOW })],
  [
    "a coupon of loot that is switched off",
    {
      ...coupon({}),
      vendors: { 1: { loot: { 1: { item_id: 2, active: false, current_price_point_guid: "p" }, 90: { item_id: 1 } } } },
    },
  ],
  [
    "a coupon of several loot, of which one costs the currency",
    {
      ...coupon({ coupon_discount_loot: [1, 90] }),
    },
  ],
]

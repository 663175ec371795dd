/**
 * Short catalogs for mistakes by which no purchase, code or level ever gives something: a shop, a code, a vendor alone.
 */
import type { TableCode } from "@garrison/core/catalog/rules/codes"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import type { Platform } from "@garrison/core/kernel/Platform"
import type { FailureReason } from "@garrison/core/order/rules/reasons/failureReason"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "../order/catalogs.ts"
import { held, items } from "../order/fulfilling.ts"

/** What an order ends with: why it fails (absent: it succeeds), and what the player then owns. */
export interface End {
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

export type Loot = NonNullable<Draft["vendors"]>[number]["loot"]

export type Tiers = NonNullable<NonNullable<Draft["price_points"]>[string]["current_breakpoints"]>

/** Item 1 is the currency, which loot 90 gives; vendor 1 holds the loot under test. */
export const shop = (loot: Loot, current_breakpoints: Tiers | undefined, rest: Draft = {}): Draft => ({
  items: items(5),
  ...rest,
  vendors: { 1: { type: "recipe", loot: { 90: { item_id: 1 }, ...loot } }, ...rest.vendors },
  price_points: { p: current_breakpoints === undefined ? {} : { current_breakpoints } },
})

export const each = (quantity: number, price: number, price_item_id = 1): Tiers[number] => ({
  quantity,
  currencies: [{ price_item_id, price }],
})

export const sold: Loot = { 1: { item_id: 2, current_price_point_guid: "p" } }

export const buy = (quantity: number, price: number, fields: object = {}, price_item_id = 1): SubmittedEntry => ({
  type: "purchase_loot",
  loot_id: 1,
  quantity,
  purchase_price: { currencies: [{ price_item_id, price }], ...fields },
})

export const rich = [held(1, 1_000_000)]

export type Promotion = NonNullable<Draft["promotions"]>[string]

export const promoted = (promotion: Partial<Promotion>, loot: Loot[number] = {}, rest: Draft = {}): Draft => ({
  items: items(3),
  vendors: { 1: { type: "recipe", loot: { 1: { item_id: 2, ...loot } } } },
  promotions: { HI: { loot_id: 1, ...promotion } },
  ...rest,
})

export const bundle = (loot: Loot, type: "recipe" | "randomly_sampled" = "recipe"): Draft =>
  shop({ 1: { item_id: 5, sub_vendor_id: 2, current_price_point_guid: "p" } }, [each(1, 5)], {
    items: { ...items(4), 5: { type: "dynamic_bundle" } },
    vendors: { 2: { type, loot } },
  })

export const coupon = (fields: object, tiers: Tiers = [each(1, 10)]): Draft =>
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

export const two: Loot = { 1: { item_id: 1 }, 2: { item_id: 2 } }

/** Items 2 and 1 on these platforms. */
export const onPlatforms = (ofLoot: ReadonlyArray<Platform>, ofPrice: ReadonlyArray<Platform>): Draft => ({
  items: { ...items(5), 1: { item_portal_use_ruleset_id: 2 }, 2: { item_portal_use_ruleset_id: 1 } },
  item_portal_use_rulesets: { 1: { platforms: ofLoot }, 2: { platforms: ofPrice } },
})

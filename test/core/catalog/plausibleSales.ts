/**
 * Random catalogs with a shop, as designers might write them: tiers, bundles, coupons, promotion codes and items of
 * some platforms, over the vendors of ./plausible.ts. There are mistakes here and there.
 */
import type { DocumentItem, DocumentLoot, PricePoint, Promotion } from "@garrison/core/catalog/document"
import type { Platform } from "@garrison/core/kernel/Platform"
import * as fc from "fast-check"
import type { Draft } from "../order/catalogs.ts"
import { hour, NOW } from "../order/fulfilling.ts"
import { ending, GIVEN, LEADS, once, otherwise, plausible, PRICE_ITEM, small, sparse } from "./plausible.ts"

/** The vendor of the shop, and its loot: from this id on. */
const SHOP = 12
const SOLD = 2000
/** A further currency, one that nothing gives, the item of dynamic bundles, and a coupon. */
const GEM = 21
const LOST = 22
const BUNDLE = 23
const COUPON = 24

/** The platforms of the rule sets, and of players. */
export const PLATFORMS_TRIED: ReadonlyArray<Platform> = ["Echo", "Golf", "Juliet"]

const tier = fc.record({
  quantity: otherwise(fc.constantFrom(1, 1, 2, 3, 10), 30, fc.constantFrom(1_000_000, 1_000_001)),
  currencies: otherwise(
    fc.uniqueArray(
      sparse(
        fc.record({
          price_item_id: otherwise(fc.constantFrom(PRICE_ITEM, GEM), 40, fc.constant(LOST)),
          price: otherwise(fc.integer({ min: 1, max: 9 }), 40, fc.constant(2 ** 52)),
          min_reduced_price: once(4, fc.integer({ min: 0, max: 9 })),
        }),
      ),
      { minLength: 1, maxLength: 2, selector: ({ price_item_id: id }) => id },
    ),
    30,
    fc.constant<Array<never>>([]),
  ),
})

/** Most lists of tiers become cheaper with the quantity: such a list is sorted. */
const cheaper = (tiers: PricePoint["current_breakpoints"] & object): PricePoint["current_breakpoints"] & object => {
  const rising = [...tiers].sort((left, right) => left.quantity - right.quantity)
  const least = new Map<number, number>()
  return rising.map(({ currencies, quantity }) => ({
    quantity,
    currencies: currencies.map((one) => {
      const price = Math.min(one.price, least.get(one.price_item_id) ?? one.price)
      least.set(one.price_item_id, price)
      return { ...one, price }
    }),
  }))
}

const pricePoint: fc.Arbitrary<PricePoint> = fc
  .record({
    tiers: fc.uniqueArray(tier, { minLength: 1, maxLength: 3, selector: ({ quantity }) => quantity }),
    isEmpty: once(30, fc.constant(true)),
    isCheaper: otherwise(fc.constant(true), 20, fc.constant(false)),
    strict_flag: fc.boolean(),
    cap_flag: fc.boolean(),
  })
  .map(({ cap_flag, isCheaper, isEmpty, strict_flag, tiers }) => ({
    cap_flag,
    strict_flag,
    current_breakpoints: isEmpty === true ? [] : ((isCheaper ? cheaper(tiers as never) : tiers) as never),
  }))

const sold: fc.Arbitrary<DocumentLoot> = fc
  .tuple(
    sparse(
      fc.record({
        item_id: fc.integer({ min: 1, max: GIVEN }),
        quantity: otherwise(small, 30, fc.constant(2 ** 52)),
        active: once(20, fc.constant(false)),
        effective_from: once(8, fc.constantFrom(NOW - 1, NOW + 1, NOW + hour)),
      }),
    ),
    once(6, sparse(ending)),
  )
  .map(([loot, selection]): DocumentLoot => ({ ...loot, ...selection }))

/** A time around now; undefined: none. */
const time = once(3, fc.constantFrom(NOW - hour, NOW - 1, NOW, NOW + 1, NOW + hour, NOW + 2 * hour, NOW + 3 * hour))

const promotion: fc.Arbitrary<Promotion & { readonly at: number }> = fc
  .tuple(
    fc.record({ at: fc.nat(), quantity: otherwise(fc.integer({ min: 1, max: 3 }), 20, fc.constant(1_000_000)) }),
    sparse(
      fc.record({
        start: time,
        end: time,
        uses_maximum: otherwise(fc.constantFrom(1, 5, undefined), 20, fc.constant(0)),
        platforms: once(3, fc.subarray([...PLATFORMS_TRIED], { minLength: 1 })),
      }),
    ),
  )
  .map(([own, rest]) => ({ ...own, ...rest }))

const coupon: fc.Arbitrary<DocumentItem> = fc
  .record({
    coupon_discount_currency_item_id: fc.constantFrom(PRICE_ITEM, GEM),
    coupon_discount_percentage: fc.constantFrom(0.5, 1),
    coupon_consume_on_use: fc.boolean(),
    coupon_discount_loot: fc.constantFrom([SOLD], [SOLD, SOLD + 1]),
  })
  .map((made) => ({ ...made }))

/** A window that opens. The checker refuses the others, which ./check.test.ts shows. */
const opens = ({ end, start }: Promotion): boolean => start === undefined || end === undefined || start < end

/** Catalogs with a shop. */
export const plausibleSales: fc.Arbitrary<Draft> = fc
  .record({
    draft: plausible,
    points: fc.array(pricePoint, { minLength: 2, maxLength: 3 }),
    shop: fc.array(fc.tuple(sold, fc.nat()), { minLength: 2, maxLength: 4 }),
    bundle: once(2, fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat())),
    leads: once(2, fc.nat()),
    promotions: fc.array(promotion.filter(opens), { maxLength: 3 }),
    limited: fc.array(once(4, fc.integer({ min: 1, max: 3 })), { minLength: GIVEN + 1, maxLength: GIVEN + 1 }),
    coupon: once(3, coupon),
  })
  .map(({ bundle, coupon: made, draft, leads, limited, points, promotions, shop }): Draft => {
    const guids = points.map((_, index) => `p${index}`)
    const used = new Set<string>()
    const priced = (loot: DocumentLoot, at: number): DocumentLoot => {
      const guid = guids[at % guids.length] ?? ""
      used.add(guid)
      return { ...loot, current_price_point_guid: guid }
    }
    const stock: Record<number, DocumentLoot> = {}
    shop.forEach(([loot, at], index) => (stock[SOLD + index] = priced(loot, at)))
    if (bundle !== undefined) stock[SOLD + 90] = priced({ item_id: BUNDLE, sub_vendor_id: bundle[0] }, bundle[1])
    stock[SOLD + 99] = { item_id: GEM }
    const led = Object.entries(draft.vendors?.[LEADS]?.loot ?? {}).map(
      ([id, loot]): readonly [string, DocumentLoot] => [id, leads === undefined ? loot : priced(loot, leads)],
    )
    const gifts = [...Object.keys(stock), ...led.map(([id]) => id)]
    const items: Record<number, DocumentItem> = { ...draft.items, [GEM]: {}, [LOST]: {} }
    items[BUNDLE] = { type: "dynamic_bundle" }
    if (made !== undefined) items[COUPON] = made
    limited.forEach((ruleset, index) => {
      const id = index === GIVEN ? GEM : index + 1
      if (ruleset !== undefined) items[id] = { ...items[id], item_portal_use_ruleset_id: ruleset }
    })
    return {
      ...draft,
      items,
      vendors: {
        ...draft.vendors,
        [LEADS]: { type: "recipe", loot: Object.fromEntries(led) },
        [SHOP]: { type: "recipe", loot: stock },
      },
      price_points: {
        ...draft.price_points,
        ...Object.fromEntries(points.flatMap((point, index) => (used.has(`p${index}`) ? [[`p${index}`, point]] : []))),
      },
      item_portal_use_rulesets: {
        1: { platforms: ["Echo", "Golf"] },
        2: { platforms: ["Golf", "Juliet"] },
        3: { platforms: ["Juliet"] },
      },
      promotions: Object.fromEntries(
        promotions.map(({ at, ...rest }, index) => [
          `CODE${index}`,
          { ...rest, loot_id: Number(gifts[at % gifts.length]) },
        ]),
      ),
    }
  })

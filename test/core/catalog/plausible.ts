/**
 * Random catalogs as designers might write them: recipes and draws within each other, gifts, checks, rents, level
 * rewards and prices, with mistakes here and there. A fair share of them has no finding.
 *
 * The checker judges each vendor by itself. So these catalogs keep to what one vendor can show: what a vendor checks or
 * limits is an item of its own, nothing changes what candidates require or what multiplies quantities, a vendor lies in
 * one place, and a vendor has checks of one quantity type.
 */
import type { DocumentItem, DocumentLoot } from "@garrison/core/catalog/document"
import * as fc from "fast-check"
import type { Draft } from "../order/catalogs.ts"
import { hour, NOW } from "../order/fulfilling.ts"

/** How many vendors a catalog has. Vendor 1 lies in no other. */
const VENDORS = 4
/** Items that are given, the item with levels, and the vendor of its rewards. */
export const GIVEN = 4
export const XP_ITEM = 5
const REWARDS = 9
/** Items that no loot changes: what is paid with, what candidates require, and what multiplies quantities. */
export const PRICE_ITEM = 6
const REQUIRED_ITEM = 7
const MULTIPLIER = 8
/** The vendor whose loot leads to the vendors that lie in no other, and the vendor that gives each item by itself. */
export const LEADS = 10
const GIFTS = 11

/** More levels than the loot of an order gives together: a gain of levels fails for a player at the top. */
const LEVELS = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at + 1, 2 * at + 2]))

/** XP at which no level with a reward is reached any more. */
export const BEYOND_REWARDS = 50

/** The items that only this vendor checks, and of which only this vendor limits the count. */
const checkedItem = (vendor: number): number => 100 + vendor
const limitedItem = (vendor: number): number => 200 + vendor

export const small = fc.integer({ min: 0, max: 6 })
/** The value, once in `times`. */
export const once = <A>(times: number, value: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
export const otherwise = <A>(usual: fc.Arbitrary<A>, times: number, rare: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: rare })
const quantity = otherwise(small, 20, fc.constant(2 ** 40))

/** Without the members that are undefined. */
export const sparse = <A extends object>(arbitrary: fc.Arbitrary<A>) =>
  arbitrary.map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))

const lasting = fc.record({ inventory_selector_type: fc.constant(undefined), time_frame_id: once(60, fc.constant(1)) })
export const ending = fc.record({
  inventory_selector_type: fc.constantFrom("rent" as const, "rent_timeframe_locked" as const, "own_transient" as const),
  time_frame_id: otherwise<number | undefined>(fc.constantFrom(1, 2), 30, fc.constantFrom(3, undefined)),
  quantity_type: fc.constant("absolute" as const),
})

const gift = fc
  .tuple(
    sparse(
      fc.record({
        item_id: fc.integer({ min: 1, max: GIVEN }),
        quantity,
        inventory_operation: once(4, fc.constant("set" as const)),
        effective_from: once(8, fc.constantFrom(NOW - 1, NOW + 1)),
        quantity_mult_inventory_item_id: once(20, fc.constant(MULTIPLIER)),
        hard_quantity_maximum: once(8, small),
        active: once(12, fc.constant(false)),
      }),
    ),
    otherwise<object>(sparse(lasting), 5, sparse(ending)),
  )
  .map(([loot, selection]): DocumentLoot => ({ ...loot, ...selection }))

const experience = sparse(
  fc.record({
    item_id: fc.constant(XP_ITEM),
    quantity: small,
    quantity_type: fc.constant("absolute" as const),
    xp_quantity_transform_type: once(
      2,
      fc.constantFrom(
        "from_current_xp_to_target_additional_level_min_xp" as const,
        "from_zero_to_target_exact_level_min_xp" as const,
      ),
    ),
  }),
)

const checkOf = (vendor: number, quantity_type: "relative" | "absolute"): fc.Arbitrary<DocumentLoot> =>
  fc.record({
    item_id: fc.constant(checkedItem(vendor)),
    quantity: small,
    quantity_type: fc.constant(quantity_type),
    inventory_operation: fc.constantFrom(
      "add" as const,
      "subtract" as const,
      "check_less_than" as const,
      "check_greater_than" as const,
      "check_greater_than_or_equal" as const,
      "check_greater_than_or_equal_and_subtract" as const,
    ),
    sort_order: fc.integer({ min: 0, max: 2 }),
  })

const partOf = (vendor: number, type: "relative" | "absolute"): fc.Arbitrary<DocumentLoot> =>
  fc.oneof(
    { weight: 5, arbitrary: gift },
    { weight: 3, arbitrary: checkOf(vendor, type) },
    { weight: 1, arbitrary: experience },
    { weight: 1, arbitrary: fc.constant({}) },
  )

const candidateOf = (vendor: number): fc.Arbitrary<DocumentLoot> =>
  fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: gift }, { weight: 1, arbitrary: fc.constant<DocumentLoot>({}) }),
      sparse(
        fc.record({
          drop_weight: otherwise(fc.integer({ min: 1, max: 9 }), 40, fc.constant(0)),
          required_item_id: once(4, fc.constant(REQUIRED_ITEM)),
          fill_in_new_order: once(6, fc.constant(true)),
        }),
      ),
      once(4, fc.record({ stack_limit: otherwise(fc.integer({ min: 1, max: 3 }), 20, fc.constant(0)) })),
    )
    .map(([given, drawn, limit]) => ({
      ...given,
      ...drawn,
      ...(limit === undefined || given.item_id === undefined ? undefined : { ...limit, item_id: limitedItem(vendor) }),
    }))

/** A vendor without the vendors within it, and the vendor that it lies in: one with a lower id. */
interface Own {
  readonly vendor: number
  readonly type: "recipe" | "randomly_sampled"
  readonly loot: ReadonlyArray<DocumentLoot>
  readonly parent: number
  readonly within: DocumentLoot
}

const ownOf = (vendor: number): fc.Arbitrary<Own> =>
  fc
    .tuple(fc.constantFrom("recipe" as const, "randomly_sampled" as const), fc.constantFrom("relative", "absolute"))
    .chain(([type, quantity_type]) =>
      fc.record({
        vendor: fc.constant(vendor),
        type: fc.constant(type),
        loot: fc.array(type === "recipe" ? partOf(vendor, quantity_type) : candidateOf(vendor), {
          minLength: 1,
          maxLength: 4,
        }),
        parent: fc.integer({ min: 0, max: vendor - 1 }),
        within:
          type === "recipe"
            ? sparse(
                fc.record({
                  quantity: otherwise(fc.integer({ min: 1, max: 3 }), 25, fc.constant(2 ** 40)),
                  allow_partial_bundles: once(4, fc.constant(false)),
                }),
              )
            : fc.record({ quantity: fc.integer({ min: 1, max: 2 }), quantity_type: fc.constant("absolute" as const) }),
      }),
    )

/** Bundles that are given whole are judged before anything of them is taken, where checks for less may not hold yet. */
const withoutUpperChecks = (loot: ReadonlyArray<DocumentLoot>, all: ReadonlyArray<Own>) =>
  all.some(({ within }) => within.allow_partial_bundles === false)
    ? loot.filter(({ inventory_operation: operation }) => operation !== "check_less_than")
    : loot

const lootOf = (own: Own, all: ReadonlyArray<Own>) => {
  const subs = all.filter(({ parent }) => parent === own.vendor)
  const parts = [
    ...withoutUpperChecks(own.loot, all).map((loot) => ({ ...loot })),
    ...subs.map(({ vendor, within }): DocumentLoot => ({ ...within, sub_vendor_id: vendor })),
  ]
  return Object.fromEntries(parts.map((part, at) => [own.vendor * 100 + at, part]))
}

const item = (id: number, buckets: boolean, isInactive: boolean): readonly [number, DocumentItem] => [
  id,
  {
    ...(buckets ? { inventory_bucket_use_rule_set_id: "rules" } : undefined),
    ...(isInactive ? { availability_flags: 1 } : undefined),
  },
]

/** Loot of each vendor that lies in no other. A draw is drawn once, whatever is ordered. */
const leadsTo = (vendors: ReadonlyArray<Own>): Readonly<Record<number, DocumentLoot>> =>
  Object.fromEntries(
    vendors
      .filter(({ parent, vendor }) => parent === 0 || vendor === 1)
      .map(({ type, vendor }) => [
        1000 + vendor,
        { sub_vendor_id: vendor, ...(type === "recipe" ? undefined : { quantity_type: "absolute" as const }) },
      ]),
  )

/** A catalog. In some, the first loot of vendor 1 is for sale. */
export const plausible: fc.Arbitrary<Draft> = fc
  .record({
    vendors: fc.tuple(ownOf(1), ...Array.from({ length: VENDORS - 1 }, (_, at) => ownOf(at + 2))),
    rules: fc.constantFrom<Readonly<Record<string, ReadonlyArray<"none" | "echo">>>>({ none: ["none"] }, { none: [] }),
    ruled: once(6, fc.integer({ min: 1, max: VENDORS })),
    inactive: once(12, fc.integer({ min: 1, max: GIVEN })),
    rewards: fc.array(
      fc.record({ item_id: fc.integer({ min: 1, max: GIVEN }), sort_order: fc.integer({ min: 1, max: 3 }) }),
      {
        maxLength: 3,
      },
    ),
    price: once(2, fc.integer({ min: 1, max: 9 })),
  })
  .map(({ inactive, price, rewards, ruled, rules, vendors }): Draft => {
    const ids = vendors.flatMap(({ vendor }) => [checkedItem(vendor), limitedItem(vendor)])
    const given = Array.from({ length: GIVEN }, (_, at) => at + 1)
    const made = vendors.map((own) => [own.vendor, { type: own.type, loot: lootOf(own, vendors) }] as const)
    const sold = made[0]?.[1].loot[100]
    if (price !== undefined && sold !== undefined) Object.assign(sold, { current_price_point_guid: "price" })
    return {
      items: {
        ...Object.fromEntries(given.map((id) => item(id, false, id === inactive))),
        ...Object.fromEntries(ids.map((id) => item(id, ruled !== undefined && id === checkedItem(ruled), false))),
        [XP_ITEM]: { level_xp_table_id: 1, level_vendor_id: REWARDS },
        [PRICE_ITEM]: {},
        [REQUIRED_ITEM]: {},
        [MULTIPLIER]: {},
      },
      vendors: {
        ...Object.fromEntries(made),
        [REWARDS]: { type: "recipe", loot: Object.fromEntries(rewards.map((one, at) => [900 + at, one])) },
        [LEADS]: { type: "recipe", loot: leadsTo(vendors) },
        [GIFTS]: {
          type: "recipe",
          loot: Object.fromEntries([PRICE_ITEM, REQUIRED_ITEM, ...ids].map((id) => [1100 + id, { item_id: id }])),
        },
      },
      price_points:
        price === undefined
          ? {}
          : {
              price: {
                current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: PRICE_ITEM, price }] }],
              },
            },
      xp_tables: { 1: { levels: LEVELS } },
      time_frames: {
        1: { start: NOW - hour, end: NOW + 2 * hour, hour_interval: 24 },
        2: { start: NOW + hour, end: NOW + 2 * hour },
        3: { start: NOW - 2 * hour, end: NOW - hour },
      },
      inventory_bucket_use_rule_sets: { rules: { buckets: rules } },
    }
  })

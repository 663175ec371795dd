/**
 * Random catalogs, inventories and orders: every value that a schema accepts, also when the checker would refuse it,
 * with cycles and dangling references.
 */
import type { DocumentItem, DocumentLoot } from "@garrison/core/catalog/document"
import {
  type InventoryBucket,
  InventoryOperation,
  InventorySelectorType,
  XpQuantityTransformType,
} from "@garrison/core/catalog/schema"
import type { HeldRecord } from "@garrison/core/inventory/schema"
import { ENTRY_TYPES, type EntryType } from "@garrison/core/order/enumerations"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import * as fc from "fast-check"
import type { Draft } from "./catalogs.ts"

/** The time of every random order, with a time before and a time after it. */
export const NOW = 1_700_000_000_000

/** `usual`, and sometimes another value. */
const mostly = <A>(usual: fc.Arbitrary<A>, else_: fc.Arbitrary<A>): fc.Arbitrary<A> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: else_ })

/** Absent, and sometimes a value. */
const rarely = <A>(arbitrary: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> => mostly(fc.constant(undefined), arbitrary)

const within = (maximum: number) => fc.integer({ min: 1, max: maximum })
/** Ids that exist, and sometimes an id that does not. */
const itemId = mostly(within(6), fc.constant(7))
const vendorId = mostly(within(5), fc.constant(6))
const bucket = fc.constantFrom<InventoryBucket>("none", "echo", "golf")
const small = fc.integer({ min: 0, max: 5 })
const amount = mostly(small, fc.constantFrom(2 ** 40, Number.MAX_SAFE_INTEGER))

/** Leaves out undefined members. */
const sparse = <A extends object>(arbitrary: fc.Arbitrary<A>) =>
  arbitrary.map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
        [Key in keyof A]?: Exclude<A[Key], undefined>
      },
  )

const item: fc.Arbitrary<DocumentItem> = sparse(
  fc.record({
    availability_flags: rarely(fc.constantFrom(1, 2, 3)),
    level_xp_table_id: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    level_vendor_id: fc.option(vendorId, { nil: undefined }),
    inventory_bucket_use_rule_set_id: rarely(fc.constant("narrow")),
    item_portal_use_ruleset_id: rarely(fc.constant(1)),
  }),
)

const loot: fc.Arbitrary<DocumentLoot> = sparse(
  fc.record({
    item_id: mostly<number | undefined>(itemId, fc.constant(undefined)),
    sub_vendor_id: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: vendorId }),
    quantity: mostly<number | undefined>(fc.constant(undefined), amount),
    quantity_type: rarely(fc.constant("absolute" as const)),
    inventory_operation: mostly<InventoryOperation | undefined>(
      fc.constant(undefined),
      fc.constantFrom(...InventoryOperation.literals),
    ),
    inventory_selector_type: mostly<InventorySelectorType | undefined>(
      fc.constant(undefined),
      fc.constantFrom(...InventorySelectorType.literals),
    ),
    time_frame_id: rarely(within(3)),
    active: rarely(fc.boolean()),
    sort_order: fc.integer({ min: 0, max: 3 }),
    drop_weight: mostly(small, fc.constant(Number.MAX_SAFE_INTEGER)),
    fill_in_new_order: fc.boolean(),
    allow_partial_bundles: fc.boolean(),
    required_item_id: rarely(itemId),
    required_item_count: rarely(small),
    stack_limit: rarely(small),
    effective_from: rarely(fc.constantFrom(NOW - 1000, NOW, NOW + 1000)),
    quantity_mult_inventory_item_id: rarely(itemId),
    hard_quantity_maximum: rarely(small),
    use_inventory_bucket: rarely(bucket),
    is_claimable_by_client: mostly(fc.constant(true), fc.constant(false)),
    xp_quantity_transform_type: rarely(fc.constantFrom(...XpQuantityTransformType.literals)),
  }),
)

/** A catalog. */
export const draft: fc.Arbitrary<Draft> = fc
  .tuple(
    fc.array(item, { minLength: 6, maxLength: 6 }),
    fc.array(
      fc.tuple(
        fc.constantFrom("recipe" as const, "randomly_sampled" as const),
        fc.array(loot, { minLength: 6, maxLength: 6 }),
      ),
      {
        minLength: 5,
        maxLength: 5,
      },
    ),
  )
  .map(([items, vendors]) => ({
    items: Object.fromEntries(items.map((one, index) => [index + 1, one])),
    vendors: Object.fromEntries(
      vendors.map(([type, list], index) => [
        index + 1,
        { type, loot: Object.fromEntries(list.map((one, at) => [index * 6 + at + 1, one])) },
      ]),
    ),
    xp_tables: { 1: { levels: { 1: 1, 2: 3, 3: 6 } }, 2: { levels: { 1: 2, 4: 1000 } } },
    time_frames: {
      1: { start: NOW - 3_600_000, end: NOW + 3_600_000, hour_interval: 24 },
      2: { start: NOW - 7_200_000, end: NOW - 3_600_000 },
      3: { start: NOW, end: NOW + 1, active: false },
    },
    inventory_bucket_use_rule_sets: { narrow: { buckets: { echo: ["echo", "none"] } } },
    item_portal_use_rulesets: { 1: { platforms: ["Golf"] } },
  }))

/** The same catalog, with too many items within reach of each vendor to load them ahead. */
export const widened = (drafted: Draft): Draft => {
  const filler = Array.from({ length: 40 }, (_, at) => [1000 + at, { item_id: 100 + at, active: false }] as const)
  const vendors = Object.entries(drafted.vendors ?? {}).map(
    ([id, { loot, ...vendor }]) =>
      [id, { ...vendor, loot: { ...loot, [2000 + Number(id)]: { sub_vendor_id: 99, active: false } } }] as const,
  )
  const items = Object.fromEntries(filler.map(([, { item_id }]) => [item_id, {}]))
  return {
    ...drafted,
    items: { ...drafted.items, ...items },
    vendors: { ...Object.fromEntries(vendors), 99: { loot: Object.fromEntries(filler) } },
  }
}

/** A record that a player may hold already. */
export const record: fc.Arbitrary<HeldRecord> = fc
  .record({
    inventoryId: within(9).map((serial) => `0000000${serial}-0000-7000-8000-000000000000`),
    legacyInventoryId: fc.bigInt(1n, 9n),
    itemId,
    type: fc.constantFrom("persistent" as const, "transient" as const),
    bucket,
    count: amount,
    acquired: fc.integer({ min: 0, max: NOW }),
    expires: fc.option(fc.constantFrom(NOW + 1000, NOW + 3_600_000), { nil: undefined }),
    customData: fc.constant(undefined),
    revision: fc.constant(1),
  })
  .map((made) => Object.assign(made, { legacyInventoryId: BigInt(made.inventoryId.slice(7, 8)) }))

/** An inventory. */
export const inventory: fc.Arbitrary<ReadonlyArray<HeldRecord>> = fc.uniqueArray(record, {
  maxLength: 8,
  selector: ({ inventoryId }) => inventoryId,
})

/** An inventory with many records of few items, also of equal age and kind. */
export const hoard: fc.Arbitrary<ReadonlyArray<HeldRecord>> = fc
  .array(
    fc.tuple(
      record,
      fc.integer({ min: 1, max: 4 }),
      small,
      fc.constantFrom(1, 2, 3),
      fc.constantFrom(undefined, NOW + 1000, NOW + 3_600_000),
    ),
    { minLength: 5, maxLength: 30 },
  )
  .map((list) =>
    list.map(([one, itemId, count, acquired, expires], index) => ({
      ...one,
      inventoryId: `000000${String(index + 10)}-0000-7000-8000-000000000000`,
      legacyInventoryId: BigInt(index + 1),
      itemId,
      count,
      acquired,
      expires,
    })),
  )

/** An entry, in most cases with an effect. */
const entry: fc.Arbitrary<SubmittedEntry> = sparse(
  fc.record({
    type: mostly<EntryType>(fc.constant("fill_loot"), fc.constantFrom(...ENTRY_TYPES)),
    quantity: mostly(within(4), fc.constantFrom(0, 999_999, 1_000_001)),
    loot_id: within(31),
    item_id: itemId,
    expires: rarely(fc.constantFrom(NOW - 1, NOW + 5000)),
    legacy_inventory_id: fc.bigInt(1n, 9n),
    custom_data: rarely(fc.constant({ color: "red" })),
  }),
) as fc.Arbitrary<SubmittedEntry>

/** A sequence of orders. */
export const orders = fc.array(
  fc.record({
    source: fc.constantFrom("SYSTEM" as const, "CLIENT" as const),
    isTransaction: fc.boolean(),
    entries: fc.array(entry, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** The source of draws: each number is a share of the total. */
export const share = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))

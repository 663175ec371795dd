/** The shapes of the catalog: a written document comes back unchanged. */
import { assert, describe, it } from "@effect/vitest"
import { CatalogDocument } from "@garrison/core/catalog/document"
import { checkForPublication, type Publishable } from "@garrison/core/catalog/publishable"
import { link } from "@garrison/core/catalog/rules/linked"
import { itemFields, lootFields, vendorFields, VendorCollection } from "@garrison/core/catalog/schema"
import { fromUtf8 } from "@garrison/core/kernel/wire/Utf8"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { cryptoLayer } from "../../support/crypto.ts"
import { type Draft, sampleWith } from "./sample.ts"

/** The vendor collection as sent. */
const bodyOf = (made: Publishable | undefined): string => (made === undefined ? "" : fromUtf8(made.texts.body))

const publishable = (change?: (draft: Draft) => void) =>
  checkForPublication(sampleWith(change)).pipe(
    Effect.map(({ publishable }) => {
      assert.isDefined(publishable)
      return publishable
    }),
    Effect.provide(cryptoLayer),
  )

const uuidV5 = (namespace: string, name: string): string => {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name)
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

const urlNamespace = "6ba7b811-9dad-11d1-80b4-00c04fd430c8"

describe("a catalog document", () => {
  it("comes back from its schema as it went in", () => {
    const decoded = Schema.decodeUnknownSync(CatalogDocument)(sampleWith())
    assert.deepEqual(Schema.encodeSync(CatalogDocument)(decoded), sampleWith())
    assert.strictEqual(decoded.vendors?.["10"]?.loot?.["103"]?.effective_from, Date.UTC(2026, 0, 1))
  })

  it.effect("gets the same uuids in every version: UUIDv5 of kind and id", () =>
    Effect.gen(function* () {
      const { vendors, items, xp_tables } = (yield* publishable()).published
      const namespace = uuidV5(urlNamespace, "garrison:catalog")
      assert.strictEqual(items["1"]?.item_uuid, uuidV5(namespace, "item:1"))
      assert.strictEqual(vendors["10"]?.vendor_uuid, uuidV5(namespace, "vendor:10"))
      assert.strictEqual(vendors["10"]?.loot["101"]?.loot_uuid, uuidV5(namespace, "loot:101"))
      assert.strictEqual(xp_tables["1"]?.xp_table_uuid, uuidV5(namespace, "xp_table:1"))
      const changed = (yield* publishable((draft) => delete draft.vendors?.["10"]?.loot?.["103"])).published
      assert.strictEqual(changed.vendors["10"]?.loot["101"]?.loot_uuid, vendors["10"]?.loot["101"]?.loot_uuid)
    }),
  )

  it.effect("keeps a written uuid, and states each reference as id and as uuid", () =>
    Effect.gen(function* () {
      const uuid = "aaaaaaaa-0000-4000-8000-000000000001"
      const { vendors, items } = (yield* publishable((draft) => {
        Object.assign(draft.items?.["5"] as Draft, { item_uuid: uuid.toUpperCase() })
        Object.assign(draft.vendors?.["10"]?.loot as Draft, { 101: { item_uuid: uuid } })
      })).published
      assert.strictEqual(items["5"]?.item_uuid, uuid)
      const loot = vendors["10"]?.loot ?? {}
      assert.deepInclude(loot["101"], { item_id: 5, item_uuid: uuid, vendor_id: 10, loot_id: 101 })
      assert.strictEqual(loot["102"]?.item_uuid, uuid)
      assert.strictEqual(loot["103"]?.sub_vendor_uuid, vendors["20"]?.vendor_uuid)
      assert.strictEqual(items["3"]?.entitled_loot_uuid, loot["105"]?.loot_uuid)
      assert.deepStrictEqual(items["4"]?.coupon_discount_loot_uuid, [loot["102"]?.loot_uuid ?? ""])
    }),
  )
})

describe("the published collection", () => {
  it.effect("is what the interface describes, with every item inline", () =>
    Effect.gen(function* () {
      const { texts, published: catalog } = yield* publishable()
      const wire = JSON.parse(fromUtf8(texts.body))
      const decoded = Schema.decodeUnknownSync(VendorCollection)(wire)
      assert.deepEqual(Schema.encodeSync(VendorCollection)(decoded), wire)
      const loot = wire.vendors["10"].loot["101"]
      assert.deepInclude(loot, { loot_id: 101, vendor_id: 10, item_id: 1, quantity: 5, sort_order: 2 })
      assert.deepInclude(loot.item, { custom_data: { name: "coin" }, item_uuid: catalog.items["1"]?.item_uuid })
      assert.strictEqual(wire.vendors["10"].loot["103"].effective_from, "2026-01-01T00:00:00.000Z")
      assert.notProperty(wire.vendors["20"].loot["202"], "item")
      for (const resource of [wire, wire.vendors["10"], loot, loot.item]) {
        assert.match(resource.cache_info.etag, /^[\w-]{43}$/)
        assert.strictEqual(resource.cache_info.str_rep, `"${resource.cache_info.etag}"`)
      }
    }),
  )
})

const uuid = (digit: number): string => `aaaaaaaa-0000-4000-8000-00000000000${digit}`

/** Every field that authors may write, each with a value other than its default. */
const everyField = {
  item: {
    custom_data: { name: "Ünïcödé 🗡", "": "" },
    item_uuid: uuid(1),
    type: "unit",
    legacy_type: -5,
    legacy_subtype: Number.MIN_SAFE_INTEGER,
    ref_item_id: 2,
    availability_flags: 4,
    entitled_loot_uuid: uuid(3),
    entitled_loot_id: 100,
    level_xp_table_uuid: uuid(4),
    level_xp_table_id: 7,
    level_vendor_uuid: uuid(5),
    level_vendor_id: 10,
    coupon_discount_currency_item_uuid: 12_345,
    coupon_discount_currency_item_id: 2,
    coupon_discount_percentage: 0.125,
    coupon_consume_on_use: true,
    item_portal_use_ruleset_id: 0,
    inventory_bucket_use_rule_set_id: "shared",
    coupon_discount_loot: [100],
    coupon_discount_loot_uuid: [uuid(3)],
  },
  loot: {
    custom_data: { a: "1" },
    loot_uuid: uuid(3),
    vendor_uuid: uuid(5),
    item_id: 1,
    item_uuid: uuid(1),
    sub_vendor_id: 20,
    sub_vendor_uuid: uuid(6),
    quantity: Number.MAX_SAFE_INTEGER,
    inventory_selector_type: "rent_timeframe_locked",
    inventory_operation: "check_greater_than_or_equal_and_subtract",
    active: false,
    sort_order: -1,
    drop_weight: 0,
    fill_in_new_order: true,
    allow_partial_bundles: false,
    required_item_id: 2,
    required_item_uuid: uuid(2),
    required_item_count: 3,
    stack_limit: 9,
    ui_hint: -2,
    effective_from: "2026-01-01T00:00:00.123Z",
    quantity_type: "absolute",
    quantity_mult_inventory_item_id: 2,
    quantity_mult_inventory_item_uuid: uuid(2),
    is_claimable_by_client: true,
    time_frame_id: 8,
    use_inventory_bucket: "foxtrot_ppid",
    xp_quantity_transform_type: "from_zero_to_target_exact_level_min_xp",
    current_price_point_guid: "now",
    pre_sale_price_point_guid: "before",
    hard_quantity_maximum: 1,
  },
  vendor: {
    custom_data: { b: "2" },
    vendor_uuid: uuid(5),
    type: "randomly_sampled",
    legacy_type: 1,
    legacy_config_version: 2,
  },
}

const wholeDocument = (effective_from: unknown) => ({
  items: { 1: everyField.item, 2: { item_uuid: uuid(2) } },
  vendors: {
    10: { ...everyField.vendor, loot: { 100: { ...everyField.loot, effective_from } } },
    20: { vendor_uuid: uuid(6), loot: {} },
  },
  price_points: { now: {}, before: {} },
  xp_tables: { 7: { xp_table_uuid: uuid(4), levels: {} } },
  time_frames: { 8: { start: 0, end: 1 } },
  inventory_bucket_use_rule_sets: { shared: { buckets: {} } },
  item_portal_use_rulesets: { 0: { platforms: [] } },
})

const withoutCacheInfo = (_key: string, value: unknown): unknown => {
  if (typeof value !== "object" || value === null || !("cache_info" in value)) return value
  const { cache_info: _, ...rest } = value
  return rest
}

describe("every field of an item, loot and vendor", () => {
  it.effect.each<readonly [string, unknown]>([
    ["in UTC", "2026-01-01T00:00:00.123Z"],
    ["in another zone", "2026-01-01T05:30:00.123+05:30"],
  ])("is on the wire as its author wrote it, with times %s", ([, effectiveFrom]) =>
    Effect.gen(function* () {
      const document = wholeDocument(effectiveFrom)
      const { publishable, report } = yield* checkForPublication(document).pipe(Effect.provide(cryptoLayer))
      assert.isTrue(report.accepted)
      const wire = JSON.parse(bodyOf(publishable), withoutCacheInfo)
      const loot = { 100: { ...everyField.loot, loot_id: 100, vendor_id: 10, item: everyField.item } }
      assert.deepStrictEqual(wire, {
        vendors: { 10: { ...everyField.vendor, loot }, 20: { vendor_uuid: uuid(6), type: "recipe", loot: {} } },
      })
    }),
  )

  it.effect("is on the wire with its default value when its author left it out", () =>
    Effect.gen(function* () {
      const document = { items: { 1: { item_uuid: uuid(1) } }, vendors: { 10: { loot: { 100: { item_id: 1 } } } } }
      const { publishable } = yield* checkForPublication(document).pipe(Effect.provide(cryptoLayer))
      const { vendors } = JSON.parse(bodyOf(publishable), withoutCacheInfo)
      const { loot_uuid, ...loot } = vendors["10"].loot["100"]
      const { vendor_uuid } = vendors["10"]
      assert.deepStrictEqual(loot, {
        loot_id: 100,
        vendor_id: 10,
        vendor_uuid,
        item_id: 1,
        item_uuid: uuid(1),
        item: {
          item_uuid: uuid(1),
          type: "unit",
          availability_flags: 0,
          coupon_consume_on_use: false,
          coupon_discount_loot: [],
          coupon_discount_loot_uuid: [],
        },
        quantity: 1,
        inventory_selector_type: "own",
        inventory_operation: "add",
        active: true,
        sort_order: 0,
        drop_weight: 1,
        fill_in_new_order: false,
        allow_partial_bundles: true,
        required_item_count: 1,
        quantity_type: "relative",
        is_claimable_by_client: false,
        xp_quantity_transform_type: "none",
        hard_quantity_maximum: 0,
      })
      assert.match(loot_uuid, /^[0-9a-f-]{36}$/)
      assert.strictEqual(vendors["10"].type, "recipe")
    }),
  )

  it.effect("has the same default value on the wire and in the interpreter", () =>
    Effect.gen(function* () {
      const { texts, published } = yield* publishable()
      const linked = link(1, published)
      const wire = JSON.parse(fromUtf8(texts.body)) as typeof VendorCollection.Encoded
      for (const [vendorId, vendor] of Object.entries(wire.vendors)) {
        assert.strictEqual(vendor.type, linked.vendors.get(Number(vendorId))?.type)
        for (const { loot_id, item, ...loot } of Object.values(vendor.loot)) {
          const counts = linked.loot.get(loot_id)
          for (const [field, value] of Object.entries(loot)) {
            const counted = counts?.[field as keyof typeof counts]
            if (counted !== undefined && field !== "effective_from") assert.strictEqual<unknown>(value, counted, field)
          }
          const counted = linked.items.get(loot.item_id ?? -1)
          assert.strictEqual(item?.type, counted?.type)
          assert.strictEqual(item?.coupon_consume_on_use, counted && (counted.coupon?.isConsumed ?? false))
        }
      }
    }),
  )

  it("is there to be tried", () => {
    assert.hasAllKeys(everyField.item, Object.keys(itemFields))
    assert.hasAllKeys(everyField.loot, Object.keys(lootFields))
    assert.hasAllKeys(everyField.vendor, Object.keys(vendorFields))
  })
})

describe("the linked catalog", () => {
  it.effect("has the loot of a vendor in fulfilment order", () =>
    Effect.gen(function* () {
      const { published: catalog } = yield* publishable((draft) => {
        const loot = {
          1: { item_id: 1, inventory_operation: "set" },
          2: { item_id: 1, inventory_operation: "check_greater_than_or_equal_and_subtract" },
          3: { item_id: 1 },
          4: { item_id: 1, inventory_operation: "subtract" },
          5: { item_id: 1, inventory_operation: "check_less_than" },
          6: { item_id: 1, sort_order: -1 },
          7: { item_id: 1, inventory_operation: "check_greater_than" },
          8: { item_id: 1, inventory_operation: "check_greater_than_or_equal", sort_order: 1 },
        }
        Object.assign(draft.vendors as Draft, { 40: { loot } })
      })
      const { vendors } = link(1, catalog)
      assert.deepStrictEqual(
        vendors.get(40)?.loot.map((loot) => loot.loot_id),
        [6, 5, 7, 2, 4, 1, 3, 8],
      )
      assert.deepStrictEqual(
        vendors
          .get(40)
          ?.lootBySortOrder.get(0)
          ?.map((loot) => loot.loot_id),
        [5, 7, 2, 4, 1, 3],
      )
    }),
  )

  it.effect("fills in what authors leave out", () =>
    Effect.gen(function* () {
      const { etags, published } = yield* publishable()
      const linked = link(7, published)
      assert.deepInclude(linked.loot.get(202), {
        quantity: 1,
        quantity_type: "relative",
        inventory_selector_type: "own",
        inventory_operation: "add",
        availability: "always",
        allow_partial_bundles: true,
        hard_quantity_maximum: 0,
        item_id: undefined,
        sub_vendor_id: undefined,
      })
      assert.strictEqual(linked.loot.get(101)?.drop_weight, 1)
      assert.deepInclude(linked.items.get(6), { active: false, always_owned: false, type: "unit" })
      assert.strictEqual(linked.version, 7)
      assert.strictEqual(linked.etag, etags.collection)
      assert.strictEqual(linked.vendors.get(10)?.etag, etags.vendors["10"])
      assert.deepStrictEqual(
        linked.xpTables.get(1)?.map(({ level, xp }) => [level, xp]),
        [
          [1, 20],
          [2, 50],
          [3, 100],
        ],
      )
    }),
  )

  it.effect("is the same from the stored text as from the published document", () =>
    Effect.gen(function* () {
      const { published } = yield* publishable()
      const stored = JSON.parse(JSON.stringify(published))
      assert.deepStrictEqual(link(1, stored), link(1, published))
    }),
  )
})

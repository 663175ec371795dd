/** The catalog's shapes: what is written comes back as it was. */
import { assert, describe, it } from "@effect/vitest"
import { CatalogDocument } from "@garrison/core/catalog/document"
import { prepareCatalog } from "@garrison/core/catalog/prepare"
import { compile } from "@garrison/core/catalog/rules/compile"
import { VendorCollection } from "@garrison/core/catalog/schema"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { cryptoLayer } from "../../support/crypto.ts"
import { type Draft, sampleWith } from "./sample.ts"

const prepared = (change?: (draft: Draft) => void) =>
  prepareCatalog(sampleWith(change)).pipe(
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
      const { vendors, items, xp_tables } = (yield* prepared()).prepared
      const namespace = uuidV5(urlNamespace, "garrison:catalog")
      assert.strictEqual(items["1"]?.item_uuid, uuidV5(namespace, "item:1"))
      assert.strictEqual(vendors["10"]?.vendor_uuid, uuidV5(namespace, "vendor:10"))
      assert.strictEqual(vendors["10"]?.loot["101"]?.loot_uuid, uuidV5(namespace, "loot:101"))
      assert.strictEqual(xp_tables["1"]?.xp_table_uuid, uuidV5(namespace, "xp_table:1"))
      const changed = (yield* prepared((draft) => delete draft.vendors?.["10"]?.loot?.["103"])).prepared
      assert.strictEqual(changed.vendors["10"]?.loot["101"]?.loot_uuid, vendors["10"]?.loot["101"]?.loot_uuid)
    }),
  )

  it.effect("keeps a uuid that was written, and says each reference as id and as uuid", () =>
    Effect.gen(function* () {
      const uuid = "aaaaaaaa-0000-4000-8000-000000000001"
      const { vendors, items } = (yield* prepared((draft) => {
        Object.assign(draft.items?.["5"] as Draft, { item_uuid: uuid.toUpperCase() })
        Object.assign(draft.vendors?.["10"]?.loot as Draft, { 101: { item_uuid: uuid } })
      })).prepared
      assert.strictEqual(items["5"]?.item_uuid, uuid)
      const loot = vendors["10"]?.loot ?? {}
      assert.deepInclude(loot["101"], { item_id: 5, item_uuid: uuid, vendor_id: 10, loot_id: 101 })
      assert.strictEqual(loot["102"]?.item_uuid, uuid)
      assert.strictEqual(loot["103"]?.sub_vendor_uuid, vendors["20"]?.vendor_uuid)
      assert.strictEqual(items["3"]?.entitled_loot_uuid, loot["101"]?.loot_uuid)
      assert.deepStrictEqual(items["4"]?.coupon_discount_loot_uuid, [loot["102"]?.loot_uuid ?? ""])
    }),
  )
})

describe("the published collection", () => {
  it.effect("is what the interface describes, with every item inline", () =>
    Effect.gen(function* () {
      const { body, prepared: catalog } = yield* prepared()
      const wire = JSON.parse(body)
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

describe("the compiled catalog", () => {
  it.effect("has the loot of a vendor in fulfilment order", () =>
    Effect.gen(function* () {
      const { prepared: catalog } = yield* prepared((draft) => {
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
      const { vendors } = compile(1, catalog)
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
      const publishable = yield* prepared()
      const compiled = compile(7, publishable.prepared)
      assert.deepInclude(compiled.loot.get(202), {
        quantity: 1,
        quantity_type: "relative",
        inventory_selector_type: "own",
        inventory_operation: "add",
        active: true,
        allow_partial_bundles: true,
        hard_quantity_maximum: 0,
        item_id: undefined,
        sub_vendor_id: undefined,
      })
      assert.strictEqual(compiled.loot.get(101)?.drop_weight, 1)
      assert.deepInclude(compiled.items.get(6), { active: false, always_owned: false, type: "unit" })
      assert.strictEqual(compiled.version, 7)
      assert.strictEqual(compiled.etag, publishable.prepared.cache_info.etag)
      assert.strictEqual(compiled.vendors.get(10)?.etag, publishable.prepared.vendors["10"]?.cache_info.etag)
      assert.deepStrictEqual(
        compiled.xpTables.get(1)?.levels.map(({ level, xp }) => [level, xp]),
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
      const publishable = yield* prepared()
      const stored = JSON.parse(JSON.stringify(publishable.compilable))
      assert.deepStrictEqual(compile(1, stored), compile(1, publishable.prepared))
    }),
  )
})

/**
 * Conditions of an entry before loot is fulfilled: its submitter, and the vendor that it names (decisions, section 12).
 */
import { assert, describe, it } from "@effect/vitest"
import type { EntryResult } from "@garrison/core/order/enumerations"
import type { SubmittedEntry } from "@garrison/core/order/schema"
import type { Draft } from "./catalogs.ts"
import { fill, items, NOW, resultsOf, run, type Setting } from "./fulfilling.ts"

const draft: Draft = {
  items: items(1),
  vendors: {
    1: {
      legacy_config_version: Number.MAX_SAFE_INTEGER,
      loot: {
        1: { item_id: 1, is_claimable_by_client: true },
        2: { item_id: 1 },
        3: { item_id: 1, is_claimable_by_client: true, active: false },
        4: { item_id: 1, is_claimable_by_client: true, effective_from: NOW + 1 },
        5: { item_id: 1, is_claimable_by_client: true, effective_from: NOW },
      },
    },
    2: { loot: { 20: { item_id: 1 } } },
  },
}

const resultOf = (entry: SubmittedEntry, setting: Partial<Setting> = {}): EntryResult | undefined =>
  resultsOf(run({ draft, entries: [entry], ...setting }).outcome)[0]

describe("the vendor that an entry names", () => {
  const etag = "vendor-1"
  for (const [given, result] of [
    [etag, "success"],
    [`"${etag}"`, "success"],
    ["vendor-2", "vendor_version_does_not_match"],
    [`"vendor-2"`, "vendor_version_does_not_match"],
    ["", "vendor_version_does_not_match"],
    [`"`, "vendor_version_does_not_match"],
    [`"${etag}`, "vendor_version_does_not_match"],
    ["collection", "vendor_version_does_not_match"],
  ] as const) {
    it(`vendor_etag ${given} of ${etag}, with or without the quotes of a header: ${result}`, () => {
      assert.strictEqual(resultOf({ ...fill(1), vendor_etag: given }), result)
    })
  }

  it("vendor_version is compared with the vendor's legacy_config_version, to the last digit", () => {
    const version = BigInt(Number.MAX_SAFE_INTEGER)
    assert.strictEqual(resultOf({ ...fill(1), vendor_version: version }), "success")
    for (const other of [version + 1n, version - 1n, 0n, -version]) {
      assert.strictEqual(resultOf({ ...fill(1), vendor_version: other }), "vendor_version_does_not_match")
    }
  })

  it("vendor_version is ignored for a vendor that has no version", () => {
    assert.strictEqual(resultOf({ ...fill(20), vendor_version: 7n }), "success")
  })

  it("both are compared, and both are optional", () => {
    const version = BigInt(Number.MAX_SAFE_INTEGER)
    assert.strictEqual(resultOf({ ...fill(1), vendor_version: version, vendor_etag: etag }), "success")
    assert.strictEqual(
      resultOf({ ...fill(1), vendor_version: version, vendor_etag: "older" }),
      "vendor_version_does_not_match",
    )
    assert.strictEqual(resultOf({ ...fill(1), vendor_version: 1n, vendor_etag: etag }), "vendor_version_does_not_match")
    assert.strictEqual(resultOf(fill(1)), "success")
  })
})

/** An order of a player, and a server's order with the source of a player. */
const clients: ReadonlyArray<readonly [string, Partial<Setting>]> = [
  ["a player's order", { isServer: false, source: "CLIENT" }],
  ["a server's order of source CLIENT", { isServer: true, source: "CLIENT" }],
]

describe("claimable loot", () => {
  for (const [name, by] of clients) {
    it(`${name} gets only loot that clients may claim`, () => {
      assert.strictEqual(resultOf(fill(1), by), "success")
      assert.strictEqual(resultOf(fill(2), by), "loot_not_fillable_from_client")
      assert.strictEqual(
        resultOf({ type: "create_new_persistent_inventory", item_id: 1, quantity: 1 }, by),
        "permission_denied",
      )
      assert.strictEqual(
        resultOf({ type: "create_new_transient_inventory", item_id: 1, quantity: 1 }, by),
        "permission_denied",
      )
      for (const type of [
        "update_existing_persistent_inventory",
        "update_existing_transient_inventory",
        "update_inventory",
      ] as const) {
        assert.strictEqual(resultOf({ type, quantity: 1 }, by), "permission_denied")
      }
    })
  }

  it("a server's order of any other source gets any loot", () => {
    for (const source of ["UNKNOWN", "IN_GAME", "CLIENT_CLAIM"] as const) {
      assert.strictEqual(resultOf(fill(2), { source }), "success")
    }
  })

  it("active and effective: from the exact millisecond on", () => {
    assert.deepStrictEqual(
      [3, 4, 5].map((lootId) => resultOf(fill(lootId))),
      ["loot_not_active", "loot_not_active", "success"],
    )
  })

  it("a quantity from 1 to 1,000,000, for every entry type but those that update a record", () => {
    const quantities = [0, 1, 1_000_000, 1_000_001]
    const expected: Array<EntryResult> = ["quantity_not_allowed", "success", "success", "quantity_not_allowed"]
    for (const entry of [fill(1), { type: "create_new_persistent_inventory", item_id: 1, quantity: 1 }] as const) {
      assert.deepStrictEqual(
        quantities.map((quantity) => resultOf({ ...entry, quantity })),
        expected,
      )
    }
  })

  it("a count from 0 to 2^53-1, for each entry type that updates a record", () => {
    const updates = [
      "update_inventory",
      "update_existing_persistent_inventory",
      "update_existing_transient_inventory",
    ] as const
    for (const type of updates) {
      assert.deepStrictEqual(
        [-1, 0, 1_000_001, Number.MAX_SAFE_INTEGER].map((quantity) => resultOf({ type, quantity })),
        ["quantity_not_allowed", "inventory_not_found", "inventory_not_found", "inventory_not_found"],
      )
    }
  })
})

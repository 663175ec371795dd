/** Several mistakes in a document: all are reported at once, and each is reported once. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { applied, check, placeOf } from "./sample.ts"

/** A uuid without its last digit. */
const UUID = "aaaaaaaa-0000-4000-8000-00000000000"
const price = "price_points.five.current_breakpoints"

type Places = ReadonlyArray<readonly [code: string, place: string]>
type Case = readonly [what: string, changes: ReadonlyArray<readonly [string, unknown]>, found: Places]

const both: ReadonlyArray<Case> = [
  [
    "a broken loot field, and a cycle by way of the same loot",
    [
      ["vendors.20.loot.201.quantity", "many"],
      ["vendors.20.loot.201.sub_vendor_id", 10],
    ],
    [
      ["int_type", "vendors.20.loot.201.quantity"],
      ["sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
    ],
  ],
  [
    "a section of the wrong type, and what does not depend on it",
    [
      ["items", [1]],
      ["vendors.20.loot.201.sub_vendor_id", 20],
      ["promotions.WELCOME.loot_id", 999],
    ],
    [
      ["dict_type", "items"],
      ["sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
      ["reference_dangling", "promotions.WELCOME.loot_id"],
    ],
  ],
  [
    "a broken entry under a key that is no id",
    [["items.sword", 3]],
    [
      ["dict_type", "items.sword"],
      ["key_not_an_id", "items.sword"],
    ],
  ],
  [
    "broken loot under an id that is used twice",
    [["vendors.20.loot.101", 3]],
    [
      ["dict_type", "vendors.20.loot.101"],
      ["id_used_twice", "vendors.20.loot.101"],
    ],
  ],
  [
    "a broken level under a key that is no level",
    [["xp_tables.1.levels.top", "x"]],
    [
      ["int_type", "xp_tables.1.levels.top"],
      ["key_not_a_level", "xp_tables.1.levels.top"],
    ],
  ],
  [
    "levels that fall around a broken one",
    [["xp_tables.1.levels", { 1: 20, 2: "x", 3: 10 }]],
    [
      ["int_type", "xp_tables.1.levels.2"],
      ["xp_table_not_rising", "xp_tables.1.levels.3"],
    ],
  ],
  [
    "a broken rule under a key that is no bucket",
    [["inventory_bucket_use_rule_sets.shared.buckets.pocket", 1]],
    [
      ["list_type", "inventory_bucket_use_rule_sets.shared.buckets.pocket"],
      ["key_not_a_bucket", "inventory_bucket_use_rule_sets.shared.buckets.pocket"],
    ],
  ],
  [
    "elements of lists, each at its own index",
    [
      ["items.4.coupon_discount_loot", ["x", 102, 999]],
      [`${price}.0.currencies`, [{ price_item_id: "x", price: 1 }, 5, { price_item_id: 999, price: 1 }]],
    ],
    [
      ["int_type", "items.4.coupon_discount_loot.0"],
      ["reference_dangling", "items.4.coupon_discount_loot.2"],
      ["int_type", `${price}.0.currencies.0.price_item_id`],
      ["dict_type", `${price}.0.currencies.1`],
      ["reference_dangling", `${price}.0.currencies.2.price_item_id`],
    ],
  ],
  [
    "a broken field, and a field that no one knows",
    [
      ["items.1.type", "unt"],
      ["items.2.tpe", "unit"],
    ],
    [
      ["enum", "items.1.type"],
      ["unknown_field", "items.2.tpe"],
    ],
  ],
  [
    "a broken id beside a uuid that leads nowhere",
    [["vendors.10.loot.101", { item_id: "x", item_uuid: `${UUID}1` }]],
    [
      ["int_type", "vendors.10.loot.101.item_id"],
      ["reference_dangling", "vendors.10.loot.101.item_uuid"],
    ],
  ],
]

/** Changes of which only the first is a mistake. The others are faults only because of it. */
const once: ReadonlyArray<Case> = [
  ["an item that is referred to", [["items.1", 3]], [["dict_type", "items.1"]]],
  ["a vendor that is referred to, as is its loot", [["vendors.10", 3]], [["dict_type", "vendors.10"]]],
  ["the loot of a vendor, some of it referred to", [["vendors.10.loot", []]], [["dict_type", "vendors.10.loot"]]],
  ["loot that is referred to", [["vendors.10.loot.101", "x"]], [["dict_type", "vendors.10.loot.101"]]],
  ["a price point that is referred to", [["price_points.five", 5]], [["dict_type", "price_points.five"]]],
  ["a time frame that is referred to", [["time_frames.1", 5]], [["dict_type", "time_frames.1"]]],
  ...["items", "vendors", "price_points", "xp_tables", "time_frames"].map((section): Case => [
    `all ${section}`,
    [[section, []]],
    [["dict_type", section]],
  ]),
  [
    "`active` of loot that may be inactive",
    [
      ["vendors.10.loot.101.active", "false"],
      ["vendors.10.loot.101.inventory_operation", "invalid"],
      ["vendors.10.loot.101.inventory_selector_type", "invalid"],
    ],
    [["bool_type", "vendors.10.loot.101.active"]],
  ],
  ["the start of a time frame", [["time_frames.1.start", "soon"]], [["datetime_parsing", "time_frames.1.start"]]],
  [
    "the only reference of a promotion",
    [["promotions.WELCOME", { loot_uuid: "x" }]],
    [["uuid_parsing", "promotions.WELCOME.loot_uuid"]],
  ],
  [
    "a uuid that is referred to, by id as well",
    [
      ["items.1.item_uuid", UUID],
      ["vendors.10.loot.101.item_uuid", `${UUID}1`],
      ["vendors.20.loot.201", { item_uuid: `${UUID}1` }],
    ],
    [["uuid_parsing", "items.1.item_uuid"]],
  ],
  [
    "a uuid, and a reference that holds whatever it was",
    [
      ["items.1.item_uuid", 5],
      ["items.2.item_uuid", `${UUID}1`],
      ["vendors.10.loot.101.item_uuid", `${UUID}1`],
    ],
    [["string_type", "items.1.item_uuid"]],
  ],
  [
    "a uuid of a vendor that its loot repeats",
    [
      ["vendors.10.vendor_uuid", UUID],
      ["vendors.10.loot.101.vendor_uuid", `${UUID}1`],
    ],
    [["uuid_parsing", "vendors.10.vendor_uuid"]],
  ],
  [
    "flags of an item that is a price",
    [["items.1.availability_flags", -1]],
    [["greater_than_equal", "items.1.availability_flags"]],
  ],
  [
    "two prices of one breakpoint",
    [
      [
        `${price}.0.currencies`,
        [
          { price_item_id: "x", price: 1 },
          { price_item_id: "y", price: 1 },
        ],
      ],
    ],
    [
      ["int_type", `${price}.0.currencies.0.price_item_id`],
      ["int_type", `${price}.0.currencies.1.price_item_id`],
    ],
  ],
  [
    "two breakpoints",
    [[price, [{ currencies: [] }, "x"]]],
    [
      ["missing", `${price}.0.quantity`],
      ["dict_type", `${price}.1`],
    ],
  ],
]

const wholly: ReadonlyArray<readonly [string, unknown]> = [
  ["a list", [{ items: { 1: { type: "unt" } } }]],
  ["a text", "items"],
  ["a number", 5],
  ["nothing", null],
]

describe("a document with values that do not fit", () => {
  for (const [what, changes, found] of both) {
    it.effect(`is searched to the end: ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(applied(changes))
        assert.sameDeepMembers(report.findings.map(placeOf), [...found])
        assert.isFalse(report.accepted)
      }),
    )
  }

  for (const [what, changes, found] of once) {
    it.effect(`reports a mistake without its consequences: ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(applied(changes))
        assert.sameDeepMembers(report.findings.map(placeOf), [...found])
        assert.isFalse(report.accepted)
      }),
    )
  }

  for (const [what, document] of wholly) {
    it.effect(`is refused as a whole when it is ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(document)
        assert.deepStrictEqual(report.findings.map(placeOf), [["dict_type", ""]])
        assert.isFalse(report.accepted)
      }),
    )
  }

  it.effect("lists a bad value, a dangling reference and a cycle together, and counts the entries", () =>
    Effect.gen(function* () {
      const report = yield* check({
        items: { 1: { type: "unt" } },
        vendors: { 7: { type: "recipe", loot: { 1: { item_id: 99 }, 2: { sub_vendor_id: 7 } } } },
      })
      assert.deepStrictEqual(report.findings.map(placeOf), [
        ["enum", "items.1.type"],
        ["reference_dangling", "vendors.7.loot.1.item_id"],
        ["sub_vendor_cycle", "vendors.7.loot.2.sub_vendor_id"],
      ])
      assert.deepStrictEqual(report.counts, { items: 1, vendors: 1, loot: 2 })
    }),
  )
})

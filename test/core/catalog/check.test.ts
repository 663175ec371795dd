/** The checker: each finding of decisions, section 10, at its place in the document. */
import { assert, describe, it } from "@effect/vitest"
import { ERRORS, MISFITS, WARNINGS } from "@garrison/core/catalog/rules/codes"
import { FINDINGS_LISTED_MAX } from "@garrison/core/catalog/rules/findings"
import * as Effect from "effect/Effect"
import { slowPayers } from "./payers.ts"
import { priceNever } from "./priceOracles.ts"
import { promotionNever } from "./promotionOracles.ts"
import { reachNever } from "./reachOracles.ts"
import { idle, surprising, unfulfillable } from "./oracles.ts"
import { applied, check, type Draft, placeOf, sampleWith, set } from "./sample.ts"

type Case = readonly [what: string, change: (draft: Draft) => void, ...found: ReadonlyArray<readonly [string, string]>]

const mistaken: ReadonlyArray<Case> = [
  ["an item id that is no number", set("items.sword", {}), ["key_not_an_id", "items.sword"]],
  ["an id with a leading zero", set("items.01", {}), ["key_not_an_id", "items.01"]],
  ["an id beyond 2^53", set("items.9007199254740993", {}), ["key_not_an_id", "items.9007199254740993"]],
  ["a number that is none", set("items.1.ref_item_id", Number.NaN), ["not_plain_data", "items.1.ref_item_id"]],
  ["a level that is no number", set("xp_tables.1.levels.top", 5), ["key_not_a_level", "xp_tables.1.levels.top"]],
  [
    "a bucket that does not exist",
    set("inventory_bucket_use_rule_sets.shared.buckets.pocket", []),
    ["key_not_a_bucket", "inventory_bucket_use_rule_sets.shared.buckets.pocket"],
  ],
  ["an item under another id", set("items.1.item_id", 2), ["id_differs_from_key", "items.1.item_id"]],
  ["a vendor under another id", set("vendors.10.vendor_id", 11), ["id_differs_from_key", "vendors.10.vendor_id"]],
  [
    "loot of another vendor",
    set("vendors.10.loot.101.vendor_id", 20),
    ["id_differs_from_key", "vendors.10.loot.101.vendor_id"],
  ],
  ["a loot id used twice", set("vendors.20.loot.101", {}), ["id_used_twice", "vendors.20.loot.101"]],
  [
    "a uuid used twice",
    (draft) => {
      set("items.1.item_uuid", "AAAAAAAA-0000-4000-8000-000000000001")(draft)
      set("items.2.item_uuid", "aaaaaaaa-0000-4000-8000-000000000001")(draft)
    },
    ["uuid_used_twice", "items.2.item_uuid"],
  ],
  [
    "loot with the uuid of another vendor",
    set("vendors.10.loot.101.vendor_uuid", "aaaaaaaa-0000-4000-8000-000000000001"),
    ["reference_ambiguous", "vendors.10.loot.101.vendor_uuid"],
  ],
  [
    "id and uuid that name different items",
    (draft) => {
      set("items.2.item_uuid", "aaaaaaaa-0000-4000-8000-000000000001")(draft)
      set("vendors.10.loot.101.item_uuid", "aaaaaaaa-0000-4000-8000-000000000001")(draft)
    },
    ["reference_ambiguous", "vendors.10.loot.101.item_uuid"],
  ],
  ...(
    [
      ["items.3.entitled_loot_id", 999],
      ["items.2.level_xp_table_id", 999],
      ["items.2.level_vendor_id", 999],
      ["items.4.coupon_discount_currency_item_id", 999],
      ["items.5.item_portal_use_ruleset_id", 999],
      ["items.3.inventory_bucket_use_rule_set_id", "nothing"],
      ["vendors.10.loot.101.item_id", 999],
      ["vendors.10.loot.101.item_uuid", "aaaaaaaa-0000-4000-8000-000000000001"],
      ["vendors.10.loot.103.sub_vendor_id", 999],
      ["vendors.10.loot.103.sub_vendor_uuid", "aaaaaaaa-0000-4000-8000-000000000001"],
      ["vendors.20.loot.203.required_item_id", 999],
      ["vendors.20.loot.203.quantity_mult_inventory_item_id", 999],
      ["vendors.10.loot.103.time_frame_id", 999],
      ["vendors.10.loot.102.current_price_point_guid", "nothing"],
      ["vendors.10.loot.102.pre_sale_price_point_guid", "nothing"],
      ["promotions.WELCOME.loot_id", 999],
    ] as const
  ).map(([place, value]): Case => [`${place} that leads nowhere`, set(place, value), ["reference_dangling", place]]),
  [
    "coupon loot that leads nowhere",
    (draft) => {
      set("items.4.coupon_discount_loot", [102, 999])(draft)
      set("items.4.coupon_discount_loot_uuid", ["aaaaaaaa-0000-4000-8000-000000000001"])(draft)
    },
    ["reference_dangling", "items.4.coupon_discount_loot.1"],
    ["reference_dangling", "items.4.coupon_discount_loot_uuid.0"],
  ],
  [
    "a price in an item that does not exist",
    (draft) => set("price_item_id", 999)(draft.price_points?.five?.current_breakpoints?.[0]?.currencies?.[0] as Draft),
    ["reference_dangling", "price_points.five.current_breakpoints.0.currencies.0.price_item_id"],
  ],
  ["a promotion without loot", set("promotions.WELCOME", {}), ["missing", "promotions.WELCOME.loot_id"]],
  [
    "a vendor in itself",
    set("vendors.20.loot.201.sub_vendor_id", 20),
    ["sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
  ],
  [
    "two vendors in each other",
    set("vendors.20.loot.201.sub_vendor_id", 10),
    ["sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
  ],
  [
    "a cycle of inactive loot, which may become active",
    (draft) => {
      set("vendors.20.loot.201.active", false)(draft)
      set("vendors.20.loot.201.sub_vendor_id", 10)(draft)
    },
    ["sub_vendor_cycle", "vendors.20.loot.201.sub_vendor_id"],
  ],
  [
    "vendors that nest too deeply",
    (draft) => {
      for (let depth = 0; depth < 65; depth++) {
        const inner = depth === 0 ? {} : { sub_vendor_id: 1000 + depth - 1 }
        set(`vendors.${1000 + depth}.loot.${10_000 + depth}`, inner)(draft)
      }
    },
    ["sub_vendor_too_deep", "vendors.1064"],
  ],
  [
    "active loot with an invalid selector",
    set("vendors.10.loot.101.inventory_selector_type", "invalid"),
    ["invalid_selector", "vendors.10.loot.101.inventory_selector_type"],
  ],
  [
    "active loot with an invalid operation",
    set("vendors.10.loot.101.inventory_operation", "invalid"),
    ["invalid_operation", "vendors.10.loot.101.inventory_operation"],
  ],
  [
    "a price in an inactive item",
    set("items.1.availability_flags", 3),
    ["price_item_inactive", "price_points.five.current_breakpoints.0.currencies.0.price_item_id"],
    ["price_item_inactive", "price_points.five.current_breakpoints.1.currencies.0.price_item_id"],
  ],
  [
    "an inactive item as another currency than the first, of another quantity than the first",
    set("price_points.five.pre_sale_breakpoints", [
      { quantity: 1, currencies: [{ price_item_id: 1, price: 5 }] },
      { quantity: 2, currencies: [1, 6, 3, 6].map((price_item_id) => ({ price_item_id, price: 5 })) },
    ]),
    ["price_item_inactive", "price_points.five.pre_sale_breakpoints.1.currencies.1.price_item_id"],
    ["price_item_inactive", "price_points.five.pre_sale_breakpoints.1.currencies.3.price_item_id"],
    ["price_item_twice", "price_points.five.pre_sale_breakpoints.1.currencies.3.price_item_id"],
  ],
  [
    "an item that does not exist as the second currency",
    set("price_points.five.current_breakpoints.0.currencies", [
      { price_item_id: 1, price: 5 },
      { price_item_id: 999, price: 5 },
    ]),
    ["reference_dangling", "price_points.five.current_breakpoints.0.currencies.1.price_item_id"],
  ],
  [
    "a currency twice for a quantity",
    set("price_points.five.pre_sale_breakpoints", [
      {
        quantity: 1,
        currencies: [
          { price_item_id: 1, price: 5 },
          { price_item_id: 1, price: 6 },
        ],
      },
    ]),
    ["price_item_twice", "price_points.five.pre_sale_breakpoints.0.currencies.1.price_item_id"],
  ],
  [
    "two breakpoints for a quantity",
    set("price_points.five.pre_sale_breakpoints", [
      { quantity: 3, currencies: [] },
      { quantity: 3, currencies: [] },
    ]),
    ["breakpoint_twice", "price_points.five.pre_sale_breakpoints.1.quantity"],
  ],
  [
    "levels that need no more XP than those before",
    set("xp_tables.1.levels", { 10: 5, 2: 5, 1: 20 }),
    ["xp_table_not_rising", "xp_tables.1.levels.2"],
    ["xp_table_not_rising", "xp_tables.1.levels.10"],
  ],
  [
    "a time frame that ends as it starts",
    set("time_frames.1.end", 1767225600),
    ["time_frame_empty", "time_frames.1.end"],
  ],
  [
    "a promotion that ends before it starts",
    (draft) => {
      set("promotions.WELCOME.start", "2026-02-01T00:00:00Z")(draft)
      set("promotions.WELCOME.end", "2026-01-01T00:00:00Z")(draft)
    },
    ["promotion_empty", "promotions.WELCOME.end"],
  ],
  [
    "more entitlement items than one order fulfils",
    (draft) => {
      const entitlements = Array.from({ length: 1001 }, (_, at) => [String(50_000 + at), { type: "entitlement" }])
      set("items", { ...(draft.items as object), ...Object.fromEntries(entitlements) })(draft)
    },
    ["entitlements_too_many", "items"],
  ],
  [
    "a promotion code that no order can hold",
    (draft) => {
      const { WELCOME } = draft.promotions as Record<string, unknown>
      set("promotions", { WELCOME, ["C".repeat(256)]: WELCOME, ["C".repeat(257)]: WELCOME })(draft)
    },
    ["promotion_code_unfit", `promotions.${"C".repeat(257)}`],
  ],
  [
    "a count below zero",
    set("vendors.10.loot.101.quantity", -1),
    ["greater_than_equal", "vendors.10.loot.101.quantity"],
  ],
  [
    "an unknown selector",
    set("vendors.10.loot.101.inventory_selector_type", "x"),
    ["enum", "vendors.10.loot.101.inventory_selector_type"],
  ],
  [
    "a discount above 1",
    set("items.4.coupon_discount_percentage", 1.01),
    ["less_than_equal", "items.4.coupon_discount_percentage"],
  ],
  [
    "an empty price point name",
    set("vendors.10.loot.102.current_price_point_guid", ""),
    ["string_too_short", "vendors.10.loot.102.current_price_point_guid"],
  ],
  [
    "a time without a zone",
    set("vendors.10.loot.103.effective_from", "2026-01-01T00:00:00"),
    ["timezone_aware", "vendors.10.loot.103.effective_from"],
  ],
  ["a map that is a list", set("vendors", []), ["dict_type", "vendors"]],
  ["a part that no one knows", set("vendor", {}), ["unknown_part", "vendor"]],
  [
    "a field that no one knows",
    set("vendors.10.loot.101.qantity", 5),
    ["unknown_field", "vendors.10.loot.101.qantity"],
  ],
  ["a part named after what is in it", set("item", {}), ["unknown_part", "item"]],
  ["an empty document", (draft) => Object.keys(draft).forEach((key) => delete draft[key]), ["catalog_empty", ""]],
  [
    "a document without an item or a vendor",
    (draft) => Object.keys(draft).forEach((key) => (draft[key] = {})),
    ["catalog_empty", ""],
  ],
]

/** Makes a claim that a check stops after the first one. */
const once = (draft: Draft, quantityType: "absolute" | "relative"): void => {
  set("vendors.40.loot", {
    401: { item_id: 2, quantity: 1, inventory_operation: "check_less_than" },
    402: { item_id: 2 },
    403: { item_id: 1, quantity: 100 },
  })(draft)
  set("vendors.50.loot.501", { sub_vendor_id: 40, is_claimable_by_client: true, quantity_type: quantityType })(draft)
}

/** Makes a table that turns two of each of 40 items into one of each other one, two at a time. */
const exchange = (draft: Draft): void => {
  const ids = Array.from({ length: 40 }, (_, at) => 1000 + at)
  for (const id of ids) set(`items.${id}`, {})(draft)
  let recipe = 10_000
  for (const from of ids) {
    for (const to of ids) {
      if (from === to) continue
      recipe += 10
      set(`vendors.60.loot.${recipe}`, { sub_vendor_id: recipe, is_claimable_by_client: true })(draft)
      set(`vendors.${recipe}.loot`, {
        [recipe + 1]: { item_id: from, quantity: 3, inventory_operation: "subtract" },
        [recipe + 2]: { item_id: ((to + from) % 40) + 1000, quantity: 2, inventory_operation: "subtract" },
        [recipe + 3]: { item_id: to },
        [recipe + 4]: { item_id: ((to * 7 + from) % 40) + 1000 },
      })(draft)
    }
  }
}

const warned: ReadonlyArray<Case> = [
  ["loot without weight", set("vendors.20.loot.201.drop_weight", 0), ["loot_never_drops", "vendors.20.loot.201"]],
  ["loot that no stack allows", set("vendors.20.loot.201.stack_limit", 0), ["loot_never_drops", "vendors.20.loot.201"]],
  ["loot of an inactive item", set("vendors.20.loot.201.item_id", 6), ["loot_never_drops", "vendors.20.loot.201"]],
  [
    "weights that sum to zero, and what depends on them",
    set("vendors.20.loot", { 201: { item_id: 1, drop_weight: 0 }, 202: { active: false } }),
    ["loot_never_drops", "vendors.20.loot.201"],
    ["vendor_never_drops", "vendors.20"],
    ["loot_never_drops", "vendors.10.loot.103"],
  ],
  [
    "loot that a client can claim for ever",
    set("vendors.10.loot.101.is_claimable_by_client", true),
    ["claimable_without_end", "vendors.10.loot.101"],
  ],
  [
    "a bundle that a client can claim for ever",
    set("vendors.10.loot.103.is_claimable_by_client", true),
    ["claimable_without_end", "vendors.10.loot.103"],
  ],
  [
    "loot that is sold for nothing",
    (draft) => set("price", 0)(draft.price_points?.five?.current_breakpoints?.[0]?.currencies?.[0] as Draft),
    ["claimable_without_end", "vendors.10.loot.102"],
    ["price_tier_dearer", "price_points.five.current_breakpoints.1.currencies.0.price"],
  ],
  [
    "a price that is paid back with a profit",
    (draft) => {
      set("vendors.10.loot.102.item_id", 1)(draft)
      set("vendors.10.loot.102.quantity", 6)(draft)
    },
    ["money_pump", "vendors.10.loot.102"],
  ],
  [
    "a claim that is meant to be made once, of which many can be ordered at once",
    (draft) => once(draft, "relative"),
    ["claim_multiplied", "vendors.50.loot.501"],
  ],
  [
    "an entitlement whose loot stays when it is given again",
    set("items.3.entitled_loot_id", 101),
    ["session_gives_again", "vendors.10.loot.101"],
  ],
  [
    "more currencies that are converted into each other than can be searched",
    exchange,
    ["gain_search_bounded", "vendors"],
  ],
  [
    "loot of a window for sale whose windows leave no gap",
    (draft) => {
      set("vendors.10.loot.102.inventory_selector_type", "rent_timeframe_locked")(draft)
      set("vendors.10.loot.102.time_frame_id", 1)(draft)
    },
    ["sale_always_open", "vendors.10.loot.102.time_frame_id"],
  ],
  [
    "loot for sale of which everything is inactive, at any depth",
    (draft) => {
      set("vendors.10.loot.102", { sub_vendor_id: 60, current_price_point_guid: "five" })(draft)
      set("vendors.60", { loot: { 601: { sub_vendor_id: 61 }, 602: { item_id: 5, active: false } } })(draft)
      set("vendors.61", { loot: { 611: { item_id: 5, active: false } } })(draft)
    },
    ["sale_gives_nothing", "vendors.10.loot.102.sub_vendor_id"],
  ],
  [
    "loot for sale whose checks and costs alone are active, also where it is drawn",
    (draft) => {
      set("vendors.10.loot.102", { sub_vendor_id: 60, current_price_point_guid: "five" })(draft)
      set("vendors.60", { type: "randomly_sampled", loot: { 601: { sub_vendor_id: 61 } } })(draft)
      const cost = { item_id: 1, inventory_operation: "subtract" }
      set("vendors.61", { loot: { 611: { item_id: 5, active: false }, 612: cost } })(draft)
    },
    ["sale_gives_nothing", "vendors.10.loot.102.sub_vendor_id"],
  ],
  [
    "a window longer than the interval it repeats in",
    set("time_frames.1.hour_interval", 23),
    ["time_frame_overlaps", "time_frames.1.hour_interval"],
  ],
]

const conversion = (gives: number) => (draft: Draft) => {
  set("vendors.40.loot.401", { sub_vendor_id: 50, is_claimable_by_client: true })(draft)
  set("vendors.50.loot", {
    501: { item_id: 5, quantity: 2, inventory_operation: "subtract" },
    502: { item_id: 1, quantity: gives },
  })(draft)
}

const quiet: ReadonlyArray<readonly [string, (draft: Draft) => void]> = [
  ["the sample", () => undefined],
  ["what editors look for", set("$schema", "./catalog.schema.json")],
  ["nulls, which are not given", set("vendors.10.loot.101.drop_weight", null)],
  ["what the wire adds", set("vendors.10.loot.101.cache_info", { etag: "x" })],
  [
    "inactive loot with an invalid operation",
    (draft) => {
      set("vendors.10.loot.102.inventory_operation", "invalid")(draft)
      set("vendors.10.loot.102.active", false)(draft)
    },
  ],
  ["a claim that a check stops", (draft) => once(draft, "absolute")],
  [
    "loot of a window for sale whose windows leave a gap",
    (draft) => {
      set("vendors.10.loot.102.inventory_selector_type", "rent_timeframe_locked")(draft)
      set("vendors.10.loot.102.time_frame_id", 1)(draft)
      set("time_frames.1.hour_interval", 25)(draft)
    },
  ],
  ["a conversion that costs as much as it gives, with a coupon", conversion(4)],
  [
    "a uuid in place of an id",
    (draft) => {
      set("items.1.item_uuid", "AAAAAAAA-0000-4000-8000-000000000001")(draft)
      set("vendors.10.loot.101", { item_uuid: "aaaaaaaa-0000-4000-8000-000000000001" })(draft)
    },
  ],
]

describe("the catalog checker", () => {
  for (const [what, change, ...found] of mistaken) {
    it.effect(`refuses ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(sampleWith(change))
        assert.isFalse(report.accepted)
        const errors = report.findings.filter((finding) => finding.severity === "refusal")
        assert.deepStrictEqual(errors.map(placeOf), found)
        assert.strictEqual(report.refusals, found.length)
      }),
    )
  }

  it.effect("suggests the meant name for an unknown name, or lists the known names", () =>
    Effect.gen(function* () {
      const messages = function* (place: string) {
        const { findings } = yield* check(sampleWith(set(place, {})))
        return findings.map(({ message }) => message)
      }
      const [vendor = ""] = yield* messages("vendor")
      assert.include(vendor, "did you mean vendors?")
      const [other = ""] = yield* messages("monsters")
      assert.include(other, "its parts are items, vendors, price_points")
      const [field = ""] = yield* messages("vendors.10.loot.101.qantity")
      assert.include(field, "did you mean quantity?")
    }),
  )

  const meant: ReadonlyArray<readonly [place: string, value: unknown, at: string, meant: string | undefined]> = [
    ["vendor", {}, "vendor", "vendors"],
    ["vendors.10.loot.101.drop_weigth", 3, "vendors.10.loot.101.drop_weigth", "drop_weight"],
    ["vendors.10.loot.101.inventory_operation", "subtrct", "vendors.10.loot.101.inventory_operation", "subtract"],
    ["vendors.10.type", "recipes", "vendors.10.type", "recipe"],
    ["item_portal_use_rulesets.7.platforms", ["Anom"], "item_portal_use_rulesets.7.platforms.0", "Anon"],
    ["promotions.WELCOME.platforms", ["Gulf"], "promotions.WELCOME.platforms.0", "Golf"],
    [
      "inventory_bucket_use_rule_sets.shared.buckets.anon",
      ["fre"],
      "inventory_bucket_use_rule_sets.shared.buckets.anon.0",
      "free",
    ],
    [
      "inventory_bucket_use_rule_sets.shared.buckets.gulf",
      [],
      "inventory_bucket_use_rule_sets.shared.buckets.gulf",
      "golf",
    ],
    ["vendors.10.loot.102.current_price_point_guid", "fife", "vendors.10.loot.102.current_price_point_guid", "five"],
    ["items.3.inventory_bucket_use_rule_set_id", "Shared", "items.3.inventory_bucket_use_rule_set_id", "shared"],
    ["promotions.WELCOME.loot_id", 110, "promotions.WELCOME.loot_id", "101"],
    ["promotions.WELCOME.loot_id", 2201, "promotions.WELCOME.loot_id", "201"],
    ["items.3.entitled_loot_id", 10, "items.3.entitled_loot_id", undefined],
    ["items.3.entitled_loot_id", 777, "items.3.entitled_loot_id", undefined],
    ["vendors.10.loot.101.whatever", 3, "vendors.10.loot.101.whatever", undefined],
    // Words of a field, and words of everyday speech.
    ["items.1.percentage", 0.5, "items.1.percentage", "coupon_discount_percentage"],
    ["vendors.10.loot.101.price", 3, "vendors.10.loot.101.price", "current_price_point_guid"],
    ["vendors.10.loot.101.amount", 3, "vendors.10.loot.101.amount", "quantity"],
    ["vendors.10.loot.101.constructor", 3, "vendors.10.loot.101.constructor", undefined],
    // Fields of forms, in each kind of entry.
    [
      "price_points.five.current_breakpoints.0.currencies.0.pric_item",
      1,
      "price_points.five.current_breakpoints.0.currencies.0.pric_item",
      "price_item",
    ],
    ["promotions.WELCOME.lot", 101, "promotions.WELCOME.lot", "loot"],
    ["time_frames.1.hours_interval", 5, "time_frames.1.hours_interval", "hour_interval"],
    ["xp_tables.1.level", {}, "xp_tables.1.level", "levels"],
    ["vendors.10.loot.101.inventory_operation", "juggle", "vendors.10.loot.101.inventory_operation", undefined],
  ]
  for (const [place, value, at, name] of meant) {
    it.effect(
      `says of ${place} what was probably meant, and nothing where nothing is close: ${JSON.stringify(value)}`,
      () =>
        Effect.gen(function* () {
          const { findings } = yield* check(sampleWith(set(place, value)))
          const found = findings.find(({ path }) => path.join(".") === at)
          assert.isDefined(found)
          assert.strictEqual(found?.did_you_mean, name)
          assert.strictEqual(found?.message.endsWith(`did you mean ${name}?`), name !== undefined)
        }),
    )
  }

  it.effect("leaves unknown fields out where they are allowed, with a warning; an unknown part is an error still", () =>
    Effect.gen(function* () {
      const document = applied([
        ["vendors.10.loot.101.qantity", 5],
        ["items.1.rarity", "legendary"],
      ])
      const refused = yield* check(document)
      assert.deepInclude(refused, { accepted: false, refusals: 2, warnings: 0 })
      const allowed = yield* check(document, { allowUnknown: true })
      assert.deepInclude(allowed, { accepted: true, refusals: 0, warnings: 2 })
      assert.deepStrictEqual(
        allowed.findings.map(({ code, message, severity }) => [code, severity, message]),
        [
          ["unknown_field", "warning", "no field has this name, so it is left out"],
          ["unknown_field", "warning", "no field has this name, so it is left out: did you mean quantity?"],
        ],
      )
      const part = yield* check(applied([["vendor", {}]]), { allowUnknown: true })
      assert.deepStrictEqual(part.findings.map(placeOf), [["unknown_part", "vendor"]])
    }),
  )

  it.effect("says why each finding matters", () =>
    Effect.gen(function* () {
      const { findings } = yield* check(
        applied([
          ["vendors.20.loot.201.drop_weight", 0],
          ["items.1.tpe", 1],
        ]),
      )
      const broken = yield* check(sampleWith(set("items.1.type", 5)))
      assert.deepStrictEqual(
        [...findings, ...broken.findings].map(({ code, why }) => [code, why]),
        [
          ["unknown_field", ERRORS.unknown_field.why],
          ["loot_never_drops", WARNINGS.loot_never_drops.why],
          ["string_type", MISFITS.string_type],
        ],
      )
    }),
  )

  for (const [what, change, ...found] of warned) {
    it.effect(`warns of ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(sampleWith(change))
        assert.isTrue(report.accepted)
        assert.sameDeepMembers(report.findings.map(placeOf), found)
      }),
    )
  }

  for (const [what, change] of quiet) {
    it.effect(`has no findings on ${what}`, () =>
      Effect.gen(function* () {
        const report = yield* check(sampleWith(change))
        assert.deepStrictEqual(report.findings, [])
      }),
    )
  }

  it.effect("warns of purchases and conversions at a profit, and names their steps", () =>
    Effect.gen(function* () {
      const withoutCoupon = (draft: Draft): void => {
        conversion(9)(draft)
        set("items.4.coupon_discount_loot", [101])(draft)
      }
      const report = yield* check(sampleWith(withoutCoupon))
      const finding = report.findings.find(({ code }) => code === "money_pump")
      assert.deepStrictEqual(
        report.findings.map((one) => one.code),
        ["coupon_currency_unused", "money_pump"],
      )
      assert.include(finding?.message ?? "", "loot 401 turns 2 of item 5 into 9 of item coin (1)")
      assert.include(finding?.message ?? "", "an order of 10 of loot 102 turns 40 of item coin (1) into 10 of item 5")
    }),
  )

  it.effect("calls the entry of a finding, and what its witness mentions, by name", () =>
    Effect.gen(function* () {
      const name = (text: string) => ({ custom_data: { name: text } })
      const report = yield* check({
        items: { 1: name("coins"), 2: {} },
        vendors: { 7: { ...name("shop"), loot: { 9: { ...name("gift"), item_id: 1, is_claimable_by_client: true } } } },
      })
      const found = report.findings.find(({ code }) => code === "claimable_without_end")
      assert.strictEqual(found?.name, "shop/gift")
      assert.deepInclude(found?.witness, { loot_names: { 9: "shop/gift" } })
      const broken = yield* check({ items: { 1: { ...name("coins"), level_vendor_id: 99 } }, vendors: {} })
      assert.strictEqual(broken.findings[0]?.name, "coins")
    }),
  )

  it.effect("reports every fault at once", () =>
    Effect.gen(function* () {
      const report = yield* check(
        sampleWith((draft) => {
          set("vendors.20.loot.201.sub_vendor_id", 10)(draft)
          set("items.2.level_vendor_id", 999)(draft)
          set("vendors.10.loot.101.inventory_operation", "invalid")(draft)
          set("xp_tables.1.levels.3", 50)(draft)
        }),
      )
      assert.sameMembers(
        report.findings.map((finding) => finding.code),
        ["sub_vendor_cycle", "reference_dangling", "invalid_operation", "xp_table_not_rising"],
      )
    }),
  )

  it.effect("reports every value that does not fit, each once", () =>
    Effect.gen(function* () {
      const report = yield* check({
        items: { 1: { type: "x", legacy_type: "y" }, 2: 3 },
        vendors: { 1: { loot: { 2: { active: 1 } } } },
      })
      assert.sameDeepMembers(report.findings.map(placeOf), [
        ["enum", "items.1.type"],
        ["int_type", "items.1.legacy_type"],
        ["dict_type", "items.2"],
        ["bool_type", "vendors.1.loot.2.active"],
      ])
    }),
  )

  it.effect("lists a limited number of findings, and counts them all", () =>
    Effect.gen(function* () {
      const loot = Object.fromEntries(Array.from({ length: 3000 }, (_, id) => [id, { item_id: 1 }]))
      const report = yield* check({ vendors: { 1: { loot } } })
      assert.strictEqual(report.refusals, 3000)
      assert.strictEqual(report.findings.length, FINDINGS_LISTED_MAX)
    }),
  )

  it.effect("survives the longest chain of sub vendors that a document may have", () =>
    Effect.gen(function* () {
      const count = 20_000
      const vendors = Object.fromEntries(
        Array.from({ length: count }, (_, id) => [id, { loot: { [id]: { sub_vendor_id: (id + 1) % count } } }]),
      )
      const report = yield* check({ vendors })
      assert.deepStrictEqual(
        report.findings.map((finding) => finding.code),
        ["sub_vendor_cycle"],
      )
    }),
  )

  it("has a case for every code", () => {
    const shown = [...unfulfillable, ...idle, ...surprising, ...promotionNever, ...priceNever, ...reachNever].map(
      ({ code }): string => code,
    )
    const tested = new Set([
      ...[...mistaken, ...warned].flatMap(([, , ...found]) => found.map(([code]) => code)),
      ...shown,
      ...slowPayers.map(({ code }): string => code),
      "level_rewards_feed_themselves",
    ])
    const untested = [...Object.keys(ERRORS), ...Object.keys(WARNINGS)].filter((code) => !tested.has(code))
    assert.deepStrictEqual(untested, ["text_unreadable"])
  })
})

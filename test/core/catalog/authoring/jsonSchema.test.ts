/** The published JSON Schema takes every sound document, refuses planted mistakes, and explains every field. */
import { assert, describe, it } from "@effect/vitest"
import { catalogSchema, type Json } from "@garrison/core/catalog/authoring/jsonSchema"
import { forms } from "@garrison/core/catalog/authoring/rows"
import { Ajv2020 } from "ajv/dist/2020.js"
import ajvFormats from "ajv-formats"
import { readFileSync } from "node:fs"
import { expanded } from "./explore.ts"
import { sampleWith } from "../sample.ts"

const schema = catalogSchema()
const ajv = new Ajv2020({ allErrors: true, strictTypes: false })
ajvFormats.default(ajv)
const validate = ajv.compile(schema)

const errorsOf = (document: unknown): ReadonlyArray<string> => {
  validate(document)
  return (validate.errors ?? []).map(({ instancePath }) => instancePath)
}

const demo: unknown = JSON.parse(
  readFileSync(new URL("../../../../examples/demo/catalog.json", import.meta.url), "utf8"),
)

/** A document with every form. */
const authored = {
  $schema: "catalog.schema.json",
  items: {
    coins: { custom_data: { name: "Coins" } },
    gems: { was: "jewels", entitled_loot: "shop/prize", coupon_discount_loot: ["shop/prize", 5] },
    xp: { level_xp_table: "levels", level_vendor: "rewards" },
    7: {},
  },
  xp_tables: { levels: { levels: { 1: 10, 2: 20 } } },
  time_frames: { day: { start: "2026-01-01T00:00:00Z", end: 1_800_000_000, hour_interval: 24 } },
  price_points: { five: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item: "coins", price: 5 }] }] } },
  promotions: { WELCOME: { loot: "shop/prize" } },
  vendors: {
    rewards: { loot: { first: { item: "gems", sort_order: 1 } } },
    shop: {
      loot_defaults: { is_claimable_by_client: true },
      loot: {
        prize: { item: "coins", quantity: { min: 1, max: 5 }, current_price_point_guid: "five" },
        rent: { item: "gems", inventory_selector_type: "rent", time_frame: "day" },
        chest: { one_of: { big: { item: "gems", weight: 1 }, small: { nothing: true, weight: 9 } } },
      },
    },
    goblin: {
      always: [{ item: "coins", name: "purse", quantity_type: "relative" }],
      sometimes: [
        { item: "gems", chance: "1/128", when: { has: "coins", at_least: 10 } },
        { always: [{ item: "coins" }], chance: 0.25, when: [{ lacks: "gems" }, { not: { has: 7 } }] },
      ],
      one_of: [{ sub_vendor: "rewards" }, { item_id: 7, weight: 3 }],
    },
  },
}

describe("the JSON Schema of a document", () => {
  it("takes the demo catalog, a document with every part, one with every form, and what it expands into", () => {
    for (const document of [demo, sampleWith(), authored, expanded(authored).document]) {
      assert.deepStrictEqual(errorsOf(document), [])
    }
    assert.deepStrictEqual(expanded(authored).findings, [])
  })

  it.each([
    ["a part that no catalog has", { vendor: {} }, ""],
    ["a field that no item has", { items: { 1: { tpe: "unit" } } }, "/items/1"],
    ["a key that is neither id nor name", { items: { "1x": {} } }, "/items"],
    ["a misspelt form", { vendors: { v: { loot: { a: { item: "b", chnce: 1 } } } } }, "/vendors/v/loot/a"],
    [
      "a range without an end",
      { vendors: { v: { loot: { a: { quantity: { min: 1 } } } } } },
      "/vendors/v/loot/a/quantity",
    ],
    ["a condition in words", { vendors: { v: { always: [{ when: "rich" }] } } }, "/vendors/v/always/0/when"],
    ["a weight below 0", { vendors: { v: { one_of: [{ weight: -1 }] } } }, "/vendors/v/one_of/0/weight"],
    ["a value of an enumeration that does not exist", { vendors: { 1: { type: "recpe" } } }, "/vendors/1/type"],
    ["loot that is a list", { vendors: { 1: { loot: [] } } }, "/vendors/1/loot"],
    [
      "a price without an amount",
      { price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{}] }] } } },
      "/price_points/p/current_breakpoints/0/currencies/0",
    ],
  ] as const)("refuses %s", (_, document, place) => {
    assert.include(errorsOf(document), place)
  })

  it("closes every object that has fields, so that editors mark what is misspelt", () => {
    const open: Array<string> = []
    const look = (value: unknown, place: string): void => {
      if (typeof value !== "object" || value === null) return
      if ("properties" in value && place !== "" && !place.endsWith("/properties")) {
        if ((value as Json)["additionalProperties"] !== false) open.push(place)
      }
      for (const [key, member] of Object.entries(value)) look(member, `${place}/${key}`)
    }
    look({ schema }, "")
    assert.deepStrictEqual(open, [])
  })

  it("has every field of every form", () => {
    const { properties } = (schema["$defs"] as Record<string, { properties: Json }>)["row"] ?? assert.fail()
    for (const field of forms.flatMap(({ fields }) => fields)) assert.property(properties, field)
  })

  it("has a sentence for every field but that of the wire, and the defaults that are served", () => {
    const definitions = [["document", schema], ...Object.entries(schema["$defs"] as Json)] as ReadonlyArray<
      readonly [string, Json]
    >
    assert.isAtLeast(definitions.length, 13)
    const silent = definitions.flatMap(([title, { properties }]) =>
      Object.entries((properties ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, { description }]) =>
        description === undefined ? [`${title} ${name}`] : [],
      ),
    )
    assert.deepStrictEqual(silent, [
      "document cache_info",
      "item cache_info",
      "vendor cache_info",
      "loot cache_info",
      "row cache_info",
    ])
    const loot = (schema["$defs"] as Record<string, { properties: Record<string, Json> }>)["loot"]?.properties
    assert.deepInclude(loot?.["drop_weight"], { default: 1, type: "integer" })
  })
})

/** What each authoring form gives, shown by fulfilling what it expands into: exact probabilities of every outcome. */
import { assert, describe, it } from "@effect/vitest"
import { GIVING } from "@garrison/core/catalog/authoring/form/Form"
import { DocumentLoot } from "@garrison/core/catalog/document"
import { findingsOf, fraction, type Owned, outcomesOf, worldOf } from "./explore.ts"

const items = { bones: {}, coins: {}, gems: {}, key: {}, ring: {}, sword: {} }
const names = Object.keys(items)

/** The outcomes of one loot with forms, in a vendor of its own. */
const outcomes = async (loot: object, setting: { owned?: Owned; quantity?: number; type?: string } = {}) => {
  const { type, ...given } = setting
  const vendor = { ...(type === undefined ? {} : { type }), loot: { prize: loot } }
  const world = await worldOf({ items, vendors: { shop: vendor } })
  return outcomesOf(world, "shop/prize", { names, ...given })
}

const oneIn = (count: number): string => fraction(1n, BigInt(count))

/** Fields that say what loot is, when and to whom it is given. They stay where the loot stands. */
const staying =
  "authored_name custom_data loot_id loot_uuid vendor_id vendor_uuid active sort_order drop_weight fill_in_new_order " +
  "required_item_id required_item_uuid required_item_count stack_limit ui_hint effective_from is_claimable_by_client " +
  "current_price_point_guid pre_sale_price_point_guid"

describe("a form that gives loot a vendor of its own", () => {
  it("takes the fields that say what is given along, and leaves the others: each field is one of the two", () => {
    assert.sameMembers([...GIVING, ...staying.split(" ")], Object.keys(DocumentLoot.fields))
  })
})

describe("references by name", () => {
  it("give what references by id give", async () => {
    assert.deepStrictEqual(await outcomes({ item: "coins", quantity: 5 }, { quantity: 3 }), { "coins 15": "1/1" })
  })
})

describe("quantity: {min, max}", () => {
  it("gives each quantity with the same probability, both ends included", async () => {
    const found = await outcomes({ item: "coins", quantity: { min: 3, max: 20 } })
    assert.deepStrictEqual(
      found,
      Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`coins ${index + 3}`, oneIn(18)])),
    )
  })

  it("may begin with 0, which gives nothing, and may be a single quantity", async () => {
    assert.deepStrictEqual(await outcomes({ item: "coins", quantity: { min: 0, max: 1 } }), {
      nothing: "1/2",
      "coins 1": "1/2",
    })
    assert.deepStrictEqual(await outcomes({ item: "coins", quantity: { min: 7, max: 7 } }), { "coins 7": "1/1" })
  })

  it("is exact where the range is too long to list", async () => {
    for (const [min, max] of [
      [0, 100],
      [1, 257],
      [1000, 3999],
      [12, 1034],
    ] as const) {
      const found = await outcomes({ item: "coins", quantity: { min, max } })
      const count = max - min + 1
      assert.lengthOf(Object.keys(found), count)
      for (let quantity = min; quantity <= max; quantity++) {
        assert.strictEqual(found[quantity === 0 ? "nothing" : `coins ${quantity}`], oneIn(count), String(quantity))
      }
    }
  })

  it("is drawn once, whatever quantity is ordered", async () => {
    const found = await outcomes({ item: "coins", quantity: { min: 1, max: 2 } }, { quantity: 5 })
    assert.deepStrictEqual(found, { "coins 1": "1/2", "coins 2": "1/2" })
  })

  it("takes, too", async () => {
    const found = await outcomes(
      { item: "coins", quantity: { min: 1, max: 2 }, inventory_operation: "subtract" },
      { owned: { coins: 9 } },
    )
    assert.deepStrictEqual(found, { "coins -1": "1/2", "coins -2": "1/2" })
  })
})

describe("chance", () => {
  it("is the exact fraction, written as such or as a decimal", async () => {
    for (const [chance, odds] of [
      ["1/128", [1, 128]],
      ["3 / 12", [1, 4]],
      [0.0083, [83, 10_000]],
      ["0.0083", [83, 10_000]],
      [1e-7, [1, 10_000_000]],
      [0.75, [3, 4]],
    ] as const) {
      const [wins, of] = odds.map(BigInt) as [bigint, bigint]
      assert.deepStrictEqual(await outcomes({ item: "gems", chance }), {
        "gems 1": fraction(wins, of),
        nothing: fraction(of - wins, of),
      })
    }
    assert.deepStrictEqual(await outcomes({ item: "gems", chance: 1 }), { "gems 1": "1/1" })
  })

  it("applies to a range as a whole", async () => {
    assert.deepStrictEqual(await outcomes({ item: "gems", quantity: { min: 1, max: 3 }, chance: "1/2" }), {
      "gems 1": "1/6",
      "gems 2": "1/6",
      "gems 3": "1/6",
      nothing: "1/2",
    })
  })
})

describe("one_of", () => {
  it("draws one row by weight; a row without a weight has 1", async () => {
    const one_of = [
      { item: "coins", quantity: { min: 1, max: 2 }, weight: 3 },
      { item: "gems" },
      { nothing: true, weight: 4 },
    ]
    assert.deepStrictEqual(await outcomes({ one_of }), {
      "coins 1": "3/16",
      "coins 2": "3/16",
      "gems 1": "1/8",
      nothing: "1/2",
    })
  })

  it("leaves out a row whose condition fails, and the other rows share its weight", async () => {
    const one_of = [
      { item: "sword", weight: 2, when: { lacks: "sword" } },
      { item: "gems", weight: 5, when: { has: "ring", at_least: 2 } },
      { item: "coins", weight: 1 },
    ]
    assert.deepStrictEqual(await outcomes({ one_of }), { "sword 1": "2/3", "coins 1": "1/3" })
    assert.deepStrictEqual(await outcomes({ one_of }, { owned: { sword: 1, ring: 2 } }), {
      "gems 1": "5/6",
      "coins 1": "1/6",
    })
  })

  it("gives nothing, and does not fail, if every row has a condition that fails", async () => {
    const one_of = [
      { item: "sword", when: { lacks: "sword" } },
      { item: "gems", when: [{ has: "ring" }, { lacks: "key", at_least: 2 }] },
    ]
    const always = [{ item: "bones" }]
    assert.deepStrictEqual(await outcomes({ always, one_of }, { owned: { sword: 1 } }), { "bones 1": "1/1" })
    assert.deepStrictEqual(await outcomes({ always, one_of }, { owned: { sword: 1, ring: 1, key: 2 } }), {
      "bones 1": "1/1",
    })
    assert.deepStrictEqual(await outcomes({ always, one_of }, { owned: { sword: 1, ring: 1, key: 1 } }), {
      "bones 1, gems 1": "1/1",
    })
    assert.deepStrictEqual(await outcomes({ always, one_of }, { owned: { ring: 1 } }), {
      "bones 1, sword 1": "1/2",
      "bones 1, gems 1": "1/2",
    })
  })
})

describe("always and sometimes", () => {
  it("give every row of the first, and each row of the second by itself", async () => {
    const table = {
      always: [{ item: "bones", quantity: 2 }],
      sometimes: [
        { item: "coins", chance: "1/2" },
        { item: "gems", chance: "1/3" },
      ],
    }
    const found = {
      "bones 2": "1/3",
      "bones 2, coins 1": "1/3",
      "bones 2, gems 1": "1/6",
      "bones 2, coins 1, gems 1": "1/6",
    }
    assert.deepStrictEqual(await outcomes(table), found)
    assert.deepStrictEqual(await outcomes(table, { quantity: 7 }), found)
  })

  it("give the same in a vendor as in loot", async () => {
    const table = { always: { one: { item: "bones" } }, sometimes: { two: { item: "gems", chance: 0.5 } } }
    const world = await worldOf({
      items,
      vendors: { goblin: table, kills: { loot: { goblin: { sub_vendor: "goblin" } } } },
    })
    const outside = outcomesOf(world, "kills/goblin", { names, quantity: 3 })
    assert.deepStrictEqual(outside, { "bones 1": "1/2", "bones 1, gems 1": "1/2" })
    assert.deepStrictEqual(await outcomes(table), outside)
  })

  it("may hold tables, and rows that give the same item twice", async () => {
    const inner = {
      one_of: [
        { item: "gems", weight: 1 },
        { nothing: true, weight: 2 },
      ],
      chance: "1/2",
    }
    assert.deepStrictEqual(await outcomes({ always: [{ item: "coins" }, { item: "coins" }], sometimes: [inner] }), {
      "coins 2": "5/6",
      "coins 2, gems 1": "1/6",
    })
  })
})

describe("when", () => {
  const conditions: ReadonlyArray<readonly [object, Owned, boolean]> = [
    [{ has: "ring" }, {}, false],
    [{ has: "ring" }, { ring: 1 }, true],
    [{ has: "ring", at_least: 3 }, { ring: 2 }, false],
    [{ has: "ring", at_least: 3 }, { ring: 3 }, true],
    [{ lacks: "ring" }, {}, true],
    [{ lacks: "ring" }, { ring: 1 }, false],
    [{ lacks: "ring", at_least: 3 }, { ring: 2 }, true],
    [{ lacks: "ring", at_least: 3 }, { ring: 3 }, false],
    [{ not: { has: "ring" } }, {}, true],
    [{ not: { has: "ring" } }, { ring: 1 }, false],
    [{ not: { not: { has: "ring" } } }, { ring: 1 }, true],
    [{ lacks: "gems" }, { gems: 1 }, false],
    [[{ has: "ring" }, { lacks: "key" }], { ring: 1 }, true],
    [[{ has: "ring" }, { lacks: "key" }], { ring: 1, key: 1 }, false],
    [[{ has: "ring" }, { lacks: "key" }], { key: 1 }, false],
  ]

  it("skips the loot in a recipe, and what stands beside it is given", async () => {
    for (const [when, owned, isMet] of conditions) {
      const always = [{ item: "bones" }, { item: "gems", when }, { item: "coins" }]
      const given = isMet ? "bones 1, coins 1, gems 1" : "bones 1, coins 1"
      assert.deepStrictEqual(await outcomes({ always }, { owned }), { [given]: "1/1" }, JSON.stringify([when, owned]))
      const alone = await outcomes({ item: "gems", when }, { owned })
      assert.deepStrictEqual(alone, { [isMet ? "gems 1" : "nothing"]: "1/1" })
    }
  })

  it("makes a chance nothing where it fails", async () => {
    for (const [when, owned, isMet] of conditions) {
      const found = await outcomes({ item: "gems", chance: "1/4", when }, { owned })
      assert.deepStrictEqual(found, isMet ? { "gems 1": "1/4", nothing: "3/4" } : { nothing: "1/1" })
    }
  })

  it("takes loot out of a randomly sampled vendor that is written by hand", async () => {
    for (const [when, owned, isMet] of conditions) {
      const loot = { prize: { item: "gems", when }, other: { item: "coins" } }
      const vendors = { draw: { type: "randomly_sampled", loot }, shop: { loot: { draw: { sub_vendor: "draw" } } } }
      const found = outcomesOf(await worldOf({ items, vendors }), "shop/draw", { names, owned })
      const [gems, coins] = ["gems 1", "coins 1"]
      assert.deepStrictEqual(
        Object.entries(found).sort(),
        isMet
          ? [
              [coins, "1/2"],
              [gems, "1/2"],
            ]
          : [[coins, "1/1"]],
      )
    }
  })

  it("looks at what the rows before it have given", async () => {
    const always = [{ item: "key" }, { item: "gems", when: { has: "key" } }, { item: "coins", when: { lacks: "key" } }]
    assert.deepStrictEqual(await outcomes({ always }), { "gems 1, key 1": "1/1" })
  })

  it("fails the entry, as without it, if the loot itself cannot be given", async () => {
    const document = (when?: object) => ({
      items: { ...items, gems: { availability_flags: 1 } },
      vendors: { shop: { loot: { prize: { always: [{ item: "gems", ...(when && { when }) }] } } } },
    })
    const fails = async (when?: object) =>
      outcomesOf(await worldOf(document(when), "loot_never_drops"), "shop/prize", { names, owned: { ring: 1 } })
    assert.deepStrictEqual(await fails(), { item_not_active: "1/1" })
    assert.notProperty(await fails({ has: "ring" }), "nothing")
    assert.deepStrictEqual(await fails({ lacks: "ring" }), { nothing: "1/1" })
  })
})

describe("loot_defaults", () => {
  it("are the fields of every loot of the vendor that does not write them", async () => {
    const loot_defaults = { quantity: 3, use_inventory_bucket: "free" }
    const vendors = { shop: { loot_defaults, loot: { a: { item: "coins" }, b: { item: "gems", quantity: 1 } } } }
    const world = await worldOf({ items, vendors })
    assert.deepStrictEqual(outcomesOf(world, "shop/a", { names }), { "coins 3": "1/1" })
    assert.deepStrictEqual(outcomesOf(world, "shop/b", { names }), { "gems 1": "1/1" })
    assert.strictEqual(world.catalog.loot.get(world.loot("shop/b"))?.use_inventory_bucket, "free")
  })

  it("hold for the rows of the vendor's drop table", async () => {
    const vendors = {
      goblin: { loot_defaults: { quantity: 2 }, always: [{ item: "coins" }, { item: "gems", quantity: 1 }] },
      kills: { loot: { goblin: { sub_vendor: "goblin" } } },
    }
    const found = outcomesOf(await worldOf({ items, vendors }), "kills/goblin", { names })
    assert.deepStrictEqual(found, { "coins 2, gems 1": "1/1" })
  })
})

describe("a table of another game with four rows", () => {
  const goblin = {
    always: [{ item: "bones" }],
    sometimes: [
      { item: "coins", quantity: { min: 3, max: 5 }, chance: "1/2" },
      { item: "sword", chance: "1/128", when: { has: "ring" } },
      { item: "key", chance: 0.25, when: [{ lacks: "key" }, { has: "coins", at_least: 10 }] },
    ],
  }

  it("gives what its rows say, to a player with nothing and to one who meets every condition", async () => {
    assert.deepStrictEqual(await outcomes(goblin), {
      "bones 1, coins 3": "1/6",
      "bones 1, coins 4": "1/6",
      "bones 1, coins 5": "1/6",
      "bones 1": "1/2",
    })
    const rich = await outcomes(goblin, { owned: { ring: 1, coins: 10 } })
    assert.lengthOf(Object.keys(rich), 16)
    assert.strictEqual(rich["bones 1"], fraction(127n * 3n, 2n * 128n * 4n))
    assert.strictEqual(rich["bones 1, coins 4, key 1, sword 1"], fraction(1n, 6n * 128n * 4n))
    assert.strictEqual(rich["bones 1, coins 4, key 1"], fraction(127n, 6n * 128n * 4n))
  })
})

describe("a form that is not well written", () => {
  const found = (prize: object) => findingsOf({ items, vendors: { shop: { loot: { prize } } } })
  const at = (field: string) => `vendors.shop.loot.prize${field}`

  it.each([
    [
      "a range with an end before its begin",
      { item: "coins", quantity: { min: 2, max: 1 } },
      ["form_malformed", ".quantity"],
    ],
    ["a range without an end", { item: "coins", quantity: { min: 2 } }, ["missing", ".quantity.max"]],
    ["a range of texts", { item: "coins", quantity: { min: "1", max: 2 } }, ["int_type", ".quantity.min"]],
    [
      "a field of a range that is misspelt",
      { item: "coins", quantity: { min: 1, max: 2, mx: 3 } },
      ["form_field_unknown", ".quantity.mx"],
    ],
    ["a range that is too large", { item: "coins", quantity: { min: 0, max: 1e9 } }, ["form_too_large", ".quantity"]],
    [
      "a long range of what cannot be given in parts",
      { item: "coins", quantity: { min: 0, max: 100 }, inventory_operation: "set" },
      ["form_too_large", ".quantity"],
    ],
    ["a chance of 0", { item: "coins", chance: 0 }, ["form_malformed", ".chance"]],
    ["a chance above 1", { item: "coins", chance: "3/2" }, ["form_malformed", ".chance"]],
    ["a chance in words", { item: "coins", chance: "often" }, ["form_malformed", ".chance"]],
    [
      "a chance with too many digits",
      { item: "coins", chance: "0.00000000000000000001" },
      ["form_malformed", ".chance"],
    ],
    ["a chance that is a list", { item: "coins", chance: [1] }, ["value_error", ".chance"]],
    ["a chance in always", { always: [{ item: "coins", chance: 0.5 }] }, ["form_conflict", ".always.0.chance"]],
    ["a row of sometimes without a chance", { sometimes: [{ item: "coins" }] }, ["form_malformed", ".sometimes.0"]],
    ["a row that gives nothing unsaid", { always: [{ quantity: 2 }] }, ["form_malformed", ".always.0"]],
    [
      "a row that gives something and nothing",
      { always: [{ item: "coins", nothing: true }] },
      ["form_conflict", ".always.0.nothing"],
    ],
    ["an item beside a table", { item: "coins", one_of: [{ item: "gems" }] }, ["form_conflict", ""]],
    ["a weight outside of one_of", { item: "coins", weight: 2 }, ["form_conflict", ".weight"]],
    ["rows that are no list", { always: "coins" }, ["form_malformed", ".always"]],
    ["a row that is no object", { always: ["coins"] }, ["form_malformed", ".always.0"]],
    ["a condition without has, lacks and not", { item: "coins", when: { owns: "key" } }, ["form_malformed", ".when"]],
    [
      "a condition with a misspelt field",
      { item: "coins", when: { has: "key", atleast: 2 } },
      ["form_field_unknown", ".when.atleast"],
    ],
    [
      "a count of 0 in a condition",
      { item: "coins", when: [{ has: "key", at_least: 0 }] },
      ["greater_than_equal", ".when.0.at_least"],
    ],
    ["a stack limit beside a form", { item: "coins", chance: 0.5, stack_limit: 3 }, ["form_conflict", ".stack_limit"]],
    [
      "a relative quantity beside a form",
      { item: "coins", chance: 0.5, quantity_type: "relative" },
      ["form_conflict", ".quantity_type"],
    ],
    ["an item by name and by id", { item: "coins", item_id: 5 }, ["form_conflict", ".item"]],
    ["a name that nothing has", { item: "coin" }, ["name_unknown", ".item"]],
  ] as const)("is found at its place: %s", async (_, loot, [code, field]) => {
    assert.deepStrictEqual((await found(loot))[0], [code, at(field)])
  })
})

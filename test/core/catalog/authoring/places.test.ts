/** Findings about an expanded document stand where the author wrote what they are about. */
import { assert, describe, it } from "@effect/vitest"
import { expandCatalog } from "@garrison/core/catalog/authoring/expand"
import { EMPTY_LOCK } from "@garrison/core/catalog/authoring/lock"
import { checkCatalog, checkForPublication } from "@garrison/core/catalog/publishable"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { readFileSync } from "node:fs"
import { cryptoLayer } from "../../../support/crypto.ts"
import { expanded, findingsOf } from "./explore.ts"

describe("a finding of the checker", () => {
  const items = { coins: {}, gems: { availability_flags: 1 }, old: { was: "older", tpe: "unit" } }

  it("has the authored path, with names, forms and the fields that the author used", async () => {
    const document = {
      items,
      vendors: {
        shop: {
          loot: {
            typo: { item: "coins", chnce: "1/2" },
            dangling: { item_id: 5, quantity: { min: 1, max: 3 } },
            frame: { item: "coins", chance: "1/3", time_frame: 9 },
            broken: { item: "coins", chance: 0.5, inventory_operation: "ad" },
          },
        },
        goblin: {
          always: [{ item: "coins" }, { item: "coins", sort_order: "first" }],
          one_of: [
            { item: "coins", weight: 1 },
            { item_id: 6, weight: 1 },
          ],
        },
        bad: { type: "randomly_sampled", loot: { never: { item: "coins", drop_weight: 0 } } },
      },
    }
    const found = await findingsOf(document)
    assert.sameDeepMembers(found, [
      ["unknown_field", "items.old.tpe"],
      ["unknown_field", "vendors.shop.loot.typo.chnce"],
      ["reference_dangling", "vendors.shop.loot.dangling.item_id"],
      ["reference_dangling", "vendors.shop.loot.frame.time_frame"],
      ["enum", "vendors.shop.loot.broken.inventory_operation"],
      ["int_type", "vendors.goblin.always.1.sort_order"],
      ["reference_dangling", "vendors.goblin.one_of.1.item_id"],
    ])
  })

  it("about a misspelt form names the form", async () => {
    const loot = { a: { item: "coins", chnce: "1/2" }, b: { item: "coins", wen: { has: "coins" } } }
    const { authored, document } = expanded({ items: { coins: {} }, vendors: { shop: { alway: [], loot } } })
    const { findings } = authored(await Effect.runPromise(Effect.provide(checkCatalog(document), cryptoLayer)))
    assert.sameMembers(
      findings.map(({ message }) => message.split(": ")[1]),
      ["did you mean chance?", "did you mean when?", "did you mean always?"],
    )
  })

  it("about what loot has by default stands at the defaults, once", async () => {
    const loot_defaults = { quantitty: 10, drop_weight: "x" }
    const document = {
      items: { coins: {} },
      vendors: {
        shop: { loot_defaults, loot: { a: { item: "coins" }, b: { item: "coins", drop_weight: 1 } } },
        kills: { loot_defaults: { sort_order: 1.5 }, always: [{ item: "coins" }, { item: "coins" }] },
      },
    }
    assert.deepStrictEqual(await findingsOf(document), [
      ["int_type", "vendors.shop.loot_defaults.drop_weight"],
      ["int_type", "vendors.kills.loot_defaults.sort_order"],
      ["unknown_field", "vendors.shop.loot_defaults.quantitty"],
    ])
  })

  it("that a form caused several times is reported once, and counted once", async () => {
    const loot = { prize: { item: "gems", quantity: { min: 1, max: 20 } } }
    const { authored, document } = expanded({ items: { gems: { availability_flags: 1 } }, vendors: { shop: { loot } } })
    const report = await Effect.runPromise(Effect.provide(checkCatalog(document), cryptoLayer))
    assert.isAtLeast(report.warnings, 20)
    const { findings, warnings } = authored(report)
    assert.strictEqual(warnings, findings.length)
    const places = findings.map(({ path }) => path.join("."))
    assert.isTrue(places.every((place) => place === "vendors.shop.loot.prize"))
    assert.isBelow(warnings, 4)
  })
})

/** The member of an object or a list. */
const memberAt = (value: unknown, key: string | number): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

describe("a finding about what a form makes", () => {
  it("stands at a path that the document has, and never in what the form adds of itself", async () => {
    const item = fc.constantFrom("coins", "gems", "mark")
    const condition = fc
      .record({ isHas: fc.boolean(), item, at_least: fc.integer({ min: 1, max: 3 }) })
      .map(({ at_least, isHas, item: of }) => ({ [isHas ? "has" : "lacks"]: of, at_least }))
    const row = fc
      .record({ item, when: fc.option(fc.array(condition, { minLength: 1, maxLength: 2 }), { nil: undefined }) })
      .map(({ item: of, when }) => ({ item: of, ...(when === undefined ? {} : { when }) }))
    const rows = fc.array(row, { minLength: 1, maxLength: 3 })
    const sets = (when: unknown): boolean =>
      Array.isArray(when) && when.length > 1 && new Set(when.map((one) => Object.values(one)[0])).size === 1
    let found = 0
    await fc.assert(
      fc.asyncProperty(rows, rows, async (always, one_of) => {
        const given = { loot: Object.fromEntries(["coins", "gems", "mark"].map((of) => [of, { item: of }])) }
        const items = { coins: {}, gems: {}, mark: {} }
        const document = { items, vendors: { given, shop: { loot: { box: { always, one_of } } } } }
        const { authored, document: made } = expanded(document)
        const report = await Effect.runPromise(Effect.provide(checkCatalog(made), cryptoLayer))
        for (const { code, path } of authored(report).findings) {
          assert.isDefined(path.reduce<unknown>(memberAt, document), `${code} ${path.join(".")}`)
          assert.strictEqual(code, "checks_contradict")
          // Both conditions of the row are about one item.
          assert.isTrue(sets(path.reduce<unknown>(memberAt, document)), path.join("."))
          found++
        }
      }),
      { numRuns: 100, seed: 1 },
    )
    assert.isAbove(found, 5)
  })
})

describe("several files", () => {
  const checked = async (...values: ReadonlyArray<unknown>) => {
    const files = values.map((value, index) => ({ name: `${index}.yaml`, value }))
    const { authored, document, findings } = expandCatalog(files, EMPTY_LOCK)
    const report = await Effect.runPromise(Effect.provide(checkCatalog(document), cryptoLayer))
    return { document, findings, report: authored(report) }
  }

  it("are one document, whose findings name the file", async () => {
    const { document, report } = await checked(
      { items: { 1: {} }, custom_data: { a: "1" } },
      { vendors: { 1: { loot: { 1: { item_id: 1 } } } } },
      { items: { 2: { tpe: 1 } }, vendors: { 2: { loot: { 2: { item_id: 7 } } } }, custom_data: { b: "2" } },
    )
    assert.deepStrictEqual(document, {
      items: { 1: {}, 2: { tpe: 1 } },
      custom_data: { a: "1", b: "2" },
      vendors: { 1: { loot: { 1: { item_id: 1 } } }, 2: { loot: { 2: { item_id: 7 } } } },
    })
    assert.deepStrictEqual(
      report.findings.map(({ code, file, path }) => [code, file, path.join(".")]),
      [
        ["unknown_field", 2, "items.2.tpe"],
        ["reference_dangling", 2, "vendors.2.loot.2.item_id"],
      ],
    )
  })

  it("may refer to each other's names", async () => {
    const { report } = await checked(
      { items: { coins: {} } },
      { vendors: { shop: { loot: { a: { item: "coins" } } } } },
    )
    assert.deepStrictEqual(report.findings, [])
  })

  it("are refused for a key in two of them, a part that is no object, and a file that is no object", async () => {
    const { findings } = await checked({ items: { 1: {} } }, { items: { 1: {} }, vendors: 5 }, { vendors: {} }, [])
    assert.deepStrictEqual(
      findings.map(({ code, file, message, path }) => [code, file, path.join("."), message]),
      [
        ["key_in_two_files", 1, "items.1", "the key stands in two files: 0.yaml has it already"],
        ["dict_type", 3, "", "must be an object"],
      ],
    )
  })
})

describe("a document without forms and names", () => {
  const demo: unknown = JSON.parse(
    readFileSync(new URL("../../../../examples/demo/catalog.json", import.meta.url), "utf8"),
  )

  it("stays the same object, so that its etags stay, and has the same findings", async () => {
    const made = expanded(demo)
    assert.strictEqual(made.document, demo)
    assert.isUndefined(made.lock)
    const wrong = {
      items: { 1: { tpe: 1 }, sword: 5 },
      vendors: { 1: { loot: { 1: { item_id: 9 }, 2: 7 } } },
      vendor: {},
    }
    const { report } = await Effect.runPromise(Effect.provide(checkForPublication(wrong), cryptoLayer))
    assert.isAtLeast(report.findings.length, 4)
    const { findings } = expanded(wrong).authored(report)
    assert.deepStrictEqual(
      findings,
      report.findings.map((finding) => ({ ...finding, file: 0 })),
    )
    for (const value of [undefined, 5, [], { items: 5 }, { items: { sword: null }, vendors: { 1: { loot: [] } } }]) {
      assert.strictEqual(expanded(value).document, value)
    }
  })

  it("is what every document expands into", () => {
    const document = {
      items: { coins: {}, gems: {} },
      vendors: {
        goblin: {
          always: [{ item: "coins", quantity: { min: 1, max: 300 } }],
          sometimes: [{ item: "gems", chance: 0.3, when: { lacks: "gems" } }],
          one_of: [{ item: "gems", when: [{ has: "coins" }, { has: "gems" }] }],
        },
      },
    }
    const once = expanded(document).document
    assert.strictEqual(expanded(once).document, once)
    assert.notDeepEqual(once, document)
  })
})

describe("a document that a program passes", () => {
  it("is refused if its tables contain themselves, or expand into too much", async () => {
    const table: { always: Array<object> } = { always: [] }
    table.always.push(table)
    const endless = await findingsOf({ items: { 1: {} }, vendors: { 1: table } })
    assert.deepInclude(
      endless.map(([code]) => code),
      "form_too_large",
    )
    const rows = Array.from({ length: 700 }, () => ({ item_id: 1, quantity: { min: 1, max: 100 } }))
    const wide = { always: Array.from({ length: 4 }, () => ({ always: rows })) }
    const { document, findings } = expanded({ items: { 1: {} }, vendors: { 1: wide } })
    assert.isUndefined(document)
    assert.deepStrictEqual(
      findings.map(({ code }) => code),
      ["form_too_large"],
    )
  })

  it("is refused at the bound that its size has, and nothing is expanded after it", () => {
    const looks = new Map<number, number>()
    const row = (at: number) => ({
      item_id: 1,
      quantity: {
        get min() {
          looks.set(at, (looks.get(at) ?? 0) + 1)
          return 1
        },
        max: 100,
      },
    })
    const withRows = (count: number) => ({
      items: { 1: {} },
      vendors: { 1: { always: Array.from({ length: count }, (_, at) => row(at)) } },
    })
    // Each row is written in 26 characters and values, and becomes 100 loot and 1.
    for (const [count, most] of [
      [600, (25_000 + 26 * 600) / 100],
      [9_600, 2_500],
    ] as const) {
      looks.clear()
      const { document, findings } = expanded(withRows(count))
      assert.isUndefined(document)
      assert.match(String(findings[0]?.message), /at most \d+ loot for a document of this size/)
      // The size looks at each row once.
      const begun = Array.from(looks.values()).filter((times) => times > 1).length
      assert.isAbove(begun, most * 0.9)
      assert.isBelow(begun, most * 1.1)
    }
    assert.isDefined(expanded(withRows(300)).document)
  })

  it("is refused when rows that are malformed are repeated by defaults of loot", () => {
    const loot = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [at + 1, {}]))
    for (const row of [{ item_id: 1, quantity: { min: 2, max: 1 } }, 5]) {
      const always = Array.from({ length: 500 }, () => row)
      const { document, findings } = expanded({ items: { 1: {} }, vendors: { 1: { loot_defaults: { always }, loot } } })
      assert.isUndefined(document)
      assert.isBelow(findings.length, 50_000)
    }
  })
})

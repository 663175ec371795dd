/** `garrison odds`: exact fractions of a document without a database, and of the published catalog for a player. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { NOBODY, smallWorld } from "./support/world.ts"

const cwd = temporaryDirectory()
const odds = (...args: ReadonlyArray<string>) => garrison(["odds", ...args], { cwd })

const named = (name: string) => ({ custom_data: { name } })

/** Loot 1 draws from vendor 2 and checks nothing; loot 3 costs 2 of item 3; loot 4 is inactive. */
const document = {
  items: { 1: named("Sword, long"), 2: named("Shield"), 3: named("Coin") },
  vendors: {
    1: {
      loot: {
        1: { sub_vendor_id: 2, ...named("Goblin") },
        3: { sub_vendor_id: 3, ...named("Paid") },
        4: { item_id: 1, active: false, ...named("Old") },
        5: { item_id: 1, ...named("Old") },
      },
    },
    2: {
      type: "randomly_sampled",
      loot: { 11: { item_id: 1 }, 12: { item_id: 2, quantity: 7, drop_weight: 2 }, 13: {} },
    },
    3: {
      loot: {
        21: { item_id: 3, quantity: 2, inventory_operation: "check_greater_than_or_equal_and_subtract" },
        22: { sub_vendor_id: 2 },
      },
    },
  },
}

writeFileSync(join(cwd, "catalog.json"), JSON.stringify(document))

/** The catalog of the guide that has pulls with pity. */
const pity = readFileSync(join(import.meta.dirname, "../../docs/catalog.md"), "utf8")
  .split("### Pulls with pity")[1]
  ?.split("```yaml\n")[1]
  ?.split("```")[0]

interface Printed {
  readonly exact: boolean
  readonly items: ReadonlyArray<{ readonly item_id: number; readonly expected: string }>
}

describe("garrison odds", () => {
  it("of ten pulls with pity are exact, and the long run is said for any beginning, of several files", async () => {
    const [items = "", vendors = ""] = (pity ?? "").split(/(?=^vendors:)/m)
    writeFileSync(join(cwd, "pity-items.yaml"), items)
    writeFileSync(join(cwd, "pity-vendors.yaml"), vendors)
    const of = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await odds("pity-*.yaml", "--json", ...args)
      assert.strictEqual(code, 0, stderr)
      return JSON.parse(stdout) as Printed
    }
    assert.isTrue((await of("--loot", "pulls/ten")).exact)
    const one = await of("--loot", "pulls/one", "--long-run")
    assert.deepStrictEqual(await of("--loot", "pulls/one", "--long-run", "--owning", "misses=5"), one)
    const numbers = one.items.map(({ expected }) => {
      const [over = "0", under = "1"] = expected.split("/")
      return Number(over) / Number(under)
    })
    const [phoenix = 0, raven = 0] = numbers.filter((each) => each > 0 && each < 0.5).toSorted((a, b) => b - a)
    assert.closeTo(phoenix / raven, 2, 1e-9)
    assert.closeTo(1 / (phoenix + raven), 9.734, 1e-3)
    const table = await odds("pity-items.yaml", "pity-vendors.yaml", "--loot", "pulls/one", "--long-run")
    assert.match(table.stdout, /average +of an order in the long run/)
    const alone = await odds("pity-*.yaml", "--long-run")
    assert.deepStrictEqual([alone.code, /--long-run needs --loot/.test(alone.stderr)], [2, true])
  })

  it("says where there is no average in the long run", async () => {
    const growing = {
      items: { 1: {}, 2: {} },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2 } } },
        2: { loot: { 21: { item_id: 1 }, 22: { item_id: 2, quantity_mult_inventory_item_id: 1 } } },
      },
    }
    writeFileSync(join(cwd, "growing.json"), JSON.stringify(growing))
    const none = await odds("growing.json", "--loot", "1", "--long-run")
    assert.strictEqual(none.code, 1)
    assert.match(none.stderr, /There is no average in the long run: .* counts that go on changing/)
  })

  it("prints fractions in lowest terms, without a database", async () => {
    const result = await odds("catalog.json", "--loot", "1", "--json")
    assert.strictEqual(result.code, 0, result.stderr)
    const { etag, ...rest } = JSON.parse(result.stdout) as { readonly etag: string }
    assert.match(etag, /^[\w-]{43}$/)
    assert.deepStrictEqual(rest, {
      loot_id: 1,
      quantity: 1,
      exact: true,
      items: [
        { item_id: 1, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        { item_id: 2, expected: "7/2", at_least_one: "1/2", least: 7, most: 7 },
      ],
    })
    assert.isFalse(existsSync(join(cwd, "garrison.db")))
  })

  it("knows a loot by its name, a vendor, and quantities", async () => {
    const byName = JSON.parse((await odds("catalog.json", "--loot", "goblin", "-n", "2", "--json")).stdout) as object
    assert.deepInclude(byName, {
      quantity: 2,
      items: [
        { item_id: 1, expected: "7/12", at_least_one: "7/12", least: 1, most: 1 },
        { item_id: 2, expected: "35/6", at_least_one: "5/6", least: 7, most: 7 },
      ],
    })
    const vendor = JSON.parse((await odds("catalog.json", "--vendor", "2", "--json")).stdout) as object
    assert.deepInclude(vendor, {
      vendor_id: 2,
      items: [
        { item_id: 1, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        { item_id: 2, expected: "7/2", at_least_one: "1/2", least: 7, most: 7 },
      ],
    })
  })

  it("prints the odds for people, as CSV and as Markdown, each with the etag", async () => {
    const people = await odds("catalog.json", "--loot", "1")
    assert.match(people.stdout, /exact +yes/)
    assert.match(people.stdout, /1 +Sword, long +1 +0\.25 +25 % +1 in 4/)
    const csv = (await odds("catalog.json", "--loot", "1", "--csv")).stdout.trim().split("\n")
    assert.strictEqual(csv.length, 3)
    assert.match(csv[1] ?? "", /^[\w-]{43},1,,1,1,"Sword, long",1\/4,,,1\/4,,,,,,,1,1,,$/)
    const markdown = (await odds("catalog.json", "--loot", "1", "--markdown")).stdout
    assert.match(
      markdown,
      /^## Goblin\n\n- loot: 1, quantity 1\n- for a player who owns nothing else\n- catalog: `[\w-]{43}`/,
    )
    assert.include(markdown, "| Shield | 7 | 3.5 | 50 % | 1 in 2 |")
  })

  it("knows a loot by the names of its vendor and itself", async () => {
    const named =
      "items: { a: {} }\nvendors: { one: { loot: { x: { item: a } } }, two: { loot: { x: { item: a, quantity: 3 } } } }"
    writeFileSync(join(cwd, "named.yaml"), named)
    assert.match(
      (await odds("named.yaml", "--loot", "x")).stderr,
      /Several loot are called x: one\/x \(\d+\), two\/x \(\d+\); give the id\./,
    )
    const { items } = JSON.parse((await odds("named.yaml", "--loot", "Two/x", "--json")).stdout) as { items: object[] }
    assert.deepInclude(items[0], { expected: "3" })
  })

  it("prints all loot that no other loot leads to, in each form", async () => {
    const all = JSON.parse((await odds("catalog.json", "--json", "-n", "2")).stdout) as {
      readonly quantity: number
      readonly loot: ReadonlyArray<object>
    }
    assert.strictEqual(all.quantity, 2)
    assert.deepStrictEqual(
      all.loot.map((one) => (one as { readonly loot_id: number }).loot_id),
      [1, 3, 5],
    )
    const alone = JSON.parse((await odds("catalog.json", "--json", "-n", "2", "--loot", "1")).stdout) as object
    assert.deepStrictEqual(all.loot[0], alone)
    const csv = (await odds("catalog.json", "--csv")).stdout.trim().split("\n")
    assert.lengthOf(
      csv.filter((line) => line.startsWith("etag,")),
      1,
    )
    assert.deepStrictEqual(
      csv.slice(1).map((line) => line.split(",")[1]),
      // The failure of loot 3, then what it would give for a price.
      ["1", "1", "3", "3", "3", "5"],
    )
    const markdown = (await odds("catalog.json", "--markdown")).stdout
    assert.deepStrictEqual(markdown.match(/^## .*$/gm), ["## Goblin", "## Paid", "## Old"])
    assert.strictEqual((await odds("catalog.json")).stdout.match(/^exact +yes$/gm)?.length, 3)
  })

  it("prints the odds of a purchase, for a player who owns the price or for a named one", async () => {
    const currencies = [{ price_item_id: 3, price: 4 }]
    const priced = {
      ...document,
      items: { ...document.items, 4: named("Ruby") },
      vendors: {
        ...document.vendors,
        4: { loot: { 31: { sub_vendor_id: 2, current_price_point_guid: "chest", ...named("Chest") } } },
        5: { loot: { 41: { item_id: 4 }, 42: { item_id: 3 } } },
      },
      price_points: { chest: { current_breakpoints: [{ quantity: 1, currencies }] } },
    }
    const { ada, file, json, run } = await smallWorld()
    await json("catalog", "publish", file("chest.json", JSON.stringify(priced)))
    const args = ["odds", "chest.json", "--loot", "Chest", "--purchase", "coin"]
    assert.deepInclude(await json(...args, "--platform", "Golf"), {
      loot_id: 31,
      exact: true,
      items: [
        { item_id: 1, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        { item_id: 2, expected: "7/2", at_least_one: "1/2", least: 7, most: 7 },
        { item_id: 3, expected: "-4", at_least_one: "0", least: -4, most: -4 },
      ],
    })
    assert.deepInclude(await json(...args, "--player", ada), {
      items: [],
      failures: [{ result: "cannot_afford_price", probability: "1" }],
    })
    const refused = await run("odds", "chest.json", "--loot", "Chest", "--purchase", "Ruby")
    assert.match(refused.stderr, /1 of loot 31 cannot be bought for Ruby/)
  })

  it("prints the odds of the parts of a dynamic bundle that are chosen", async () => {
    const currencies = [{ price_item_id: 3, price: 4 }]
    const bundled = {
      ...document,
      items: { ...document.items, 4: { type: "dynamic_bundle", ...named("Outfit") } },
      vendors: {
        ...document.vendors,
        4: {
          loot: {
            31: { item_id: 4, sub_vendor_id: 5, current_price_point_guid: "outfit", ...named("Outfit") },
            32: { item_id: 1, current_price_point_guid: "outfit", ...named("Whole") },
          },
        },
        5: { loot: { 41: { sub_vendor_id: 2, ...named("Roll") }, 42: { item_id: 2, ...named("Boots") } } },
      },
      price_points: { outfit: { current_breakpoints: [{ quantity: 1, currencies }] } },
    }
    writeFileSync(join(cwd, "bundled.json"), JSON.stringify(bundled))
    const purchase = ["bundled.json", "--loot", "outfit", "--purchase", "coin"]
    const both = await odds(...purchase, "--choose", "boots", "--choose", "41", "--json")
    assert.deepInclude(JSON.parse(both.stdout), {
      loot_id: 31,
      exact: true,
      items: [
        { item_id: 1, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        { item_id: 2, expected: "9/2", at_least_one: "1", least: 1, most: 8 },
        { item_id: 3, expected: "-4", at_least_one: "0", least: -4, most: -4 },
      ],
    })
    const foreign = await odds(...purchase, "--choose", "goblin", "--json")
    assert.deepInclude(JSON.parse(foreign.stdout), {
      failures: [{ result: "dynamic_bundle_ltis_do_not_match", probability: "1" }],
    })
    for (const [args, expected] of [
      [purchase, /Loot 31 is a dynamic bundle: name each part with --choose/],
      [["bundled.json", "--loot", "whole", "--purchase", "coin", "--choose", "42"], /Loot 32 is no dynamic bundle/],
      [["bundled.json", "--loot", "outfit", "--choose", "42"], /--choose needs --purchase/],
      [[...purchase, "--choose", "hat"], /no loot hat/],
    ] as const) {
      const { code, stderr } = await odds(...args)
      assert.match(stderr, expected)
      assert.notStrictEqual(code, 0)
    }
  })

  it("says how likely the entry fails, and knows what a player has", async () => {
    const args = ["--loot", "3", "--json"]
    assert.deepInclude(JSON.parse((await odds("catalog.json", ...args)).stdout), {
      items: [],
      failures: [{ result: "cannot_meet_loot_required", probability: "1" }],
    })
    const { ada, file, json, run } = await smallWorld()
    await json("catalog", "publish", file("priced.json", JSON.stringify(document)))
    const coins = { type: "create_new_persistent_inventory", item_id: 3, quantity: 5 }
    await json(
      "order",
      "submit",
      ada,
      "-f",
      file("coins.json", JSON.stringify({ source: "SUPPORT", entries: [coins] })),
    )
    const rich = {
      exact: true,
      items: [
        { item_id: 1, expected: "1/4", at_least_one: "1/4", least: 1, most: 1 },
        { item_id: 2, expected: "7/2", at_least_one: "1/2", least: 7, most: 7 },
        { item_id: 3, expected: "-2", at_least_one: "0", least: -2, most: -2 },
      ],
    }
    const published = await json("odds", "--published", "--player", ada, "--loot", "Paid")
    assert.deepInclude(published, rich)
    assert.deepStrictEqual(await json("odds", "priced.json", "--player", ada, "--loot", "3"), published)
    const unknown = await run("odds", "--published", "--player", NOBODY, "--loot", "3")
    assert.match(unknown.stderr, /There is no player/)
  })

  it("lists what is given only on a condition, for a player who begins and for one who owns it, in each form", async () => {
    const gated = {
      items: { 1: named("Key"), 2: named("Crown"), 3: named("Coin"), 4: { ...named("Hero"), level_xp_table_id: 1 } },
      xp_tables: { 1: { levels: { 1: 0, 2: 100 } } },
      vendors: {
        1: { loot: { 1: { sub_vendor_id: 2, ...named("Door") } } },
        2: {
          type: "randomly_sampled",
          loot: {
            11: { item_id: 2, required_item_id: 1 },
            12: { item_id: 3, quantity: 5, drop_weight: 2 },
            13: { item_id: 3, quantity: 9, required_item_id: 4, required_item_count: 100 },
          },
        },
      },
    }
    writeFileSync(join(cwd, "gated.json"), JSON.stringify(gated))
    const door = ["gated.json", "--loot", "door"]
    const conditions = [
      "the player has at least 1 of item Key (1)",
      "the player has at least 100 of item Hero (4) (level 2)",
    ]
    interface Answer {
      readonly items: ReadonlyArray<{ readonly item_id: number; readonly at_least_one: string }>
      readonly conditional: ReadonlyArray<{
        readonly item_id: number
        readonly conditions: ReadonlyArray<{ readonly message: string; readonly is_met: boolean }>
      }>
    }
    const asked = async (...flags: ReadonlyArray<string>) => {
      const { conditional, items } = JSON.parse((await odds(...door, ...flags, "--json")).stdout) as Answer
      return {
        chances: items.map(({ at_least_one, item_id }) => [item_id, at_least_one]),
        conditional: conditional.map((one) => [one.item_id, one.conditions[0]?.message, one.conditions[0]?.is_met]),
      }
    }
    assert.deepStrictEqual(await asked(), {
      chances: [[3, "1"]],
      conditional: [
        [2, conditions[0], false],
        [3, conditions[1], false],
      ],
    })
    assert.deepStrictEqual(await asked("--owning", "key=1", "--xp", "Hero=120"), {
      chances: [
        [2, "1/4"],
        [3, "3/4"],
      ],
      conditional: [
        [2, conditions[0], true],
        [3, conditions[1], true],
      ],
    })
    const people = (await odds(...door, "--owning", "key=1", "--xp", "hero=99")).stdout
    assert.match(people, /^player owns +1 of item Key \(1\), 99 of item Hero \(4\) \(level 1\)$/m)
    assert.include(people, `  1 of Crown (2), 33.3333 %, only if\n    ${conditions[0]} (yes)\n`)
    assert.include(people, `  9 of Coin (3), 66.6667 %, only if\n    ${conditions[1]} (no)`)
    const csv = (await odds(...door, "--csv")).stdout.trim().split("\n")
    assert.match(csv[2] ?? "", /,2,Crown,,,,0,,,,,,,1,1,the player has at least 1 of item Key \(1\),no$/)
    const markdown = (await odds(...door, "--markdown", "--owning", "1=1")).stdout
    assert.include(markdown, "- for a player who owns 1 of item Key (1)\n")
    assert.include(markdown, `| Crown | 1 | ${conditions[0]} | 33.3333 % |`)
  })

  it("refuses what it cannot answer, and says why", async () => {
    const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
      [["catalog.json", "--loot", "99"], /no loot 99/],
      [["catalog.json", "--loot", "Dragon"], /no loot Dragon/],
      [["catalog.json", "--loot", "4"], /Loot 4 is not active/],
      [["catalog.json", "--loot", "old"], /Several loot are called old: .*4.*5.*; give the id/],
      [["catalog.json", "--vendor", "99"], /no vendor 99/],
      [["catalog.json", "--loot", "1", "--vendor", "2"], /either --loot or --vendor/],
      [["catalog.json", "--purchase", "Coin"], /--purchase needs --loot/],
      [["catalog.json", "--loot", "1", "--platform", "Moon"], /--platform must be one of Anon, /],
      [["--loot", "1"], /either a file or --published/],
      [["catalog.json", "--loot", "1", "-n", "0"], /from 1 to 1000000/],
      [["catalog.json", "--loot", "1", "--csv", "--markdown"], /Choose one/],
      [["missing.json", "--loot", "1"], /missing\.json/],
      [["catalog.json", "--owning", "Shiel=1"], /--owning: the catalog has no item Shiel; did you mean Shield\?/],
      [["catalog.json", "--owning", "Coin"], /--owning: "Coin" must be ITEM=N/],
      [["catalog.json", "--xp", "Coin=5"], /--xp: Coin has no levels/],
      [["catalog.json", "--owning", "Coin=5", "--owning", "3=6"], /"3=6" names an item for the second time/],
      [["catalog.json", "--owning", "Coin=5", "--player", NOBODY], /either --player, or --owning and --xp/],
    ]
    for (const [args, why] of refusals) {
      const result = await odds(...args)
      assert.notStrictEqual(result.code, 0, args.join(" "))
      assert.match(result.stderr, why)
    }
  })
})

/** `garrison order`: from flags, from a file and from stdin; what it changed, and what it refuses. */
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { CHEST_LOOT, GOLD, POUCH_LOOT, SWORD } from "../../support/catalog.ts"
import { flawsIn, NOBODY, smallWorld, type World } from "../support/world.ts"

const REF = "2f0a4c66-54c7-4a39-8d4c-0e9f0c1b2a3d"

describe("garrison order submit", () => {
  it("by flags fulfils one loot, as often as it is said, by the source that is given", async () => {
    const { ada, json, run } = await smallWorld()
    const pouch = ["order", "submit", ada, "--loot", String(POUCH_LOOT)]
    const order = await json(...pouch, "-n", "3", "--source", "REWARDS", "--ref", REF)
    assert.deepInclude(order, { player_uuid: ada, source: "REWARDS", client_order_ref_id: REF })
    const [entry] = order["entries"] as ReadonlyArray<Record<string, unknown>>
    assert.deepInclude(entry, { type: "fill_loot", loot_id: POUCH_LOOT, quantity: 3, result: "success" })
    const { stdout } = await run(...pouch)
    assert.match(
      stdout,
      /^order_id +[0-9a-f-]{36}\nplayer_uuid +\S+\nsource +SUPPORT\n\nENTRY +LOOT +QUANTITY +RESULT +INVENTORY\nfill_loot +100 +1 +success +\+50 of item Gold \(1\)\n$/,
    )
    const { data } = await json("player", "inventory", ada)
    const gold = (data as ReadonlyArray<Record<string, number>>).filter(({ item_id }) => item_id === GOLD)
    assert.strictEqual(
      gold.reduce((sum, { count = 0 }) => sum + count, 0),
      200,
    )
  })

  it("with --times makes so many equal entries, each with a roll of its own, where a quantity would empty the pool", async () => {
    const { ada, brian, json, rows, run } = await smallWorld()
    const chest = ["order", "submit", ada, "--loot", String(CHEST_LOOT)]
    const { entries } = await json(...chest, "--times", "3")
    const made = entries as ReadonlyArray<Record<string, unknown>>
    assert.deepStrictEqual(
      made.map(({ loot_id, quantity, result, type }) => [type, loot_id, quantity, result]),
      Array.from({ length: 3 }, () => ["fill_loot", CHEST_LOOT, 1, "success"]),
    )
    const said = "note: 3 draws were due from vendor 20, which had loot for 2: what is drawn does not come again"
    // Who has no sword yet: three of them leave the vendor loot for one.
    for (const how of ["quote", "submit"]) {
      assert.include((await run("order", how, brian, "--loot", String(CHEST_LOOT), "-n", "3")).stdout, said)
      assert.notInclude((await run("order", how, brian, "--loot", String(CHEST_LOOT), "--times", "3")).stdout, "note:")
    }
    const stored = rows("SELECT 1 FROM player_order").length
    assert.deepStrictEqual(
      await flawsIn(run, [
        [[...chest, "--times", "101"], 2, "--times must be from 1 to 100, the entries of an order.", "submit-many"],
        [[...chest, "--times", "0"], 2, "--times must be from 1 to 100"],
        [["order", "quote", ada, "--file", "x.json", "--times", "2"], 2, "--times belongs to --loot."],
      ]),
      [],
    )
    assert.lengthOf(rows("SELECT 1 FROM player_order"), stored)
  })

  it("takes away as well, and says so with a minus", async () => {
    const { ada, file, json, run } = await smallWorld()
    await json("order", "submit", ada, "--loot", String(POUCH_LOOT))
    const { data } = await json("player", "inventory", ada)
    const [{ inventory_id } = {}] = data as ReadonlyArray<Record<string, unknown>>
    const entries = [{ type: "update_existing_persistent_inventory", inventory_id, item_id: GOLD, quantity: 30 }]
    const name = file("take.json", JSON.stringify({ source: "SUPPORT", entries }))
    const taken = await run("order", "submit", ada, "--file", name)
    assert.strictEqual(taken.code, 0, taken.stdout + taken.stderr)
    assert.match(taken.stdout, / -20 of item Gold \(1\)$/m)
  })

  it("reads an order as JSON or YAML, from a file or stdin; what is null there counts as left out", async () => {
    const { ada, file, json, runWith } = await smallWorld()
    const order = { source: "REWARDS", match_id: null, entries: [{ type: "fill_loot", loot_id: 100, quantity: 1 }] }
    const yaml = "source: REWARDS\nmatch_id: ~\nentries:\n  - type: fill_loot\n    loot_id: 100\n    quantity: 1\n"
    for (const name of [file("order.json", JSON.stringify(order)), file("order.yaml", yaml)]) {
      const submitted = await json("order", "submit", ada, "--file", name)
      assert.strictEqual(submitted["source"], "REWARDS", name)
    }
    for (const input of [JSON.stringify(order), yaml]) {
      const piped = await runWith({ input }, "order", "submit", ada, "-f", "-", "--json")
      assert.strictEqual(piped.code, 0, piped.stderr)
    }
  })

  it("prints what became of each entry, and ends with 1 when one was not fulfilled", async () => {
    const { ada, file, run } = await smallWorld()
    const entry = (loot_id: number) => ({ type: "fill_loot", loot_id, quantity: 1 })
    const one = file("one.json", JSON.stringify({ entries: [entry(POUCH_LOOT), entry(77)] }))
    const half = await run("order", "submit", ada, "--file", one)
    assert.strictEqual(half.code, 1)
    assert.match(half.stdout, /^fill_loot +100 +1 +\w+ +.*\nfill_loot +77 +1 +loot_not_found +-$/m)
    assert.match(half.stderr, /^error: \d of 2 entries (was|were) not fulfilled: .*loot_not_found/)
    const single = await run("order", "submit", ada, "--loot", "77")
    assert.include(single.stderr, "error: 1 of 1 entry was not fulfilled: loot_not_found.")
  })

  it("refuses what cannot be an order, and stores none", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const loot = ["order", "submit", ada, "--loot", "100"]
    const at = (name: string, text: string) => ["order", "submit", ada, "--file", file(name, text)]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["order", "submit", ada], 2, "An order needs either --file or --loot.", "order submit --help"],
        [[...loot, "--file", "x.json"], 2, "An order needs either --file or --loot."],
        [["order", "submit", NOBODY, "--loot", "100"], 3, `There is no player ${NOBODY}.`],
        [["order", "submit", "nobody", "--loot", "100"], 3, "There is no player called nobody."],
        [[...loot, "--source", "GIFT"], 2, "--source: must be one of"],
        [[...loot, "--ref", "again"], 2, "--ref: must be a UUID"],
        [[...loot, "--quantity", "many"], 2, "--quantity must be a whole number"],
        [["order", "submit", ada, "--file", "none.json"], 3, "none.json cannot be read: it does not exist."],
        [at("broken.json", '{"entries": [}'), 2, "The order cannot be read: broken.json, line 1, column 14"],
        [at("broken.yaml", "entries:\n\t- 1\n"), 2, "The order cannot be read: broken.yaml, line 2, column 1"],
        [at("wrong.json", '{"entries":[{"type":"steal"}]}'), 2, "entries.0"],
        [at("list.json", "[]"), 2, "The input is wrong; nothing was changed."],
        [at("twice.json", '{"entries":[],"entries":[]}'), 2, "line 1, column 25: entries: the key is given twice."],
      ]),
      [],
    )
    assert.deepStrictEqual(rows("SELECT 1 FROM player_order"), [])
  })

  it("with a reference that was used is the same order, and is refused with another body", async () => {
    const { ada, json, rows, run } = await smallWorld()
    const order = (quantity: string) => ["order", "submit", ada, "--loot", "100", "--ref", REF, "-n", quantity]
    assert.deepStrictEqual(await json(...order("1")), await json(...order("1")))
    assert.deepStrictEqual(await flawsIn(run, [[order("2"), 5, "another body"]]), [])
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 1)
  })

  it("needs a catalog", async () => {
    const { ada, json, run } = await smallWorld()
    const storage = ["--storage", "sqlite:other.db"]
    await json("client", "create", "x", "--kind", "machine", ...storage)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [
          ["order", "submit", ada, "--loot", "1", ...storage],
          3,
          "No catalog has been published yet.",
          "catalog publish",
        ],
      ]),
      [],
    )
  })
})

describe("garrison order submit-many", () => {
  const orderOf = (player_uuid: string, loot_id = POUCH_LOOT, fields: object = {}) => ({
    player_uuid,
    client_order_ref_id: crypto.randomUUID(),
    source: "REWARDS",
    entries: [{ type: "fill_loot", loot_id, quantity: 1 }],
    ...fields,
  })
  const lines = (orders: ReadonlyArray<object>) => orders.map((order) => JSON.stringify(order)).join("\n")
  const told = (stdout: string) =>
    stdout
      .trimEnd()
      .split("\n")
      .map(
        (line) => JSON.parse(line) as { number: number; player_uuid: string; order?: Order; error?: { code: string } },
      )
  interface Order {
    readonly order_id: string
    readonly entries: ReadonlyArray<{ readonly result: string }>
  }

  it("submits the orders of a file in its sequence, in two batches, and once however often it is submitted", async () => {
    const { ada, brian, file, grace, rows, run, runWith } = await smallWorld()
    const players = [ada, brian, ada, grace, grace, brian]
    const orders = Array.from({ length: 120 }, (_, at) => orderOf(players[at % 6] ?? ada))
    const first = await run("order", "submit-many", file("orders.jsonl", `${lines(orders)}\n\n`), "--json")
    assert.deepStrictEqual([first.code, first.stderr], [0, ""])
    const answers = told(first.stdout)
    assert.deepStrictEqual(
      answers.map(({ number, player_uuid }) => [number, player_uuid]),
      orders.map(({ player_uuid }, at) => [at + 1, player_uuid]),
    )
    for (const { order } of answers) assert.strictEqual(order?.entries[0]?.result, "success")
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 120)
    const again = await runWith({ input: JSON.stringify(orders) }, "order", "submit-many", "-", "--json")
    assert.deepStrictEqual([again.code, again.stdout], [0, first.stdout])
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 120)
  })

  it("prints what became of each order, and ends with 1 when one was only partly fulfilled", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const [good, twin] = [orderOf(ada), orderOf(ada)]
    const conflict = { ...twin, client_order_ref_id: good.client_order_ref_id, match_id: "other" }
    const orders = [good, orderOf(NOBODY), orderOf(ada, 77), conflict, twin]
    const { code, stderr, stdout } = await run("order", "submit-many", file("orders.json", JSON.stringify(orders)))
    assert.strictEqual(code, 1)
    assert.match(
      stdout,
      new RegExp(
        `^1  ${ada}  [0-9a-f-]{36}  success\\n2  ${NOBODY}  -  resource_not_found: .*\\n3  ${ada}  [0-9a-f-]{36}  loot_not_found\\n` +
          `4  ${ada}  -  order_ref_conflict: .*\\n5  ${ada}  [0-9a-f-]{36}  success\\n$`,
      ),
    )
    assert.include(
      stderr,
      "3 of 5 orders were only partly fulfilled: resource_not_found (1), loot_not_found (1), order_ref_conflict (1).",
    )
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 3)
  })

  it("with --dry-run quotes each order by itself, and stores nothing", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const spending = orderOf(ada, POUCH_LOOT)
    const name = file("orders.jsonl", lines([spending, orderOf(ada, 77)]))
    const { code, stdout } = await run("order", "submit-many", name, "--dry-run")
    assert.deepStrictEqual([code, stdout], [1, `1  ${ada}  -  success\n2  ${ada}  -  loot_not_found\n`])
    assert.deepStrictEqual(rows("SELECT 1 FROM player_order"), [])
  })

  it("warns of orders without a reference, which would be fulfilled again", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const { client_order_ref_id, ...unnamed } = orderOf(ada)
    assert.isString(client_order_ref_id)
    const name = file("orders.jsonl", lines([unnamed, orderOf(ada)]))
    const { code, stderr } = await run("order", "submit-many", name)
    assert.strictEqual(code, 0)
    assert.include(stderr, "warning: 1 order has no client_order_ref_id")
    assert.strictEqual((await run("order", "submit-many", name)).code, 0)
    assert.lengthOf(rows("SELECT 1 FROM player_order"), 3)
  })

  it("refuses a file with a flaw before the first order is submitted, and names the order", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const many = (name: string, text: string) => ["order", "submit-many", file(name, text)]
    const good = JSON.stringify(orderOf(ada))
    assert.deepStrictEqual(
      await flawsIn(run, [
        [many("broken.jsonl", `${good}\n{"player_uuid": }\n`), 2, "broken.jsonl, line 2, column 17"],
        [many("broken.json", `[${good},\n{]`), 2, "broken.json, line 2, column 2"],
        [many("wrong.jsonl", `${good}\n{"player_uuid":"me","entries":[]}`), 2, "order 2.player_uuid"],
        [many("entry.json", `[${good},{"player_uuid":"${ada}","entries":[{}]}]`), 2, "order 2.entries.0.type"],
        [many("number.jsonl", "7"), 2, "order 1"],
        [["order", "submit-many", "none.jsonl"], 3, "none.jsonl cannot be read: it does not exist."],
      ]),
      [],
    )
    assert.deepStrictEqual(rows("SELECT 1 FROM player_order"), [])
  })
})

describe("garrison order quote --expected", () => {
  it("prints the odds of each entry, and stores nothing", async () => {
    const { ada, file, json, run } = await smallWorld()
    const chest = ["order", "quote", ada, "--loot", String(CHEST_LOOT), "--expected"]
    const { code, stderr, stdout } = await run(...chest)
    assert.deepStrictEqual([code, stderr], [0, ""])
    assert.match(
      stdout,
      /^player_uuid +\S+\nsource +SUPPORT\netag +\S+\n\nentry +fill_loot\nloot +\d+ ?.*\nquantity +1\nexact +yes\n\nITEM +NAME +HOW MANY +EXPECTED +AT LEAST ONE +ODDS\n1 +Gold +5 +3\.75 +75 % +1 in 1\.33333\n/,
    )
    const quote = await json(...chest)
    assert.deepNestedInclude(quote, {
      results: "expected",
      "entries[0].expected.items[0]": { item_id: GOLD, expected: "15/4", at_least_one: "3/4", least: 5, most: 5 },
    })
    // An entry that can fail says so, and is not a failure of the command.
    const entries = [{ type: "fill_loot", loot_id: 77, quantity: 1 }]
    const failing = await run(
      "order",
      "quote",
      ada,
      "--file",
      file("order.json", JSON.stringify({ entries })),
      "--expected",
    )
    assert.strictEqual(failing.code, 0)
    assert.match(failing.stdout, /^fails +100 %: loot_not_found$/m)
    assert.deepStrictEqual((await json("player", "inventory", ada))["data"], [])
    const tooMany = await run(...chest, "-n", "1001")
    assert.strictEqual(tooMany.code, 2)
    assert.include(tooMany.stderr, "entries: must be at most 10, and their quantities together at most 1000")
  })
})

describe("garrison order list", () => {
  it("takes the player as an argument or by a flag, and not both", async () => {
    const { ada, json, run } = await smallWorld()
    await json("order", "submit", ada, "--loot", String(POUCH_LOOT))
    assert.deepStrictEqual(await json("order", "list", ada), await json("order", "list", "--player", ada))
    // Orders of one player need no column that names the player.
    assert.match((await run("order", "list")).stdout, /^TIME +PLAYER +ORDER_ID/)
    assert.match((await run("order", "list", ada)).stdout, /^TIME +ORDER_ID/)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["order", "list", ada, "--player", ada], 2, "<player_uuid> and --player contradict each other."],
        [["order", "list", "nobody"], 3, "There is no player called nobody."],
        [["order", "list", "--source", "GIFT"], 2, "--source: must be one of"],
        [["order", "list", "--loot", "no-such-loot"], 3, "The catalog has no loot no-such-loot"],
      ]),
      [],
    )
  })
})

describe("garrison order show", () => {
  it("prints the order as it was answered, and who submitted it", async () => {
    const { ada, json, run } = await smallWorld()
    const order = await json("order", "submit", ada, "--loot", String(CHEST_LOOT))
    const shown = await json("order", "show", ada, String(order["order_id"]))
    assert.deepStrictEqual(shown["order"], order)
    assert.deepInclude(shown["submitter"], { kind: "machine", client_id: "garrison-cli" })
    const { stdout } = await run("order", "show", ada, String(order["order_id"]))
    assert.match(
      stdout,
      /^created +\d{4}-\S+ \S+ UTC\nsubmitted by +the program garrison-cli\n(?:.+\n)*numbers drawn +\d+\nrecords before +0\n\nENTRY/m,
    )
    assert.match(stdout, new RegExp(`\\+\\d of item (Gold \\(${GOLD}\\)|Sword \\(${SWORD}\\))`))
  })

  it("finds only the orders of that player", async () => {
    const { ada, brian, json, run } = await smallWorld()
    const id = String((await json("order", "submit", ada, "--loot", "100"))["order_id"])
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["order", "show", brian, id], 3, `Player ${brian} has no order ${id}.`, "Check both ids and the storage"],
        [["order", "show", ada, NOBODY], 3, `has no order ${NOBODY}.`],
        [["order", "show", ada, "first"], 3, "has no order first."],
        [["order", "show", "nobody", id], 3, "There is no player called nobody."],
        [["order", "show", ada], 2, "<order_id> is missing."],
      ]),
      [],
    )
  })
})

describe("garrison order explain", () => {
  it("prints how an order came about as a tree, with names, numbers, odds and reasons", async () => {
    const { ada, file, json, run } = await smallWorld()
    const entries = [POUCH_LOOT, CHEST_LOOT, 77].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 2 }))
    const submitted = await run(
      "order",
      "submit",
      ada,
      "--file",
      file("three.json", JSON.stringify({ entries })),
      "--json",
    )
    const { order_id } = JSON.parse(submitted.stdout) as Record<string, string>
    const { code, stderr, stdout } = await run("order", "explain", ada, String(order_id))
    assert.deepStrictEqual([code, stderr], [0, ""])
    const lines = stdout.split("\n")
    for (const line of [
      "fill_loot loot Gold (100) × 2: success",
      "├─ The quantity 2 is from 1 to 1000000.",
      "├─ quantity of loot Gold (100): 50 × 2 (ordered); at most 1000000 = 100",
      "└─ loot Gold (100) × 100",
      "   └─ item Gold (1): new → 100",
      "fill_loot loot 77 × 2: loot_not_found",
      "└─ because: The catalog has no loot 77.",
    ]) {
      assert.include(lines, line)
    }
    assert.match(stdout, /├─ draw from vendor 20: loot \w+ \(30[01]\) \(number \d of 4, odds (?:3|1)\/4\)/)
    assert.match(stdout, /candidates: loot \w+ \(300\) 3\/4, loot \w+ \(301\) 1\/4/)
    assert.match(stdout, /not among the candidates\n.*This entry has drawn loot \w+ \(30[01]\) before\./)
    const explanation = await json("order", "explain", ada, String(order_id))
    assert.deepInclude(explanation, { order_id, player_uuid: ada, catalog_version: 1, is_same: true })
    assert.strictEqual(await run("order", "explain", ada, String(order_id)).then((again) => again.stdout), stdout)
  })

  it("finds only the orders of that player", async () => {
    const { ada, brian, json, run } = await smallWorld()
    const id = String((await json("order", "submit", ada, "--loot", "100"))["order_id"])
    assert.deepStrictEqual(
      await flawsIn(run, [[["order", "explain", brian, id], 3, `Player ${brian} has no order ${id}.`]]),
      [],
    )
  })
})

describe("garrison order replay", () => {
  const pouch = (world: World, player: string) => world.json("order", "submit", player, "--loot", String(POUCH_LOOT))

  it("replays an order, a player, a day and everything, and finds no difference where there is none", async () => {
    const world = await smallWorld()
    const order = await pouch(world, world.ada)
    await pouch(world, world.ada)
    await world.json("order", "submit", world.brian, "--loot", String(CHEST_LOOT), "-n", "3")
    const day = String(order["created_time"]).slice(0, 10)
    const report = (players: string, orders: string) =>
      new RegExp(`^${players}, ${orders} in \\d+\\.\\d s: \\d the same, 0 different, 0 not replayable\\n$`)
    for (const [words, expected] of [
      [[world.ada, String(order["order_id"])], report("1 player", "1 order")],
      [[world.ada], report("1 player", "2 orders")],
      [[world.grace], report("1 player", "0 orders")],
      [["--day", day], report("2 players", "3 orders")],
      [["--day", "2001-02-28"], report("2 players", "0 orders")],
      [["--all"], report("2 players", "3 orders")],
      [["--all", "--after", [world.ada, world.brian].toSorted()[0] ?? ""], report("1 player", "\\d orders?")],
    ] as const) {
      const { code, stderr, stdout } = await world.run("order", "replay", ...words)
      assert.deepStrictEqual([code, stderr], [0, ""], words.join(" "))
      assert.match(stdout, expected)
    }
    const found = await world.json("order", "replay", "--all")
    assert.isAtLeast(Number(found["duration_ms"]), 0)
    assert.deepStrictEqual(
      { ...found, duration_ms: 0 },
      {
        players: 2,
        orders: 3,
        same: 3,
        different: 0,
        not_replayable: 0,
        duration_ms: 0,
        findings: [],
        findings_left_out: 0,
      },
    )
  })

  it("names each difference and each order that cannot be replayed, and ends with 1", async () => {
    const world = await smallWorld()
    const [first, second] = [await pouch(world, world.ada), await pouch(world, world.ada)]
    const idOf = (order: Record<string, unknown>) => String(order["order_id"])
    const row = (order: Record<string, unknown>) => `order_id = x'${idOf(order).replaceAll("-", "")}'`
    world.exec(`UPDATE player_order SET wire = replace(wire, '"count":50', '"count":51') WHERE ${row(first)}`)
    world.exec(`UPDATE player_order SET catalog_version = 99 WHERE ${row(second)}`)
    const path = "entries.0.details.0.inv_change.after.count"
    const obstacle = "the catalog version is missing: There is no version 99 of the catalog."
    const { code, stderr, stdout } = await world.run("order", "replay", world.ada)
    assert.strictEqual(code, 1)
    const [difference, seal, hindered, totals] = stdout.split("\n")
    assert.include(seal, `order ${idOf(first)}: seal: `)
    assert.strictEqual(
      difference,
      `player ${world.ada}, order ${idOf(first)}: ${path}: stored is 51; the rules come to 50`,
    )
    assert.strictEqual(hindered, `player ${world.ada}, order ${idOf(second)}: not replayable: ${obstacle}`)
    assert.match(totals ?? "", /: 0 the same, 1 different, 1 not replayable$/)
    assert.include(stderr, "error: 2 of 2 orders did not come to what is stored.")
    const asJson = await world.run("order", "replay", "--all", "--json")
    assert.strictEqual(asJson.code, 1)
    const owner = { player_uuid: world.ada }
    const { different, findings, not_replayable } = JSON.parse(asJson.stdout)
    assert.deepStrictEqual([different, not_replayable], [1, 1])
    const [ofText, ofSeal, ofVersion] = findings
    assert.deepStrictEqual(ofText, { ...owner, order_id: idOf(first), path, stored: "51", now: "50" })
    assert.deepInclude(ofSeal, { ...owner, order_id: idOf(first), path: "seal" })
    assert.deepStrictEqual(ofVersion, { ...owner, order_id: idOf(second), obstacle })
  })

  it("refuses what says no orders, or says them twice", async () => {
    const { ada, brian, json, run } = await smallWorld()
    const id = String((await json("order", "submit", ada, "--loot", "100"))["order_id"])
    const oneOf = "A replay needs either a player, --day, --all or --corpus."
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["order", "replay"], 2, oneOf, "order replay --help"],
        [["order", "replay", ada, "--all"], 2, oneOf],
        [["order", "replay", "--day", "2026-11-21", "--all"], 2, oneOf],
        [["order", "replay", ada, "--after", brian], 2, "--after goes with --day or --all."],
        [["order", "replay", "--all", "--after", "ada"], 2, '"ada" is not a player_uuid.'],
        [["order", "replay", "--day", "2026-02-30"], 2, '--day: "2026-02-30" is not a day.'],
        [["order", "replay", "nobody"], 3, "There is no player called nobody."],
        [["order", "replay", NOBODY], 3, `There is no player ${NOBODY}.`],
        [["order", "replay", brian, id], 3, `Player ${brian} has no order ${id}.`],
      ]),
      [],
    )
  })
})

describe("garrison order export", () => {
  it("prints a corpus that is replayed without the database", async () => {
    const world = await smallWorld()
    await world.json("order", "submit", world.ada, "--loot", String(CHEST_LOOT), "-n", "3")
    await world.json("order", "submit", world.brian, "--loot", String(POUCH_LOOT))
    const one = await world.run("order", "export", world.ada)
    assert.deepStrictEqual([one.code, one.stderr, one.stdout.trimEnd().split("\n").length], [0, "", 2])
    const all = await world.run("order", "export", "--all")
    const lines = all.stdout.trimEnd().split("\n")
    assert.lengthOf(lines, 3)
    assert.match(lines[0] ?? "", /^\{"catalog":1,"published":\{/)
    const file = join(mkdtempSync(join(tmpdir(), "garrison-corpus-")), "orders.jsonl")
    writeFileSync(file, all.stdout)
    const { code, stdout } = await world.run("order", "replay", "--corpus", file)
    assert.strictEqual(code, 0)
    assert.match(stdout, /^2 players, 2 orders in \d+\.\d s: 2 the same, 0 different, 0 not replayable\n$/)
    writeFileSync(file, all.stdout.replace('\\"result\\":\\"success\\"', '\\"result\\":\\"loot_not_found\\"'))
    const changed = await world.run("order", "replay", "--corpus", file)
    assert.strictEqual(changed.code, 1)
    assert.include(changed.stdout, 'entries.0.result: stored is "loot_not_found"; the rules come to "success"')
    writeFileSync(file, "{}\n")
    const broken = await world.run("order", "replay", "--corpus", file)
    assert.strictEqual(broken.code, 2)
    assert.include(broken.stderr, "line 1 is not a line of a corpus")
    rmSync(dirname(file), { recursive: true })
    assert.strictEqual((await world.run("order", "replay", "--corpus", file)).code, 3)
    assert.strictEqual((await world.run("order", "replay", "--corpus", file, "--all")).code, 2)
    assert.strictEqual((await world.run("order", "export")).code, 2)
  })
})

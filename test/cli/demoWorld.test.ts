/** Commands on the demo world: how it is made, orders of its loot, and the names that its catalog gives. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { order } from "../../packages/cli/src/command/order.ts"
import { type Run, type RunOptions, temporaryDirectory } from "./support/garrison.ts"
import { demoDirectory, garrison } from "./support/inProcess.ts"
import { flaws, json, NOBODY } from "./support/world.ts"

const KILL = 1_000_655
let cwd = ""
let player = ""

const run = (...args: ReadonlyArray<string>): Promise<Run> => garrison(args, { cwd })
const runWith = (options: RunOptions, ...args: ReadonlyArray<string>): Promise<Run> =>
  garrison(args, { cwd, ...options })

/** An identifier as SQLite reads it in a statement. */
const blob = (id: string): string => `x'${id.replaceAll("-", "")}'`

beforeAll(async () => {
  cwd = await demoDirectory()
  const { players } = json(await run("player", "list", "--name", "Ada", "--json"))
  player = (players as ReadonlyArray<{ readonly player_uuid: string }>)[0]?.player_uuid ?? ""
})

describe("garrison demo", () => {
  it("prints the one secret of the world, as data for scripts", () => {
    const made = JSON.parse(readFileSync(join(cwd, "demo.json"), "utf8")) as Record<string, unknown>
    assert.match(String(made["client_secret"]), /^gar_/)
    assert.deepInclude(made, { client_id: "demo-server", basic_users: [] })
  })

  it("refuses a database that holds something", async () => {
    assert.deepStrictEqual(flaws(await run("demo"), 5, "put only into an empty database"), [])
  })
})

describe("garrison player inventory", () => {
  it("shows what an order gave, with the names of the catalog", async () => {
    const made = json(await run("player", "inventory", player, "--json"))
    const before = (made["data"] as ReadonlyArray<Record<string, unknown>>).length
    assert.strictEqual(made["player_uuid"], player)
    const entry = { type: "create_new_persistent_inventory", item_id: 995, quantity: 12, custom_data: { a: "b" } }
    const input = JSON.stringify({ source: "SUPPORT", entries: [entry, { ...entry, expires: "2999-01-01T00:00:00Z" }] })
    assert.strictEqual((await runWith({ input }, "order", "submit", player, "--file", "-")).code, 0)
    const { data } = json(await run("player", "inventory", player, "--json")) as { readonly data: ReadonlyArray<never> }
    assert.lengthOf(data, before + 2)
    assert.isTrue(data.some((record) => record["count"] === 12 && record["expires"] === "2999-01-01T00:00:00.000Z"))
    const human = await run("player", "inventory", player)
    assert.strictEqual(human.code, 0, human.stderr)
    assert.match(human.stdout, /^ITEM +NAME +COUNT +TYPE +BUCKET +EXPIRES +INVENTORY_ID$/m)
    assert.match(human.stdout, /^995 +Coins +12 +persistent +none +never +[0-9a-f-]{36}$/m)
    assert.match(human.stdout, /^995 +Coins +12 +persistent +none +2999-01-01 00:00:00 UTC +[0-9a-f-]{36}$/m)
  })

  it("says 3 for nobody and 2 for no uuid", async () => {
    assert.deepStrictEqual(flaws(await run("player", "inventory", NOBODY), 3, NOBODY), [])
    assert.deepStrictEqual(flaws(await run("player", "inventory", "42"), 3, "There is no player called 42."), [])
  })
})

describe("garrison order", () => {
  it("fulfils loot and prints the order", async () => {
    const order = json(await run("order", "submit", player, "--loot", String(KILL), "--json"))
    assert.deepInclude(order, { player_uuid: player, source: "SUPPORT" })
    const human = await run("order", "submit", player, "--loot", String(KILL))
    assert.match(human.stdout, /^fill_loot +Monsters\/Goblin \(1000655\) +1 +success +\+1 of item Bones \(526\)/m)
  })

  it("its examples of loot work on the demo world, with one of its players", async () => {
    const examples = order.subcommands
      .flatMap(({ commands }) => commands)
      .flatMap((command) => command.examples.map((example) => example.command))
    const loot = [...examples, ...order.examples.map((example) => example.command)].filter((one) =>
      /^garrison order (?:submit|quote) .* --loot /.test(one),
    )
    assert.isAtLeast(loot.length, 2)
    for (const line of loot) {
      const words = line.split(" ").slice(1)
      const submitted = await run(...words.map((word) => (word === NOBODY ? player : word)))
      assert.include(line, NOBODY)
      assert.strictEqual(submitted.code, 0, `${line}: ${submitted.stdout}${submitted.stderr}`)
    }
  })

  it("the same reference gives the same order, and 5 with another body", async () => {
    const ref = "2f0a4c66-54c7-4a39-8d4c-0e9f0c1b2a3d"
    const once = json(await run("order", "submit", player, "--loot", String(KILL), "--ref", ref, "--json"))
    const twice = json(await run("order", "submit", player, "--loot", String(KILL), "--ref", ref, "--json"))
    assert.deepStrictEqual(twice, once)
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--loot", "1000001", "--ref", ref), 5, "another body"),
      [],
    )
  })

  it("takes a whole order from a file or stdin", async () => {
    const order = { source: "REWARDS", entries: [{ type: "fill_loot", loot_id: KILL, quantity: 1 }] }
    const file = join(cwd, "order.json")
    writeFileSync(file, JSON.stringify(order))
    assert.strictEqual(json(await run("order", "submit", player, "--file", file, "--json"))["source"], "REWARDS")
    const piped = await runWith({ input: JSON.stringify(order) }, "order", "submit", player, "-f", "-", "--json")
    assert.strictEqual(json(piped)["source"], "REWARDS")
  })

  it("an order that was submitted is shown with its submitter, whoever that was", async () => {
    const order = json(await run("order", "submit", player, "--loot", String(KILL), "--json"))
    const id = String(order["order_id"])
    const shown = json(await run("order", "show", player, id.toUpperCase(), "--json"))
    assert.deepStrictEqual(shown["order"], order)
    assert.deepInclude(shown["submitter"], { kind: "machine", client_id: "garrison-cli" })
    assert.match((await run("order", "show", player, id)).stdout, /^submitted by +the program garrison-cli$/m)
    assert.match((await run("order", "show", player, id)).stdout, /^catalog version +1$/m)
    const { platform, is_server, choices, records } = shown["evidence"] as Record<string, unknown>
    assert.deepStrictEqual(
      [shown["catalog_version"], shown["parent_order_id"], platform, is_server],
      [1, undefined, undefined, true],
    )
    assert.isArray(choices)
    assert.isArray(records)
    const parent = String(json(await run("order", "submit", player, "--loot", String(KILL), "--json"))["order_id"])
    for (const [assignment, said] of [
      [`submitter_uuid = ${blob(NOBODY)}, client_id = 'arena'`, `machine client ${NOBODY} (arena)`],
      [`submitter_kind = 'player', submitter_uuid = player_uuid`, `player ${player} (arena)`],
      ["submitter_kind = NULL, submitter_uuid = NULL, client_id = NULL", "not recorded"],
      [`parent_order_id = ${blob(parent)}, choices = NULL`, `made by order    ${parent}`],
    ] as const) {
      const database = new DatabaseSync(join(cwd, "garrison.db"))
      database.exec(`UPDATE player_order SET ${assignment} WHERE order_id = ${blob(id)}`)
      database.close()
      assert.include((await run("order", "show", player, id)).stdout, said)
    }
    assert.deepStrictEqual(flaws(await run("order", "show", player, NOBODY), 3, `has no order ${NOBODY}`), [])
    assert.deepStrictEqual(flaws(await run("order", "show", NOBODY, id), 3, "has no order"), [])
    assert.deepStrictEqual(flaws(await run("order", "show", "nobody", id), 3, "There is no player called nobody."), [])
  })

  it("ends with 1 when an entry was not fulfilled, and still prints the order", async () => {
    const result = await run("order", "submit", player, "--loot", "77", "--json")
    assert.strictEqual(result.code, 1)
    assert.include(result.stdout, "loot_not_found")
    const { error } = JSON.parse(result.stderr) as { error: object }
    assert.deepStrictEqual(error, { exit_code: 1, message: "1 of 1 entry was not fulfilled: loot_not_found." })
    const file = join(cwd, "half.json")
    writeFileSync(
      file,
      JSON.stringify({ entries: [77, 78, KILL].map((loot_id) => ({ type: "fill_loot", loot_id, quantity: 1 })) }),
    )
    const human = await run("order", "submit", player, "--file", file)
    assert.strictEqual(human.code, 1)
    assert.match(human.stdout, /^fill_loot +77 +1 +loot_not_found +-$/m)
    assert.include(human.stderr, "error: 2 of 3 entries were not fulfilled: loot_not_found.")
  })

  it("says what the catalog does not name by its id, and sums up an item that is given several times", async () => {
    const elsewhere = temporaryDirectory()
    cpSync(join(cwd, "garrison.db"), join(elsewhere, "garrison.db"))
    const loot = { 1: { item_id: 1, quantity: 5 }, 2: { item_id: 2, custom_data: { name: "Gift" } }, 3: { item_id: 1 } }
    const items = { 1: { custom_data: { name: "Coin\u001b[31m" } }, 2: {} }
    writeFileSync(
      join(elsewhere, "own.json"),
      JSON.stringify({ items, vendors: { 1: { loot }, 2: { loot: { 4: { sub_vendor_id: 1 } } } } }),
    )
    assert.strictEqual((await runWith({ cwd: elsewhere }, "catalog", "publish", "own.json")).code, 0)
    const { stdout } = await runWith({ cwd: elsewhere }, "order", "submit", player, "--loot", "4", "--quantity", "2")
    assert.match(stdout, /^fill_loot +4 +2 +success +\+12 of item Coin\\u001b\[31m \(1\), \+2 of item 2$/m)
    const gift = await runWith({ cwd: elsewhere }, "order", "submit", player, "--loot", "2")
    assert.match(gift.stdout, /^fill_loot +Gift \(2\) +1 +success +\+1 of item 2$/m)
  })

  it("names every broken field, and the place of broken JSON", async () => {
    const file = join(cwd, "broken.json")
    writeFileSync(file, '{"source":"NOWHERE","entries":[{"type":"fill_loot","quantity":"many"}]}')
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--file", file), 2, "source:", "entries.0.quantity:"),
      [],
    )
    writeFileSync(file, '{"match_id":"a\\u0000b","entries":[]}')
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--file", file), 2, "match_id: must not contain U+0000"),
      [],
    )
    writeFileSync(file, '{\n  "entries": [}\n')
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--file", file), 2, "broken.json, line 2, column 15"),
      [],
    )
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--file", "nowhere.json"), 3, "nowhere.json", "does not exist"),
      [],
    )
  })

  it("needs exactly one of --file and --loot, and a player that exists", async () => {
    assert.deepStrictEqual(flaws(await run("order", "submit", player), 2, "--file or --loot"), [])
    assert.deepStrictEqual(
      flaws(await run("order", "submit", player, "--loot", "1", "--file", "x"), 2, "--file or --loot"),
      [],
    )
    assert.deepStrictEqual(flaws(await run("order", "submit", NOBODY, "--loot", String(KILL)), 3, NOBODY), [])
  })
})

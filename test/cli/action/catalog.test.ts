/** `garrison catalog`: versions that come and go, guards, and reports for people and scripts. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { atTerminal, CTRL_D } from "../support/atTerminal.ts"
import { temporaryDirectory } from "../support/garrison.ts"
import { garrison } from "../support/inProcess.ts"
import { flawsIn, smallWorld, type World } from "../support/world.ts"

/** A catalog that differs by its number from any other, as players are served it, too. */
const numbered = (number: number) =>
  JSON.stringify({ items: { 1: {} }, vendors: { 1: { type: "recipe", loot: { [number]: { item_id: 1 } } } } })

const publish = ({ file, json }: World, number: number, ...flags: ReadonlyArray<string>) =>
  json("catalog", "publish", file("numbered.json", numbered(number)), ...flags)

interface Version {
  readonly version: number
  readonly etag: string
  readonly current: boolean
}

const versionsOf = async ({ json }: World) => (await json("catalog", "list"))["versions"] as ReadonlyArray<Version>

describe("garrison catalog check", () => {
  it("reports as JSON with every finding in its place, and needs neither a database nor settings that are right", async () => {
    const { file, json, runWith } = await smallWorld()
    const name = file("odd.json", '{\n  "items": { "1": { "tpe": "unit" } }\n}')
    const env = { GARRISON_PORT: "none", GARRISON_STORAGE: "none" }
    const checked = await runWith({ env }, "catalog", "check", name, "--json")
    assert.strictEqual(checked.code, 2)
    const report = JSON.parse(checked.stdout) as Record<string, unknown>
    assert.deepInclude(report, { accepted: false, refusals: 1, warnings: 0, counts: { items: 1, vendors: 0, loot: 0 } })
    const [finding] = report["findings"] as ReadonlyArray<Record<string, unknown>>
    assert.deepInclude(finding, { severity: "refusal", code: "unknown_field", path: ["items", "1", "tpe"], line: 2 })
    assert.deepInclude(await json("catalog", "check", file("sound.json", numbered(1))), { warnings: 0, findings: [] })
  })

  it("shows people the first fifty findings, and says where the others are", async () => {
    const { file, run } = await smallWorld()
    const many = (count: number) =>
      JSON.stringify({ items: Object.fromEntries(Array.from({ length: count }, (_, id) => [id + 1, { tpe: 1 }])) })
    for (const [count, more] of [
      [50, undefined],
      [51, "… and 1 more; garrison catalog check --json lists all of them"],
      [1100, "… and 1050 more; garrison catalog check --json lists 1000 of each kind"],
    ] as const) {
      const { code, stdout } = await run("catalog", "check", file("many.json", many(count)), "--allow-unknown")
      assert.strictEqual(code, 0)
      const lines = stdout.trimEnd().split("\n")
      assert.lengthOf(
        lines.filter((line) => line.startsWith("many.json:")),
        50,
      )
      assert.strictEqual(lines.at(-1), `${count} items, 0 vendors, 0 loot: 0 errors, ${count} warnings`)
      assert.strictEqual(
        lines.find((line) => line.startsWith("…")),
        more,
      )
    }
  })

  it("refuses files that cannot be read, each with why", async () => {
    const { file, run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [
          ["catalog", "check", "none.json"],
          3,
          "The catalog none.json cannot be read: it does not exist.",
          "Check the path.",
        ],
        [["catalog", "check", "garrison.db/none.json"], 3, "it does not exist"],
        [["catalog", "check", "garrison.db"], 2, "it is not UTF-8 text"],
        [["catalog", "check", "."], 2, "it is a directory"],
        [["catalog", "check", file("blank.json", " \n")], 2, "The catalog blank.json is empty."],
        [["catalog", "check", "-"], 2, "The catalog stdin is empty."],
        [["catalog", "check"], 2, "<file> is missing."],
      ]),
      [],
    )
  })
})

describe("garrison catalog publish", () => {
  it("makes a version of what is new, and tells the version and its etag", async () => {
    const world = await smallWorld()
    const { file, run } = world
    const made = await publish(world, 1)
    assert.deepInclude(made, { version: 2, current: true, unchanged: false })
    assert.deepInclude(made["report"], { accepted: true, findings: [] })
    const { stderr, stdout } = await run("catalog", "publish", file("two.json", numbered(2)))
    assert.match(
      stdout,
      /^Loot\n {2}- 1\n {2}\+ 2\n\n2 changes; clients fetch 1 vendor again\n\nstate +published\nversion +3\netag +\S+\ncreated +\d{4}-\S+ \S+ UTC\n1 item, 1 vendor, 1 loot: 0 errors, 0 warnings\n$/,
    )
    assert.strictEqual(stderr, "To undo this: garrison catalog republish 2\n")
    assert.deepStrictEqual(
      (await versionsOf(world)).map(({ current, version }) => [version, current]),
      [
        [3, true],
        [2, false],
        [1, false],
      ],
    )
  })

  it("tells people of warnings beside the result, and scripts in the report", async () => {
    const { file, json, run } = await smallWorld()
    const name = file("odd.json", '{"items":{"1":{"tpe":"unit"}}}')
    const odd = await run("catalog", "publish", name, "--allow-unknown")
    assert.strictEqual(odd.code, 0)
    assert.match(
      odd.stderr,
      /^odd\.json:1:22: warning: items\.1\.tpe: .* \(unknown_field\)\n {2}fix: write type\nTo undo this: garrison catalog republish \d+\n$/,
    )
    const { report, unchanged } = await json("catalog", "publish", name, "--allow-unknown")
    assert.isTrue(unchanged)
    assert.lengthOf((report as { readonly findings: ReadonlyArray<unknown> }).findings, 1)
  })

  it("says when it is checked why each kind of finding matters, once, and shows what a money pump makes", async () => {
    const { file, json, run } = await smallWorld()
    const purse = { item_id: 1, quantity: 6, current_price_point_guid: "five", tpe: 1 }
    const name = file(
      "pump.json",
      JSON.stringify({
        items: { 1: { tpe: "unit" } },
        vendors: { 1: { loot: { 1: purse } } },
        price_points: {
          five: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price: 5 }] }] },
        },
      }),
    )
    const { stdout } = await run("catalog", "check", name, "--allow-unknown")
    const lines = stdout.split("\n").map((line) => line.replace(/^.*\((\w+)\)$/, "$1"))
    assert.deepStrictEqual(lines, [
      "unknown_field",
      "  why: What was meant would not happen: the default would apply instead.",
      "  fix: write type",
      "money_pump",
      "  why: A player with a script turns little into as much as they want, and prices mean nothing.",
      "  fix: raise the price, or lower what is given for it, until a round gains nothing",
      "unknown_field",
      '  fix: write custom_data: { tpe: "1" }',
      "1 item, 1 vendor, 1 loot: 0 errors, 3 warnings",
      "",
    ])
    const { findings } = await json("catalog", "check", name, "--allow-unknown")
    const [unknown] = findings as ReadonlyArray<Record<string, unknown>>
    assert.strictEqual(unknown?.["did_you_mean"], "type")
    assert.strictEqual(unknown?.["why"], "What was meant would not happen: the default would apply instead.")
    const shown = await json("catalog", "check", name, "--allow-unknown", "--witness", "money_pump")
    const [pump] = shown["findings"] as ReadonlyArray<{ readonly witness: object }>
    assert.deepInclude(pump?.witness, { shown: true, holds: { 1: 5 }, rounds: [{ 1: 6 }, { 1: 7 }, { 1: 8 }] })
    assert.deepStrictEqual(await json("catalog", "check", name, "--allow-unknown", "--witness", "loot_never_drops"), {
      findings: [],
    })
    const broken = await run("catalog", "check", file("broken.json", "{}"), "--witness", "money_pump")
    assert.strictEqual(broken.code, 2)
    assert.include(broken.stderr, "The catalog has errors, so no order can be tried on it.")
  })

  it("is guarded by the etag of what is current", async () => {
    const world = await smallWorld()
    const { run } = world
    const { etag } = await publish(world, 1)
    const stale = world.file("three.json", numbered(3))
    await publish(world, 2, "--if-match", String(etag))
    const said = ["does not have the etag of --if-match; nothing was changed.", "garrison catalog list"]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["catalog", "publish", stale, "--if-match", String(etag)], 5, ...said],
        [["catalog", "publish", stale, "--if-match", String(etag), "--dry-run"], 5, ...said],
        [["catalog", "publish", "--version", "1", "--yes", "--if-match", String(etag)], 5, ...said],
      ]),
      [],
    )
    assert.lengthOf(await versionsOf(world), 3)
  })

  it("goes back to a version that is named, once that is confirmed", async () => {
    const world = await smallWorld()
    const { json, run } = world
    const [first] = await versionsOf(world)
    await publish(world, 1)
    const asked = await run("catalog", "publish", "--version", "1")
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /^error: Catalog version 1 of \d{4}-\S+ \S+ UTC becomes the current one\. This needs/)
    const back = await json("catalog", "publish", "--version", "1", "--yes", "--reason", "the new one was wrong")
    assert.deepInclude(back, { version: 1, etag: first?.etag, unchanged: false })
    assert.deepInclude(await json("catalog", "publish", "--version", "1"), { version: 1, unchanged: true })
    assert.isTrue((await versionsOf(world)).find(({ version }) => version === 1)?.current)
    assert.include(
      world.rows("SELECT reason FROM audit").map(({ reason }) => reason),
      "the new one was wrong",
    )
  })

  it("in a dry run says what would be, of a file and of a version, and publishes neither", async () => {
    const world = await smallWorld()
    const { file, json, run } = world
    const before = await json("catalog", "list")
    const dry = await run("catalog", "publish", file("new.json", numbered(1)), "--dry-run")
    assert.match(dry.stdout, /^Items\n {2}~ Gold [^]*\n\nstate +not published\nversion +2\n/)
    assert.strictEqual(dry.stderr, "This was a dry run: nothing was changed.\n")
    assert.deepStrictEqual(await json("catalog", "list"), before)
    await publish(world, 1)
    const back = await run("catalog", "publish", "--version", "1", "--dry-run")
    assert.match(back.stdout, /^Items\n[^]*\n\nstate +not published\nversion +1\n/)
    const same = await run("catalog", "publish", "--version", "2", "--dry-run")
    assert.match(same.stdout, /^state +unchanged: this was the current version already\n/)
    assert.deepInclude((await versionsOf(world))[0], { version: 2, current: true })
  })

  it("refuses what is wrong with its findings, and changes nothing", async () => {
    const world = await smallWorld()
    const { file, run } = world
    const broken = file("broken.json", '{"items":{},"vendors":{"1":{"type":"recipe","loot":{"9":{"item_id":7}}}}}')
    const odd = file("odd.json", '{"items":{"1":{"tpe":"unit"}}}')
    const people = await run("catalog", "publish", broken)
    assert.deepStrictEqual([people.code, people.stdout], [2, ""])
    assert.match(
      people.stderr,
      /^error: The catalog was refused, and nothing was changed: .*: 1 error, 0 warnings\.\n {2}/,
    )
    assert.match(people.stderr, /\(reference_dangling\)\n {4}fix: write the entry [^\n]*\nCorrect the document;/)
    const scripts = await run("catalog", "publish", broken, "--json")
    assert.deepInclude(JSON.parse(scripts.stdout), { accepted: false, refusals: 1 })
    assert.strictEqual(scripts.code, 2)
    const strict = await run("catalog", "publish", odd, "--strict", "--allow-unknown")
    assert.include(strict.stderr, "0 errors, 1 warning, and --strict allows none.")
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["catalog", "publish"], 2, "Publish either a file or, with --version, an earlier version."],
        [["catalog", "publish", odd, "--version", "1"], 2, "Publish either a file or"],
        [["catalog", "publish", "--version", "9", "--yes"], 3, "There is no catalog version 9.", "catalog list shows"],
        [["catalog", "publish", odd, "--reason", ""], 2, "--reason must be a text"],
        [["catalog", "publish", "none.json"], 3, "The catalog none.json cannot be read: it does not exist."],
      ]),
      [],
    )
    assert.lengthOf(await versionsOf(world), 1)
  })

  it("leaves no database behind when it refuses, nor in a dry run", async () => {
    const cwd = temporaryDirectory()
    const run = (input: string, ...more: ReadonlyArray<string>) =>
      garrison(["catalog", "publish", "-", ...more], { cwd, input })
    assert.strictEqual((await run("{broken")).code, 2)
    assert.strictEqual((await run(numbered(1), "--dry-run")).code, 3)
    assert.deepStrictEqual(readdirSync(cwd), [])
    const made = await run(numbered(1))
    assert.deepStrictEqual([made.code, made.stderr], [0, "Created a new database: sqlite:garrison.db\n"])
  })
})

describe("garrison catalog publish at a terminal", () => {
  const named = "items:\n  coins: {}\nvendors:\n  shop:\n    loot:\n      purse: { item: coins }\n"

  it("shows what differs from the served version, and changes nothing unless the person agrees", async () => {
    const world = await smallWorld()
    const { cwd, file } = world
    const name = file("named.yaml", named)
    const tables = () => world.rows("SELECT version FROM catalog_version")
    const before = tables()
    for (const [answer, end] of [
      ["n", "Nothing was changed."],
      ["", "Nothing was changed."],
      [CTRL_D, "Nothing was changed."],
    ] as const) {
      const { code, stderr, stdout } = await atTerminal(["catalog", "publish", name], [answer], { cwd })
      assert.strictEqual(code, 1)
      assert.match(stdout, /^Items\n {2}- Gold [^]*\n {2}\+ coins [^]*changes; clients fetch \d+ vendors? again\n\n$/)
      assert.include(stderr, "This becomes the catalog that players get, in place of version 1. Continue? [y/N] ")
      assert.include(stderr, end)
      assert.deepStrictEqual(tables(), before)
      assert.isFalse(existsSync(join(cwd, "catalog.lock.json")))
    }
    const agreed = await atTerminal(["catalog", "publish", name], ["y"], { cwd })
    assert.strictEqual(agreed.code, 0, agreed.stderr)
    assert.match(agreed.stdout, /\n\nstate +published\nversion +2\n/)
    assert.isTrue(existsSync(join(cwd, "catalog.lock.json")))
    const again = await atTerminal(["catalog", "publish", name], [], { cwd })
    assert.match(again.stdout, /^state +unchanged/)
    assert.notInclude(again.stderr, "Continue?")
  })

  it("asks nothing with --yes, in a dry run, and where nobody sits at a terminal", async () => {
    const { cwd, file, run } = await smallWorld()
    const dry = await atTerminal(["catalog", "publish", file("one.json", numbered(1)), "--dry-run"], [], { cwd })
    assert.match(dry.stdout, /^Items\n[^]*\n\nstate +not published\n/)
    const sure = await atTerminal(["catalog", "publish", file("one.json", numbered(1)), "--yes"], [], { cwd })
    const script = await run("catalog", "publish", file("two.json", numbered(2)))
    for (const { code, stderr, stdout } of [dry, sure, script]) {
      assert.strictEqual(code, 0, stderr)
      assert.notInclude(stderr, "Continue?")
      assert.include(stdout, "clients fetch")
    }
  })

  it("says of the first publication that there is nothing to compare with, and leaves no database behind unless agreed", async () => {
    const cwd = temporaryDirectory()
    writeFileSync(join(cwd, "one.json"), numbered(1))
    const refused = await atTerminal(["catalog", "publish", "one.json"], ["n"], { cwd })
    assert.strictEqual(refused.code, 1)
    assert.strictEqual(refused.stdout, "No catalog is served yet, so there is nothing to compare with.\n\n")
    assert.include(refused.stderr, "This becomes the catalog that players get. Continue? [y/N] ")
    assert.deepStrictEqual(readdirSync(cwd), ["one.json"])
    assert.strictEqual((await atTerminal(["catalog", "publish", "one.json"], ["yes"], { cwd })).code, 0)
  })

  it("publishes nothing in place of a version that the person has not seen", async () => {
    const world = await smallWorld()
    const { cwd, file } = world
    const meanwhile = async () => {
      await publish(world, 7)
      return "y"
    }
    const name = file("late.json", numbered(8))
    const overtaken = await atTerminal(["catalog", "publish", name], [meanwhile], { cwd })
    assert.strictEqual(overtaken.code, 5)
    assert.include(overtaken.stderr, "Another catalog was published while you were asked; nothing was changed.")
    assert.deepStrictEqual(
      (await versionsOf(world)).map(({ version }) => version),
      [2, 1],
    )
    // Without the question, the last publication counts.
    const late = await world.run("catalog", "publish", name)
    assert.strictEqual(late.code, 0)
  })
})

describe("garrison catalog list", () => {
  it("reads page after page, the newest first", async () => {
    const world = await smallWorld()
    const { exec } = world
    const columns = world
      .rows("SELECT name FROM pragma_table_info('catalog_version') WHERE name <> 'version' AND pk = 0")
      .map(({ name }) => String(name))
      .join(", ")
    exec(`
      WITH RECURSIVE counted(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < 250)
      INSERT INTO catalog_version (version, ${columns}) SELECT n, ${columns} FROM counted, catalog_version`)
    const versions = (await versionsOf(world)).map(({ version }) => version)
    assert.deepStrictEqual(
      versions,
      Array.from({ length: 250 }, (_, index) => 250 - index),
    )
  })

  it("says what to do where nothing was published", async () => {
    const { json, run } = await smallWorld()
    const storage = ["--storage", "sqlite:other.db"]
    await json("client", "create", "x", "--kind", "machine", ...storage)
    const none = await run("catalog", "list", ...storage)
    assert.deepStrictEqual(
      [none.code, none.stdout, none.stderr],
      [0, "", "No catalog has been published yet. Publish one with garrison catalog publish.\n"],
    )
    assert.deepStrictEqual(await json("catalog", "list", ...storage), { versions: [] })
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["catalog", "show", ...storage], 3, "No catalog has been published yet.", "garrison catalog publish FILE"],
      ]),
      [],
    )
  })
})

describe("garrison catalog show", () => {
  it("has the current version, or the one that is named, with its document for scripts", async () => {
    const world = await smallWorld()
    const { json, run } = world
    await publish(world, 7)
    const current = await json("catalog", "show")
    assert.deepInclude(current, { version: 2, current: true, document: JSON.parse(numbered(7)) })
    const first = await run("catalog", "show", "--version", "1")
    assert.match(
      first.stdout,
      /^version +1\ncurrent +no\ncreated +\d{4}-\S+ \S+ UTC\netag +\S+\nholds +2 items, 2 vendors, 5 loot\n$/,
    )
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["catalog", "show", "--version", "3"], 3, "There is no catalog version 3.", "garrison catalog list"],
        [["catalog", "show", "--version", "0"], 3, "There is no catalog version 0."],
        [["catalog", "show", "--version", "last"], 2, "--version must be a whole number"],
      ]),
      [],
    )
  })
})

describe("garrison catalog diff", () => {
  const shop = (price: number, weight: number, more: object = {}) =>
    JSON.stringify({
      items: { 1: { custom_data: { name: "Coins" } }, 2: { custom_data: { name: "Sword" } }, ...more },
      price_points: { p: { current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1, price }] }] } },
      vendors: {
        1: { type: "recipe", loot: { 10: { item_id: 2, current_price_point_guid: "p" }, 11: { sub_vendor_id: 2 } } },
        2: {
          type: "randomly_sampled",
          loot: { 20: { item_id: 1, custom_data: { name: "Purse" } }, 21: { item_id: 2, drop_weight: weight } },
        },
      },
    })

  it("compares files, versions and what is published, for people and as JSON", async () => {
    const world = await smallWorld()
    const { file, json, run } = world
    const [old, now] = [file("old.json", shop(5, 1)), file("now.json", shop(6, 3, { 3: {} }))]
    const { code, stdout } = await run("catalog", "diff", old, now)
    assert.deepStrictEqual(
      [code, stdout],
      [
        0,
        [
          "Items",
          "  + 3",
          "",
          "Price points",
          "  ~ p: current_breakpoints changed",
          "",
          "Prices of a unit",
          "  loot 10: 5 -> 6 of item Coins (1)",
          "",
          "Chances of a draw, when all loot of the vendor can be drawn",
          "  vendor 2, loot Purse (20): 1/2 -> 1/4",
          "  vendor 2, loot 21: 1/2 -> 3/4, drop_weight 1 -> 3",
          "",
          "Loot whose results changed, ordered once by a player who owns nothing",
          "  loot 11, item Coins (1): on average 1/2 -> 1/4, chance of any 1/2 -> 1/4",
          "  loot 11, item Sword (2): on average 1/2 -> 3/4, chance of any 1/2 -> 3/4",
          "",
          "3 changes; clients fetch 1 vendor again",
          "",
        ].join("\n"),
      ],
    )
    const first = await json("catalog", "publish", old)
    await json("catalog", "publish", now)
    const expected = await json("catalog", "diff", old, now)
    assert.deepInclude(expected, { vendors_with_new_etag: [2], items_newly_obtainable: [] })
    for (const [before, after] of [
      [String(first["version"]), "published"],
      [old, "published"],
    ] as const) {
      assert.deepStrictEqual(await json("catalog", "diff", before, after), expected)
    }
    const same = await run("catalog", "diff", "published", now)
    assert.deepStrictEqual([same.code, same.stdout], [0, "The catalogs do not differ.\n"])
  })

  it("names what forms made by its form, and says a changed weight once", async () => {
    const { file, run } = await smallWorld()
    const chest = (weight: number, chance: string) =>
      `items: { gem: {}, coins: {}, key: {} }
vendors:
  chests:
    loot:
      chest:
        always: [{ item: coins, quantity: { min: 2, max: ${weight} } }]
        sometimes: [{ item: gem, chance: ${chance} }]
        one_of: [{ item: coins, weight: ${weight} }, { item: key, weight: 2 }, { nothing: true, weight: 1 }]
`
    const { code, stdout } = await run(
      "catalog",
      "diff",
      file("chest-old.yaml", chest(3, "1/10")),
      file("chest-new.yaml", chest(5, "1/20")),
    )
    assert.strictEqual(code, 0)
    const lines = stdout.split("\n")
    assert.isEmpty(lines.filter((line) => /(^ {2}[-+~] |loot )\d+/.test(line)))
    const weights = lines.filter((line) => line.includes("drop_weight"))
    assert.deepStrictEqual(
      weights.map((line) => line.replaceAll(/ \(\d+\)/g, "")),
      [
        "  vendor chests/chest~one_of, loot chests/chest~one_of/coins: 1/2 -> 5/8, drop_weight 3 -> 5",
        "  vendor chests/chest~sometimes/gem~chance, loot chests/chest~sometimes/gem~chance/nothing: 9/10 -> 19/20, drop_weight 9 -> 19",
      ],
    )
    const results = lines.slice(lines.findIndex((line) => line.startsWith("Loot whose results")) + 1)
    for (const line of results.filter((one) => one.startsWith("  "))) assert.match(line, /^ {2}loot chests\/chest \(/)
  })

  it("says which side cannot be compared, and what to do", async () => {
    const { file, run } = await smallWorld()
    const sound = file("sound.json", shop(1, 1))
    const broken = file("broken.json", '{"items": {"1": {"type": "none"}}}')
    for (const [side, code, said] of [
      [broken, 2, "The catalog broken.json has 1 error, so it cannot be compared."],
      ["999999", 3, "There is no catalog version 999999."],
      ["missing.json", 3, "missing.json"],
    ] as const) {
      const ended = await run("catalog", "diff", sound, side)
      assert.strictEqual(ended.code, code, ended.stderr)
      assert.include(ended.stderr, said)
    }
  })
})

describe("garrison catalog items, vendors, loot, prices, show ENTRY", () => {
  it("look into the current version, or into another, with names and who leads where", async () => {
    const world = await smallWorld()
    const { json, run } = world
    const items = await run("catalog", "items", "--find", "GOL")
    assert.match(items.stdout, /^ID +TYPE +ACTIVE +LED TO BY +NAME\n1 +unit +yes +3 +Gold\n$/)
    assert.match((await run("catalog", "loot")).stdout, /^200 .*fulfils vendor 20/m)
    assert.match((await run("catalog", "vendors")).stdout, /^20 +randomly_sampled +2 +1 /m)
    assert.match((await run("catalog", "prices")).stdout, /^sword .*30/m)
    assert.strictEqual(
      (await run("catalog", "prices", "--find", "axe")).stderr,
      "Nothing like that is in this catalog.\n",
    )
    const page = await json("catalog", "loot", "--limit", "2")
    assert.deepInclude(page, { version: 1, next: "150" })
    assert.deepInclude(await json("catalog", "loot", "--limit", "2", "--after", "200"), { next: null })
    const gold = await run("catalog", "show", "gold")
    assert.match(
      gold.stdout,
      /^Who leads here\n {2}loot 100 of vendor 10 gives it\n {2}loot 300 of vendor 20 gives it\n {2}price_point sword \/ price is paid in it$/m,
    )
    const drop = await json("catalog", "show", "200", "--kind", "loot", "--odds")
    assert.deepInclude(drop["odds"], { loot_id: 200, exact: true })
    assert.notProperty(await json("catalog", "show", "200", "--kind", "loot"), "odds")
    await publish(world, 1)
    assert.strictEqual((await run("catalog", "show", "gold")).code, 3)
    assert.deepInclude(await json("catalog", "show", "gold", "--version", "1"), { version: 1, name: "Gold" })
    assert.strictEqual((await run("catalog", "items", "--version", "9")).code, 3)
  })
})

describe("garrison catalog republish", () => {
  it("shows in a dry run what would change, and says how the version before comes back", async () => {
    const world = await smallWorld()
    const { run } = world
    await publish(world, 1)
    const dry = await run("catalog", "republish", "1", "--dry-run")
    assert.include(dry.stdout, "+ Sword (2)")
    assert.include(dry.stderr, "nothing was changed")
    const back = await run("catalog", "republish", "1", "--yes", "--reason", "all swords are gone")
    assert.strictEqual(back.stderr, "To undo this: garrison catalog republish 2 --reason 'undo: all swords are gone'\n")
    assert.deepStrictEqual(
      (await versionsOf(world)).map(({ current, version }) => [version, current]),
      [
        [2, false],
        [1, true],
      ],
    )
  })
})

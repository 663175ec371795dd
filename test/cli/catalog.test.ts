/** Catalogs from the command line: findings with their places, publication, versions. */
import { assert, describe, it } from "@effect/vitest"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Run, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const cwd = temporaryDirectory()
const run = (...args: ReadonlyArray<string>): Promise<Run> => garrison(args, { cwd })

const file = (name: string, text: string): string => {
  writeFileSync(join(cwd, name), text)
  return name
}

const sound = file(
  "sound.json",
  JSON.stringify({
    items: { "1": { custom_data: { name: "Coin" } } },
    vendors: { "1": { type: "recipe", loot: { "10": { item_id: 1, quantity: 5 } } } },
  }),
)

const soundYaml = file(
  "sound.yaml",
  "items:\n  1:\n    custom_data:\n      name: Coin\nvendors:\n  1:\n    type: recipe\n    loot:\n      10:\n        item_id: 1\n        quantity: 5\n",
)

const changed = file("changed.yaml", "items:\n  1:\n    custom_data:\n      name: Gold\n")

const broken = file(
  "broken.json",
  '{\n  "items": {},\n  "vendors": {\n    "1": {\n      "type": "recipe",\n      "loot": {\n        "10": { "item_id": 7 },\n        "11": { "item_id": "x" }\n      }\n    }\n  }\n}\n',
)

describe("garrison catalog check", () => {
  it("accepts a sound document, JSON or YAML, without any database", async () => {
    for (const name of [sound, soundYaml]) {
      const result = await run("catalog", "check", name)
      assert.strictEqual(result.code, 0, result.stderr)
      assert.include(result.stdout, "1 item, 1 vendor, 1 loot: 0 errors, 0 warnings")
    }
  })

  it("lists findings with line, path and code, and ends with 2: the input is wrong", async () => {
    const result = await run("catalog", "check", broken)
    assert.strictEqual(result.code, 2)
    assert.match(result.stdout, /^broken\.json:8:28: error: vendors\.1\.loot\.11\.item_id: .* \(int_type\)$/m)
    assert.strictEqual(result.stderr, "error: The catalog would be refused.\n")
    assert.strictEqual(result.stdout.match(/errors?, \d+ warnings?/g)?.length, 1)
    const scripted = await run("catalog", "check", broken, "--json")
    assert.strictEqual(scripted.code, 2)
    const report = JSON.parse(scripted.stdout) as { accepted: boolean; findings: ReadonlyArray<object> }
    assert.isFalse(report.accepted)
    assert.deepInclude(report.findings.at(-1), { severity: "refusal", line: 8, column: 28 })
  })

  it("says line and column of YAML, too, and of YAML that cannot be read", async () => {
    const wrong = file("wrong.yaml", "items:\n  1: { tpe: unit }\nvendors:\n  1:\n    loot:\n      2: { item_id: x }\n")
    const { code, stdout } = await run("catalog", "check", wrong)
    assert.strictEqual(code, 2)
    assert.match(stdout, /^wrong\.yaml:2:13: error: items\.1\.tpe: /m)
    assert.match(stdout, /^wrong\.yaml:6:21: error: vendors\.1\.loot\.2\.item_id: .* \(int_type\)$/m)
    const twice = await run("catalog", "check", file("twice.yaml", "items:\n  1: {}\n  1: {}\n"))
    assert.include(twice.stdout, "twice.yaml:3:3: error: items.1: the key is given twice (text_unreadable)")
  })

  it("finds what only the whole document shows: references to nothing", async () => {
    const dangling = file("dangling.json", '{"items":{},"vendors":{"1":{"type":"recipe","loot":{"10":{"item_id":7}}}}}')
    const result = await run("catalog", "check", dangling)
    assert.strictEqual(result.code, 2)
    assert.include(result.stdout, "vendors.1.loot.10.item_id")
    assert.include(result.stdout, "(reference_dangling)")
  })

  it("refuses what is no catalog: without items and vendors, or with a part that no catalog has", async () => {
    const settings = file("settings.json", '{\n  "port": 9000\n}')
    const order = file("order.json", '{"entries":[{"type":"fill_loot","loot_id":1,"quantity":1}]}')
    const misspelt = file("misspelt.json", '{\n  "items": {},\n  "vendor": { "1": { "type": "recipe" } }\n}')
    for (const [name, said] of [
      [settings, "settings.json:2:11: error: port: a catalog has no part of this name: its parts are items, vendors"],
      [order, "error: entries: a catalog has no part of this name"],
      [misspelt, "misspelt.json:3:13: error: vendor: a catalog has no part of this name: did you mean vendors?"],
      [file("empty.json", "{}"), "empty.json:1:1: error: a catalog without items and without vendors has nothing"],
      [file("hollow.json", '{"items":{},"vendors":{}}'), "(catalog_empty)"],
    ] as const) {
      const run = elsewhere()
      const checked = await run("catalog", "check", join(cwd, name))
      assert.strictEqual(checked.code, 2, name)
      assert.include(checked.stdout.replaceAll(`${cwd}/`, ""), said)
      const published = await run("catalog", "publish", join(cwd, name))
      assert.strictEqual(published.code, 2, name)
      assert.include(published.stderr.replaceAll(`${cwd}/`, ""), said)
      assert.strictEqual((await run("catalog", "list")).code, 3, "a refused document leaves no database behind")
    }
  })

  it("lists findings in the order of the document, and one of a kind in the singular", async () => {
    const misplaced = file(
      "misplaced.json",
      `{
  "items": { "1": { "tpe": "unit" } },
  "vendors": {
    "1": { "tipe": 1, "loot": { "1": { "item_id": 7 } } },
    "2": { "loot": { "2": { "item_id": 8 } } }
  },
  "vendros": {}
}`,
    )
    const { stdout } = await run("catalog", "check", misplaced)
    const lines = Array.from(stdout.matchAll(/^misplaced\.json:(\d+):(\d+): (\w+)/gm), ([, ...parts]) =>
      parts.join(":"),
    )
    assert.deepStrictEqual(lines, ["2:28:error", "4:20:error", "4:51:error", "5:40:error", "7:14:error"])
    assert.include(stdout, "1 item, 2 vendors, 2 loot: 5 errors, 0 warnings")
    const allowed = await run("catalog", "check", misplaced, "--allow-unknown")
    assert.include(allowed.stdout, "1 item, 2 vendors, 2 loot: 3 errors, 2 warnings")
    const { findings } = JSON.parse((await run("catalog", "check", misplaced, "--json")).stdout) as {
      findings: ReadonlyArray<{ line: number }>
    }
    assert.deepStrictEqual(
      findings.map(({ line }) => line),
      [2, 4, 4, 5, 7],
    )
  })

  it("never leaves an error out for the sake of warnings", async () => {
    const items = Object.fromEntries(Array.from({ length: 60 }, (_, id) => [id + 1, { tpe: "unit" }]))
    const crowded = file("crowded.json", JSON.stringify({ items, vendors: { 1: { type: "recpe" } } }))
    const { stdout } = await run("catalog", "check", crowded, "--allow-unknown")
    assert.include(stdout, "vendors.1.type")
    assert.include(stdout, "… and 11 more; garrison catalog check --json lists all of them")
  })

  it("refuses an unknown field, unless --allow-unknown leaves it out", async () => {
    const misspelt = file("misspelt-field.json", '{"items":{"1":{"tpe":"unit"}}}')
    const here = elsewhere()
    for (const verb of ["check", "publish"]) {
      const refused = await here("catalog", verb, join(cwd, misspelt))
      assert.strictEqual(refused.code, 2)
      assert.include(refused.stdout + refused.stderr, "did you mean type? (unknown_field)")
      assert.strictEqual((await here("catalog", verb, join(cwd, misspelt), "--allow-unknown")).code, 0)
    }
    for (const compute of [["odds"], ["catalog", "diff", "published"], ["simulate", "--days", "1", "--players", "1"]]) {
      const refused = await here(...compute, join(cwd, misspelt))
      assert.strictEqual(refused.code, 2, compute.join(" "))
      assert.match(refused.stderr, /has (?:errors|1 error), so/)
      const allowed = await here(...compute, join(cwd, misspelt), "--allow-unknown")
      assert.notMatch(allowed.stderr, /has (?:errors|1 error), so/)
    }
  })

  it("takes a document with warnings, unless --strict allows none", async () => {
    const warned = file("warned.json", '{"items":{"1":{"tpe":"unit"}}}')
    const allowed = await run("catalog", "check", warned, "--allow-unknown")
    assert.strictEqual(allowed.code, 0)
    assert.include(allowed.stdout, "0 errors, 1 warning\n")
    const strict = await run("catalog", "check", warned, "--strict", "--allow-unknown")
    assert.strictEqual(strict.code, 2)
    assert.include(strict.stderr, "refused: --strict allows no warnings.")
    const here = elsewhere()
    const refused = await here("catalog", "publish", join(cwd, warned), "--strict", "--allow-unknown")
    assert.strictEqual(refused.code, 2)
    assert.include(refused.stderr, "did you mean type? (unknown_field)")
    assert.strictEqual((await here("catalog", "publish", join(cwd, sound), "--strict")).code, 0)
  })

  it("says where a text stops being JSON or YAML", async () => {
    const text = file("text.json", '{\n  "items": {,}\n}')
    assert.include((await run("catalog", "check", text)).stdout, "text.json:2:13: error:")
    const yaml = file("text.yaml", "items:\n\t1: {}\n")
    assert.include((await run("catalog", "check", yaml)).stdout, "text.yaml:2:1: error: Tabs are not allowed")
  })

  it("ends with 3 for a file that is not there", async () => {
    const result = await run("catalog", "check", "nowhere.json")
    assert.strictEqual(result.code, 3)
    assert.include(result.stderr, "nowhere.json cannot be read: it does not exist")
  })

  it("reads stdin", async () => {
    const result = await garrison(["catalog", "check", "-"], { cwd, input: '{"items":{"1":{}}}' })
    assert.strictEqual(result.code, 0, result.stderr)
  })
})

/** The command in a directory of its own, with the documents and without a database. */
const elsewhere = () => {
  const directory = temporaryDirectory()
  for (const name of [sound, soundYaml, changed, broken]) copyFileSync(join(cwd, name), join(directory, name))
  return (...args: ReadonlyArray<string>): Promise<Run> => garrison(args, { cwd: directory })
}

describe("a catalog that is no text to read", () => {
  const refusal = (name: string, input?: string): Promise<Run> =>
    garrison(["catalog", "check", name], { cwd, input: input ?? "" })

  it("is refused with 2 and says why: empty, not UTF-8, a directory, too large", async () => {
    mkdirSync(join(cwd, "directory.json"))
    writeFileSync(join(cwd, "latin1.json"), Buffer.from([0x7b, 0xe9, 0x7d]))
    writeFileSync(join(cwd, "large.json"), Buffer.alloc(32 * 1024 * 1024 + 1, " "))
    for (const [result, said] of [
      [await refusal("-"), "stdin is empty"],
      [await refusal("latin1.json"), "not UTF-8"],
      [await refusal("directory.json"), "a directory"],
      [await refusal("large.json"), "larger than 32 MiB"],
    ] as const) {
      assert.strictEqual(result.code, 2, result.stderr)
      assert.include(result.stderr, said)
    }
  })

  it("may begin with a byte order mark", async () => {
    assert.strictEqual((await refusal("-", '\uFEFF{"items":{"1":{}}}')).code, 0)
  })
})

describe("garrison catalog publish and list", () => {
  it("publishes, lists, publishes again, and guards with --if-match", async () => {
    const run = elsewhere()
    const first = await run("catalog", "publish", sound, "--json")
    assert.strictEqual(first.code, 0, first.stderr)
    const { version, etag } = JSON.parse(first.stdout) as { version: number; etag: string }
    assert.strictEqual(version, 1)

    const second = await run("catalog", "publish", changed, "--if-match", etag)
    assert.strictEqual(second.code, 0, second.stderr)
    assert.match(second.stdout, /^version +2$/m)

    const stale = await run("catalog", "publish", sound, "--if-match", "something-else")
    assert.strictEqual(stale.code, 5)
    assert.include(stale.stderr, "nothing was changed")

    assert.strictEqual((await run("catalog", "publish", "--version", "1")).code, 2, "asks for confirmation")
    const back = await run("catalog", "publish", "--version", "1", "--yes", "--json")
    assert.strictEqual(back.code, 0, back.stderr)
    const list = JSON.parse((await run("catalog", "list", "--json")).stdout) as {
      versions: ReadonlyArray<{ version: number; current: boolean }>
    }
    assert.deepStrictEqual(
      list.versions.map((one) => [one.version, one.current]),
      [
        [2, false],
        [1, true],
      ],
    )
    assert.match((await run("catalog", "list")).stdout, /^1 +yes +\d{4}-\d\d-\d\d/m)
  })

  it("says unchanged of the document that is current, JSON or YAML, and makes no version", async () => {
    const run = elsewhere()
    const first = JSON.parse((await run("catalog", "publish", sound, "--json")).stdout) as Record<string, unknown>
    assert.deepInclude(first, { version: 1, unchanged: false })
    const again = await run("catalog", "publish", soundYaml)
    assert.strictEqual(again.code, 0, again.stderr)
    assert.match(again.stdout, /^state +unchanged: .*\n+version +1$/m)
    const scripted = JSON.parse((await run("catalog", "publish", sound, "--json")).stdout) as Record<string, unknown>
    assert.deepStrictEqual(scripted, { ...first, unchanged: true })
    assert.strictEqual((await run("catalog", "publish", sound, "--if-match", "something-else")).code, 5)
    // No question either, where the answer would change nothing.
    assert.match((await run("catalog", "publish", "--version", "1")).stdout, /^state +unchanged/)
    const { versions } = JSON.parse((await run("catalog", "list", "--json")).stdout) as {
      versions: ReadonlyArray<object>
    }
    assert.lengthOf(versions, 1)
  })

  it("refuses a broken document whole, with its findings, and changes nothing", async () => {
    const run = elsewhere()
    assert.strictEqual((await run("catalog", "publish", sound)).code, 0)
    const before = (await run("catalog", "list", "--json")).stdout
    const result = await run("catalog", "publish", broken)
    assert.strictEqual(result.code, 2)
    assert.strictEqual(result.stdout, "")
    assert.include(result.stderr, "broken.json:8:28")
    assert.strictEqual((await run("catalog", "list", "--json")).stdout, before)
  })

  it("needs either a file or a version, and a version that exists", async () => {
    const run = elsewhere()
    assert.strictEqual((await run("catalog", "publish", sound)).code, 0)
    assert.strictEqual((await run("catalog", "publish")).code, 2)
    assert.strictEqual((await run("catalog", "publish", sound, "--version", "1")).code, 2)
    assert.strictEqual((await run("catalog", "publish", "--version", "99", "--yes")).code, 3)
  })

  it("looks for the version before it asks for consent", async () => {
    const run = elsewhere()
    for (const name of [sound, changed]) assert.strictEqual((await run("catalog", "publish", name)).code, 0)
    assert.strictEqual((await run("catalog", "publish", "--version", "99")).code, 3)
    const asked = await run("catalog", "publish", "--version", "1")
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /^error: Catalog version 1 of \d{4}-\d\d-\d\d .* becomes the current one/)
  })
})

/** Catalogs from the command line: findings with their places, publication, versions. */
import { assert, describe, it } from "@effect/vitest"
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { garrison, type Run, temporaryDirectory } from "./support/garrison.ts"

const cwd = temporaryDirectory()
const run = (...args: ReadonlyArray<string>): Run => garrison(args, { cwd })

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

const broken = file(
  "broken.json",
  '{\n  "items": {},\n  "vendors": {\n    "1": {\n      "type": "recipe",\n      "loot": {\n        "10": { "item_id": 7 },\n        "11": { "item_id": "x" }\n      }\n    }\n  }\n}\n',
)

describe("garrison catalog check", () => {
  it("accepts a sound document, JSON or YAML, without any database", () => {
    for (const name of [sound, soundYaml]) {
      const result = run("catalog", "check", name)
      assert.strictEqual(result.code, 0, result.stderr)
      assert.include(result.stdout, "1 items, 1 vendors, 1 loot: 0 errors, 0 warnings")
    }
  })

  it("lists findings with line, path and code, and ends with 2: the input is wrong", () => {
    const result = run("catalog", "check", broken)
    assert.strictEqual(result.code, 2)
    assert.match(result.stdout, /^broken\.json:8:28: error: vendors\.1\.loot\.11\.item_id: .* \(int_type\)$/m)
    assert.include(result.stderr, "would be refused")
    const scripted = run("catalog", "check", broken, "--json")
    assert.strictEqual(scripted.code, 2)
    const report = JSON.parse(scripted.stdout) as { accepted: boolean; findings: ReadonlyArray<object> }
    assert.isFalse(report.accepted)
    assert.deepInclude(report.findings[0], { severity: "refusal", line: 8, column: 28 })
  })

  it("finds what only the whole document shows: references to nothing", () => {
    const dangling = file("dangling.json", '{"items":{},"vendors":{"1":{"type":"recipe","loot":{"10":{"item_id":7}}}}}')
    const result = run("catalog", "check", dangling)
    assert.strictEqual(result.code, 2)
    assert.include(result.stdout, "vendors.1.loot.10.item_id")
    assert.include(result.stdout, "(reference_dangling)")
  })

  it("says where a text stops being JSON or YAML", () => {
    const text = file("text.json", '{\n  "items": {,}\n}')
    assert.include(run("catalog", "check", text).stdout, "text.json:2:13: error:")
    const yaml = file("text.yaml", "items:\n\t1: {}\n")
    assert.include(run("catalog", "check", yaml).stdout, "line 2")
  })

  it("ends with 3 for a file that is not there", () => {
    const result = run("catalog", "check", "nowhere.json")
    assert.strictEqual(result.code, 3)
    assert.include(result.stderr, "nowhere.json cannot be read: it does not exist")
  })

  it("reads stdin", () => {
    const result = garrison(["catalog", "check", "-"], { cwd, input: '{"items":{}}' })
    assert.strictEqual(result.code, 0, result.stderr)
  })
})

/** The command in a directory of its own, with the documents and without a database. */
const elsewhere = () => {
  const directory = temporaryDirectory()
  for (const name of [sound, soundYaml, broken]) copyFileSync(join(cwd, name), join(directory, name))
  return (...args: ReadonlyArray<string>): Run => garrison(args, { cwd: directory })
}

describe("a catalog that is no text to read", () => {
  const refusal = (name: string, input?: string): Run =>
    garrison(["catalog", "check", name], { cwd, input: input ?? "" })

  it("is refused with 2 and says why: empty, not UTF-8, a directory, too large", () => {
    mkdirSync(join(cwd, "directory.json"))
    writeFileSync(join(cwd, "latin1.json"), Buffer.from([0x7b, 0xe9, 0x7d]))
    writeFileSync(join(cwd, "large.json"), Buffer.alloc(32 * 1024 * 1024 + 1, " "))
    for (const [result, said] of [
      [refusal("-"), "stdin is empty"],
      [refusal("latin1.json"), "not UTF-8"],
      [refusal("directory.json"), "a directory"],
      [refusal("large.json"), "larger than 32 MiB"],
    ] as const) {
      assert.strictEqual(result.code, 2, result.stderr)
      assert.include(result.stderr, said)
    }
  })

  it("may begin with a byte order mark", () => {
    assert.strictEqual(refusal("-", '\uFEFF{"items":{}}').code, 0)
  })
})

describe("garrison catalog publish and list", () => {
  it("publishes, lists, publishes again, and guards with --if-match", () => {
    const run = elsewhere()
    const first = run("catalog", "publish", sound, "--json")
    assert.strictEqual(first.code, 0, first.stderr)
    const { version, etag } = JSON.parse(first.stdout) as { version: number; etag: string }
    assert.strictEqual(version, 1)

    const second = run("catalog", "publish", soundYaml, "--if-match", etag)
    assert.strictEqual(second.code, 0, second.stderr)
    assert.match(second.stdout, /^version +2$/m)

    const stale = run("catalog", "publish", sound, "--if-match", "something-else")
    assert.strictEqual(stale.code, 5)
    assert.include(stale.stderr, "nothing was changed")

    assert.strictEqual(run("catalog", "publish", "--version", "1").code, 2, "asks for confirmation")
    const back = run("catalog", "publish", "--version", "1", "--yes", "--json")
    assert.strictEqual(back.code, 0, back.stderr)
    const list = JSON.parse(run("catalog", "list", "--json").stdout) as {
      versions: ReadonlyArray<{ version: number; current: boolean }>
    }
    assert.deepStrictEqual(
      list.versions.map((one) => [one.version, one.current]),
      [
        [2, false],
        [1, true],
      ],
    )
    assert.match(run("catalog", "list").stdout, /^1 +yes +\d{4}-\d\d-\d\d/m)
  })

  it("refuses a broken document whole, with its findings, and changes nothing", () => {
    const run = elsewhere()
    assert.strictEqual(run("catalog", "publish", sound).code, 0)
    const before = run("catalog", "list", "--json").stdout
    const result = run("catalog", "publish", broken)
    assert.strictEqual(result.code, 2)
    assert.strictEqual(result.stdout, "")
    assert.include(result.stderr, "broken.json:8:28")
    assert.strictEqual(run("catalog", "list", "--json").stdout, before)
  })

  it("needs either a file or a version, and a version that exists", () => {
    const run = elsewhere()
    assert.strictEqual(run("catalog", "publish", sound).code, 0)
    assert.strictEqual(run("catalog", "publish").code, 2)
    assert.strictEqual(run("catalog", "publish", sound, "--version", "1").code, 2)
    assert.strictEqual(run("catalog", "publish", "--version", "99", "--yes").code, 3)
  })

  it("looks for the version before it asks for consent", () => {
    const run = elsewhere()
    assert.strictEqual(run("catalog", "publish", sound).code, 0)
    assert.strictEqual(run("catalog", "publish", "--version", "99").code, 3)
    const asked = run("catalog", "publish", "--version", "1")
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /^error: Catalog version 1 of \d{4}-\d\d-\d\d .* becomes the current one/)
  })
})

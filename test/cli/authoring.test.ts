/** Authored documents from the command line: names and their lock file, forms, several files, the schema. */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Run, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"

const goblin = `items:
  bones: {}
  coins: {}
vendors:
  kills:
    loot:
      goblin:
        always:
          - item: bones
        sometimes:
          - item: coins
            quantity: { min: 3, max: 5 }
            chance: 1/2
`

const folder = (files: Readonly<Record<string, string>>) => {
  const cwd = temporaryDirectory()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, name, ".."), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const run = (...args: ReadonlyArray<string>): Promise<Run> => garrison(["catalog", ...args], { cwd })
  const lock = (name = "catalog.lock.json") => join(cwd, name)
  return { cwd, run, lock }
}

interface Expanded {
  readonly items: Readonly<Record<string, { readonly custom_data: { readonly name: string } }>>
  readonly vendors: Readonly<Record<string, object>>
}

describe("garrison catalog expand", () => {
  it("prints the interface's own document, as JSON and as YAML, and writes no file", async () => {
    const { lock, run } = folder({ "goblin.yaml": goblin })
    const json = await run("expand", "goblin.yaml")
    assert.strictEqual(json.code, 0, json.stderr)
    const { items, vendors } = JSON.parse(json.stdout) as Expanded
    assert.sameMembers(
      Object.values(items).map(({ custom_data }) => custom_data.name),
      ["bones", "coins"],
    )
    assert.lengthOf(Object.keys(vendors), 4)
    const again = folder({
      "expanded.json": json.stdout,
      "expanded.yaml": (await run("expand", "goblin.yaml", "--yaml")).stdout,
    })
    for (const name of ["expanded.json", "expanded.yaml"]) {
      assert.strictEqual((await again.run("expand", name)).stdout, json.stdout)
    }
    assert.isFalse(existsSync(lock()))
  })

  it("writes the lock file when it is asked to, and checks it", async () => {
    const { cwd, lock, run } = folder({ "goblin.yaml": goblin })
    const stale = await run("expand", "goblin.yaml", "--check-lock")
    assert.strictEqual(stale.code, 2)
    assert.include(
      stale.stderr,
      "goblin.yaml:1:1: error: the lock file does not fit the document: garrison catalog expand",
    )
    assert.include((await run("expand", "goblin.yaml", "--write-lock")).stderr, "Wrote catalog.lock.json.")
    for (const verb of ["expand", "check"]) {
      assert.strictEqual((await run(verb, "goblin.yaml", "--check-lock")).code, 0)
    }
    const text = readFileSync(lock(), "utf8")
    writeFileSync(join(cwd, "goblin.yaml"), goblin.replaceAll("coins", "gold"))
    const gone = await run("check", "goblin.yaml")
    assert.include(gone.stdout, "warning: the name stands in the lock file and no longer in the document")
    assert.strictEqual((await run("check", "goblin.yaml", "--check-lock")).code, 2)
    writeFileSync(
      join(cwd, "goblin.yaml"),
      goblin.replaceAll("coins", "gold").replace("gold: {}", "gold: { was: coins }"),
    )
    assert.notInclude((await run("check", "goblin.yaml")).stdout, "warning:")
    assert.strictEqual(readFileSync(lock(), "utf8"), text, "check writes nothing")
  })

  it("refuses forms that are wrong with their places", async () => {
    const { run } = folder({ "goblin.yaml": goblin.replace("1/2", "3/2").replace("item: bones", "item: bone") })
    const { code, stderr, stdout } = await run("expand", "goblin.yaml")
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.include(
      stderr,
      "goblin.yaml:9:19: error: vendors.kills.loot.goblin.always.0.item: nothing has the name that is referred to: bone: did you mean bones?",
    )
    assert.match(
      stderr,
      /goblin\.yaml:13:21: error: vendors\.kills\.loot\.goblin\.sometimes\.0\.chance: .*\(form_malformed\)/,
    )
  })
})

describe("a document in several files", () => {
  const files = {
    "game/items.yaml": "items:\n  coins: {}\n",
    "game/vendors/a.yaml": "vendors:\n  shop:\n    loot:\n      purse: { item: coins }\n",
    "game/vendors/b.json": '{ "vendors": { "chest": { "loot": { "c": { "item": "coins", "stack_limit": 1 } } } } }',
  }

  it("is read by a pattern, with findings by file, and its lock file stands beside the first", async () => {
    const { lock, run } = folder(files)
    const checked = await run("check", "game/**/*.{yaml,json}")
    assert.strictEqual(checked.code, 0, checked.stderr)
    assert.include(checked.stdout, "1 item, 2 vendors, 2 loot: 0 errors, 1 warning")
    assert.match(checked.stdout, /^game\/vendors\/b\.json:1:\d+: warning: vendors\.chest\.loot\.c\.stack_limit: /m)
    const published = await run("publish", "game/items.yaml", "game/vendors/*")
    assert.strictEqual(published.code, 0, published.stderr)
    assert.isTrue(existsSync(lock("game/catalog.lock.json")))
    assert.match((await run("publish", "game/**/*.{yaml,json}")).stdout, /^state +unchanged/)
    assert.strictEqual((await run("check", "game/*/*.toml")).code, 3)
  })

  it("is refused for an entry that stands in two of them", async () => {
    const { run } = folder({ ...files, "game/more.yaml": "items:\n  coins: {}\n" })
    const { code, stdout } = await run("check", "game/*.yaml")
    assert.strictEqual(code, 2)
    assert.include(
      stdout,
      "game/more.yaml:2:10: error: items.coins: the key stands in two files: game/items.yaml has it already",
    )
  })
})

describe("garrison catalog publish", () => {
  it("keeps the ids of names from version to version, and writes no lock file in a dry run", async () => {
    const { cwd, lock, run } = folder({ "goblin.yaml": goblin })
    assert.strictEqual((await run("publish", "goblin.yaml", "--dry-run")).code, 3)
    assert.isFalse(existsSync(lock()))
    const first = await run("publish", "goblin.yaml")
    assert.include(first.stderr, "Wrote catalog.lock.json. Keep it beside the document, under version control.")
    const before = readFileSync(lock(), "utf8")
    writeFileSync(join(cwd, "goblin.yaml"), goblin.replace("  bones: {}\n", "  bones: {}\n  ash: {}\n"))
    assert.strictEqual((await run("publish", "goblin.yaml")).code, 0)
    const [old, now] = [before, readFileSync(lock(), "utf8")].map(
      (text) => (JSON.parse(text) as { ids: Record<string, Record<string, number>> }).ids,
    )
    assert.deepStrictEqual(now?.["loot"], old?.["loot"])
    assert.deepInclude(now?.["item"], old?.["item"])
    assert.hasAllKeys(now?.["item"], ["ash", "bones", "coins"])
  })

  it("refuses a lock file that cannot be right, and says which", async () => {
    const { run } = folder({ "goblin.yaml": goblin, "catalog.lock.json": "{}", "other.json": "nonsense" })
    const wrong = await run("publish", "goblin.yaml")
    assert.strictEqual(wrong.code, 2)
    assert.include(wrong.stderr, "catalog.lock.json is not a lock file of a catalog: lock_version")
    assert.include((await run("check", "goblin.yaml", "--lock", "other.json")).stderr, "other.json is not a lock file")
    assert.strictEqual((await run("check", "goblin.yaml", "--lock", "new.lock.json")).code, 0)
  })
})

describe("garrison catalog schema", () => {
  it("prints a JSON Schema", async () => {
    const { run } = folder({})
    const { code, stdout } = await run("schema")
    assert.strictEqual(code, 0)
    assert.deepInclude(JSON.parse(stdout), { $schema: "https://json-schema.org/draft/2020-12/schema" })
  })
})

/** Every command that lists: a row a line with `--ndjson`, the same rows as with `--json`, and tables that fit. */
import { assert, describe, it } from "@effect/vitest"
import { stripVTControlCharacters } from "node:util"
import { textWidth } from "../../packages/cli/src/output/textWidth.ts"
import { POUCH_LOOT } from "../support/catalog.ts"
import { NOBODY, smallWorld } from "./support/world.ts"

type Row = Readonly<Record<string, unknown>>

/** The words of each command, the member of its `--json` that has the rows, and whether the small world has any. */
const lists: ReadonlyArray<readonly [words: string, member: string, hasRows: boolean]> = [
  ["player list", "players", true],
  ["player search a", "players", true],
  ["client list", "clients", true],
  ["role list", "roles", true],
  ["key list", "keys", true],
  ["session list ADA", "sessions", true],
  ["audit list", "rows", true],
  ["catalog list", "versions", true],
  ["catalog promotions", "promotions", false],
  ["order list", "orders", true],
  ["player inventory ADA", "data", true],
]

const inWorld = async () => {
  const { ada, run } = await smallWorld()
  const ran = async (words: string) => {
    const result = await run(...words.replace("ADA", ada).split(" "))
    assert.strictEqual(result.code, 0, result.stderr)
    return result
  }
  await ran(`order submit ADA --loot ${POUCH_LOOT}`)
  return ran
}

/** The commands whose tables have names and ids of any length. */
const wide = [
  "player list",
  "player search",
  "player history ADA",
  "player restrictions",
  "player inventory ADA",
  "player orders ADA",
  "client list",
  "role list",
  "key list",
  "session list ADA",
  "audit list",
  "order list",
  "order list ADA",
  "catalog list",
  "catalog items",
  "catalog loot",
  "catalog vendors",
  "catalog prices",
  "catalog promotions",
]

const long = (text: string) => ({ custom_data: { name: `The Golden ${text} of a Name That Goes on and on and on` } })

/** A catalog with long names and long ids. */
const crowded = {
  items: { 1073741824: { ...long("Coin") }, 1073741825: { ...long("Sword") } },
  vendors: {
    1073741828: {
      ...long("Shop"),
      loot: {
        1073741830: {
          ...long("Chest"),
          item_id: 1073741824,
          quantity: 123456,
          current_price_point_guid: "p".repeat(60),
        },
        1073741831: { ...long("Blade"), item_id: 1073741825 },
      },
    },
  },
  price_points: {
    ["p".repeat(60)]: {
      current_breakpoints: [{ quantity: 1, currencies: [{ price_item_id: 1073741824, price: 1234567 }] }],
    },
  },
  promotions: {
    ["WELCOME".repeat(9)]: { loot_id: 1073741830, start: "2026-01-01T00:00:00Z", end: "2999-01-01T00:00:00Z" },
  },
}

/** A world with names, ids and texts that are longer than a terminal. */
const crowdedWorld = async () => {
  const { ada, file, run } = await smallWorld()
  const ran = async (words: string) => {
    const result = await run(...words.replace("ADA", ada).split(" "))
    assert.strictEqual(result.code, 0, `${words}: ${result.stderr}`)
    return result
  }
  await ran(`catalog publish ${file("crowded.json", JSON.stringify(crowded))}`)
  await ran("order submit ADA --loot 1073741830")
  await ran(`player ban ADA --until 2999-01-01T00:00:00Z --reason ${"because".repeat(9)} --yes`)
  await ran(`client create ${"match-server-".repeat(4)}x --kind machine --permission inv:create_order:player:any`)
  return { ran }
}

/** The rows, without what the time of the question decides. */
const rowsOf = (text: string): ReadonlyArray<Row> =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [timeless(JSON.parse(line) as Row)]))

const without = (row: Row, member: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== member))

const timeless = (row: Row): Row => without(without(row, "uses_known_until"), "age_seconds")

describe("a command that lists", () => {
  it("prints the rows of --json with --ndjson, each on a line, and nothing else on stdout", async () => {
    const ran = await inWorld()
    for (const [words, member, hasRows] of lists) {
      const whole = JSON.parse((await ran(`${words} --json`)).stdout) as Record<string, ReadonlyArray<Row>>
      const { stderr, stdout } = await ran(`${words} --ndjson`)
      assert.deepStrictEqual(rowsOf(stdout), whole[member]?.map(timeless), words)
      assert.strictEqual(rowsOf(stdout).length > 0, hasRows, words)
      assert.strictEqual(stderr, "", words)
    }
  })

  it("merges the lists of a history with --ndjson, and says of each row which it is from", async () => {
    const ran = await inWorld()
    const history = JSON.parse((await ran("player history ADA --json")).stdout) as Record<string, ReadonlyArray<Row>>
    const rows = rowsOf((await ran("player history ADA --ndjson")).stdout)
    assert.isNotEmpty(rows)
    for (const list of ["logins", "events", "acts"]) {
      const own = rows.filter((row) => row["list"] === list).map((row) => without(row, "list"))
      assert.deepStrictEqual(own, history[list], list)
    }
  })

  it("says how to go on, to people and to scripts, and --json has the marker itself", async () => {
    const ran = await inWorld()
    for (const words of ["player list", "player search", "audit list"]) {
      const page = JSON.parse((await ran(`${words} --limit 1 --json`)).stdout) as { readonly next: string }
      const marker = `There are more: the same command with --after ${page.next}`
      assert.include((await ran(`${words} --limit 1`)).stderr, marker)
      const { stderr, stdout } = await ran(`${words} --limit 1 --ndjson`)
      assert.deepStrictEqual(JSON.parse(stderr), { message: marker })
      const more = await ran(`${words} --limit 1 --after ${page.next} --ndjson`)
      assert.notStrictEqual(more.stdout, stdout, words)
    }
  })

  it("prints a table that fits a terminal of 80 columns, with the names whole that have room, and ids cut", async () => {
    const { ran } = await crowdedWorld()
    const shown = { isTTY: true, columns: 80 }
    const before = Object.keys(shown).map(
      (key) => [key, Reflect.getOwnPropertyDescriptor(process.stdout, key)] as const,
    )
    for (const [key, value] of Object.entries(shown)) {
      Object.defineProperty(process.stdout, key, { value, configurable: true, writable: true })
    }
    try {
      for (const words of wide) {
        const { stdout } = await ran(words)
        assert.isAbove(stdout.split("\n").length, 2, words)
        for (const line of stdout.split("\n"))
          assert.isAtMost(textWidth(stripVTControlCharacters(line)), 80, `${words}: ${line}`)
      }
      assert.match((await ran("order list ADA")).stdout, /[0-9a-f]{8}…[0-9a-f]{4}/)
      assert.match((await ran("player inventory ADA")).stdout, /The Golden Coin/)
    } finally {
      for (const [key, own] of before) {
        if (own === undefined) Reflect.deleteProperty(process.stdout, key)
        else Object.defineProperty(process.stdout, key, own)
      }
    }
    assert.match((await ran("order list ADA")).stdout, /[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  it("finds by the flags, and says where there is nothing", async () => {
    const ran = await inWorld()
    const found = async (words: string): Promise<number> => rowsOf((await ran(`${words} --ndjson`)).stdout).length
    assert.strictEqual(await found("player search dA --uuid ADA"), 1)
    assert.strictEqual(await found("player search --id 2"), 1)
    assert.strictEqual(await found("player search bri --online"), 0)
    assert.strictEqual(await found("order list --player ADA --result success --from 2020-01-01T00:00:00Z"), 1)
    assert.strictEqual(await found("order list ADA --source SUPPORT --loot 100 --item gold"), 1)
    assert.strictEqual(await found("order list ADA --result loot_not_found"), 0)
    assert.strictEqual(await found("player history ADA --kind login --actor game --from 2020-01-01T00:00:00Z"), 1)
    for (const none of [
      "--kind logout",
      "--actor nobody",
      "--to 2020-01-01T00:00:00Z",
      "--from 2999-01-01T00:00:00Z",
    ]) {
      assert.strictEqual(await found(`player history ADA ${none}`), 0, none)
    }
    assert.strictEqual(await found("order list --to 2020-01-01T00:00:00Z"), 0)
    assert.strictEqual(await found(`order list --player ${NOBODY}`), 0)
    assert.isAbove(await found("audit list --operation client.create --outcome done"), 1)
    assert.strictEqual(await found("audit list --actor nobody"), 0)
    assert.include((await ran("player search nobody-at-all")).stderr, "There is no such player.")
    assert.include((await ran("order list --source REFUND")).stderr, "There is no such order.")
    assert.include((await ran("player history ADA --kind logout")).stderr, "Nothing like that is kept.")
    assert.include((await ran("audit list --actor nobody")).stderr, "The audit has no such row.")
  })
})

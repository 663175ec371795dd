/** Every command that lists: a row a line with `--ndjson`, the same rows as with `--json`, and tables that fit. */
import { assert, describe, it } from "@effect/vitest"
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

/** The rows, without the time of the question. */
const rowsOf = (text: string): ReadonlyArray<Row> =>
  text.split("\n").flatMap((line) => (line === "" ? [] : [timeless(JSON.parse(line) as Row)]))

const without = (row: Row, member: string): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== member))

const timeless = (row: Row): Row => without(row, "uses_known_until")

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

  it("finds by the flags, and says where there is nothing", async () => {
    const ran = await inWorld()
    const found = async (words: string): Promise<number> => rowsOf((await ran(`${words} --ndjson`)).stdout).length
    assert.strictEqual(await found("player search dA --uuid ADA"), 1)
    assert.strictEqual(await found("player search --id 2"), 1)
    assert.strictEqual(await found("player search bri --online"), 0)
    assert.strictEqual(await found("order list --player ADA --result success --from 2020-01-01T00:00:00Z"), 1)
    assert.strictEqual(await found("order list --to 2020-01-01T00:00:00Z"), 0)
    assert.strictEqual(await found(`order list --player ${NOBODY}`), 0)
    assert.isAbove(await found("audit list --operation client.create --outcome done"), 1)
    assert.strictEqual(await found("audit list --actor nobody"), 0)
    assert.include((await ran("player search nobody-at-all")).stderr, "There is no such player.")
    assert.include((await ran("order list --source REFUND")).stderr, "There is no such order.")
    assert.include((await ran("audit list --actor nobody")).stderr, "The audit has no such row.")
  })
})

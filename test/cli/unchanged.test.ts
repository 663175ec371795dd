/**
 * What commands of operators leave alone: a dry run, a refusal, a question that is not answered and a revision that has
 * passed change no row of any table; and what each says of it, to people and to scripts. The audit has refusals too.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Run, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { NOBODY, smallWorld } from "./support/world.ts"

/** Every row of every table. */
const rowsIn = (cwd: string): Record<string, ReadonlyArray<string>> => {
  const database = new DatabaseSync(join(cwd, "garrison.db"), { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = tables.map(({ name }): [string, ReadonlyArray<string>] => [
    String(name),
    database
      .prepare(`SELECT * FROM ${String(name)}`)
      .all()
      .map((row) => JSON.stringify(row)),
  ])
  database.close()
  return Object.fromEntries(rows)
}

const world = async () => {
  const { ada: player, cwd, run } = await smallWorld()
  /** Runs the command and holds it to changing nothing, but perhaps the audit. */
  const idle = async (args: ReadonlyArray<string>, mayAudit = true): Promise<Run> => {
    const before = rowsIn(cwd)
    const ended = await run(...args)
    const after = rowsIn(cwd)
    if (mayAudit) for (const table of ["audit", "audit_head"]) after[table] = before[table] ?? []
    // Housekeeping deletes empty buckets of failed logins whenever Garrison is open.
    const isHeld = (table: string): boolean => table !== "login_failure"
    const isOther = (table: string): boolean => before[table]?.join("\n") !== after[table]?.join("\n")
    const changed = Object.keys(before).filter((table) => isHeld(table) && isOther(table))
    assert.deepStrictEqual(changed, [], args.join(" "))
    return ended
  }
  return { cwd, run, idle, player }
}

/** Commands that change something of Ada, of the machine or of its keys. */
const changes = (player: string): ReadonlyArray<ReadonlyArray<string>> => [
  ["player", "ban", player, "--yes"],
  ["player", "role", player, "1"],
  ["session", "end", player],
  ["client", "create", "shop", "--kind", "machine"],
  ["client", "rotate", "server", "--yes"],
  ["client", "disable", "server", "--yes"],
  ["client", "enable", "server"],
]

describe("a dry run", () => {
  it("changes no row, says so to people, and tells scripts in JSON", async () => {
    const { idle, player } = await world()
    for (const args of changes(player)) {
      const people = await idle([...args, "--dry-run"], false)
      assert.strictEqual(people.code, 0, people.stderr)
      assert.include(people.stderr, "This was a dry run: nothing was changed.")
      const scripts = await idle([...args, "--dry-run", "--json"], false)
      assert.isObject(JSON.parse(scripts.stdout))
      const [line = "", ...others] = scripts.stderr.trim().split("\n").slice(-1)
      assert.deepStrictEqual(others, [])
      assert.isObject(JSON.parse(line), args.join(" "))
    }
  })

  it("control: without it there are rows that change", async () => {
    const { cwd, run, player } = await world()
    const before = rowsIn(cwd)
    assert.strictEqual((await run("player", "ban", player, "--yes")).code, 0)
    const after = rowsIn(cwd)
    for (const table of ["restriction", "audit", "person"]) assert.notDeepEqual(after[table], before[table], table)
  })
})

describe("a revision that has passed", () => {
  it("is refused with 5, by every command that takes one, and nothing is stored", async () => {
    const { idle, player } = await world()
    for (const args of [
      ["player", "ban", player, "--yes"],
      ["player", "role", player, "1"],
      ["session", "end", player],
      ["client", "rotate", "server", "--yes"],
      ["client", "disable", "server", "--yes"],
      ["client", "enable", "server"],
    ]) {
      const refused = await idle([...args, "--if-revision", "9"])
      assert.deepStrictEqual([refused.code, refused.stdout], [5, ""], `${args.join(" ")}: ${refused.stderr}`)
      assert.include(refused.stderr, "has revision 0 now")
    }
  })
})

describe("a question that no terminal can answer", () => {
  it("ends with 2 and names --yes, and nothing is lost", async () => {
    const { idle, player } = await world()
    for (const args of [
      ["player", "ban", player],
      ["client", "rotate", "server"],
      ["client", "disable", "server"],
    ]) {
      const refused = await idle(args)
      assert.deepStrictEqual([refused.code, refused.stdout], [2, ""], args.join(" "))
      assert.include(refused.stderr, "--yes")
    }
  })
})

describe("what is not there", () => {
  it("is refused with 3, to scripts as one line of JSON, and nothing is stored", async () => {
    const { idle, player } = await world()
    for (const [args, said] of [
      [["player", "show", NOBODY], NOBODY],
      [["player", "inventory", NOBODY], NOBODY],
      [["player", "history", NOBODY], NOBODY],
      [["session", "list", NOBODY], NOBODY],
      [["session", "end", NOBODY], NOBODY],
      [["client", "history", "shop"], "There is no client shop."],
      [["player", "ban", NOBODY, "--yes"], NOBODY],
      [["player", "unban", NOBODY], NOBODY],
      [["player", "unban", player], "No restriction"],
      [["player", "role", NOBODY, "1"], NOBODY],
      [["order", "show", player, NOBODY], `has no order ${NOBODY}`],
      [["order", "show", NOBODY, NOBODY], `has no order ${NOBODY}`],
      [["client", "rotate", "shop", "--yes"], "There is no client shop."],
      [["client", "disable", "shop", "--yes"], "There is no client shop."],
      [["client", "enable", "shop"], "There is no client shop."],
      [["catalog", "show", "--version", "99"], "99"],
    ] as const) {
      const people = await idle(args)
      assert.deepStrictEqual([people.code, people.stdout], [3, ""], `${args.join(" ")}: ${people.stderr}`)
      assert.include(people.stderr, said)
      const scripts = await idle([...args, "--json"])
      assert.deepStrictEqual([scripts.code, scripts.stdout], [3, ""])
      assert.include(JSON.stringify(JSON.parse(scripts.stderr)), said)
    }
  })

  it("no command but those that make something makes a database", async () => {
    const cwd = temporaryDirectory()
    for (const args of [
      ["player", "list"],
      ["player", "show", NOBODY],
      ["player", "history", NOBODY],
      ["session", "list", NOBODY],
      ["session", "end", NOBODY],
      ["client", "history", "shop"],
      ["audit", "list"],
      ["player", "ban", NOBODY, "--yes"],
      ["player", "unban", NOBODY],
      ["player", "role", NOBODY, "1"],
      ["order", "show", NOBODY, NOBODY],
      ["client", "list"],
      ["client", "disable", "shop", "--yes"],
      ["client", "enable", "shop"],
      ["key", "list"],
      ["key", "rotate"],
      ["catalog", "list"],
      ["catalog", "show"],
    ]) {
      const refused = await garrison(args, { cwd })
      assert.strictEqual(refused.code, 3, `${args.join(" ")}: ${refused.stderr}`)
      assert.include(refused.stderr, "There is no database at")
    }
    assert.deepStrictEqual(readdirSync(cwd), [])
  })
})

describe("wrong usage", () => {
  it("ends with 2 and says which argument or flag it is", async () => {
    const { idle, player } = await world()
    for (const [args, said] of [
      [["player", "show"], "<player_uuid> is missing"],
      [["order", "show", player], "<order_id> is missing"],
      [["client", "disable"], "<client_id> is missing"],
      [["client", "enable", "server", "--if-revision", "x"], "--if-revision"],
      [["client", "enable", "server", "--reason", ""], "--reason must be a text"],
      [["key", "rotate", "--reason", "x".repeat(1025)], "--reason must be a text of 1 to 1024 characters"],
      [["catalog", "show", "--version", "one"], "--version"],
      [["catalog", "show", "--kind", "item"], "entry: is required"],
    ] as const) {
      const refused = await idle(args)
      assert.deepStrictEqual([refused.code, refused.stdout], [2, ""], `${args.join(" ")}: ${refused.stderr}`)
      assert.include(refused.stderr, said)
    }
  })
})

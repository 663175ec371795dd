/** `garrison player list`: pages of players by name, as a table and as JSON, and what is refused. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Run, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { smallWorld } from "./support/world.ts"

interface Page {
  readonly players: ReadonlyArray<Record<string, unknown>>
  readonly next: string | null
}

const pageOf = ({ code, stderr, stdout }: Run): Page => {
  assert.strictEqual(code, 0, stderr)
  return JSON.parse(stdout) as Page
}

const inWorld = async () => {
  const { run } = await smallWorld()
  return (...args: ReadonlyArray<string>): Promise<Run> => run("player", "list", ...args)
}

describe("garrison player list", () => {
  it("lists all players by name, with what other commands take", async () => {
    const run = await inWorld()
    const { players, next } = pageOf(await run("--json"))
    assert.isNull(next)
    assert.isAbove(players.length, 1)
    const names = players.map(({ display_name }) => String(display_name).toLowerCase())
    assert.deepStrictEqual(names, names.toSorted())
    const ada = players.find(({ display_name }) => display_name === "Ada")
    assert.hasAllKeys(ada, ["player_uuid", "player_id", "display_name", "platform", "role_id", "active", "created"])
    const shown = await run()
    assert.match(shown.stdout, /^DISPLAY_NAME +PLAYER_UUID +PLATFORM +ROLE +STATE +CREATED *\n/)
    assert.match(shown.stdout, new RegExp(`^Ada +${String(ada?.["player_uuid"])} .* active `, "m"))
    assert.strictEqual(shown.stderr, "")
  })

  it("lists those that a name begins, in either case", async () => {
    const run = await inWorld()
    for (const name of ["Ad", "aDA"]) {
      const { players } = pageOf(await run("--name", name, "--json"))
      assert.deepStrictEqual(
        players.map(({ display_name }) => display_name),
        ["Ada"],
      )
    }
    const none = await run("--name", "Adab")
    assert.deepStrictEqual([none.code, none.stdout], [0, ""])
    assert.include(none.stderr, 'There are no players whose name begins with "Adab".')
    assert.deepStrictEqual(pageOf(await run("--name", "Adab", "--json")), { players: [], next: null })
  })

  it("goes on where a page ended", async () => {
    const run = await inWorld()
    const { players } = pageOf(await run("--json"))
    let page = pageOf(await run("--limit", "1", "--json"))
    const found = [...page.players]
    while (page.next !== null && found.length < 100) {
      page = pageOf(await run("--limit", "1", "--after", page.next, "--json"))
      found.push(...page.players)
    }
    assert.deepStrictEqual(found, players)
    const first = await run("--limit", "1")
    const marker = /There are more: the same command with --after (\S+)/.exec(first.stderr)?.[1] ?? ""
    const second = await run("--limit", "1", "--after", marker)
    assert.include(second.stdout, String(players[1]?.["player_uuid"]))
  })

  it("refuses what is wrong, by the flag it was given with", async () => {
    const run = await inWorld()
    for (const [args, said] of [
      [["--limit", "0"], "--limit must be 1 to 1000, not 0"],
      [["--limit", "1001"], "--limit must be 1 to 1000, not 1001"],
      [["--limit", "many"], "--limit"],
      [["--after", "Ada"], "--after: must be the marker of a page of the same list"],
      [["--name", "x".repeat(65)], "--name: must be at most 64 characters"],
    ] as const) {
      const refused = await run(...args)
      assert.strictEqual(refused.code, 2, `${args.join(" ")}: ${refused.stderr}`)
      assert.strictEqual(refused.stdout, "")
      assert.include(refused.stderr, said)
    }
  })

  it("makes no database", async () => {
    const cwd = temporaryDirectory()
    const refused = await garrison(["player", "list"], { cwd })
    assert.notStrictEqual(refused.code, 0)
    assert.deepStrictEqual(readdirSync(cwd), [])
  })
})

describe("garrison player online", () => {
  it("counts players by platform, says invisible ones apart, and agrees with status and search", async () => {
    const { cwd, run } = await smallWorld()
    const none = await run("player", "online")
    assert.strictEqual(none.stdout, "0 players online\n")
    const database = new DatabaseSync(join(cwd, "garrison.db"))
    database.exec(`INSERT INTO person_presence (person_id, player_uuid, status, undisturbed, last_seen, platform)
      SELECT person_id, player_uuid, 'online', 0, ${Date.now()}, platform FROM person_player`)
    database.exec(`UPDATE person_presence SET status = 'invisible'
      WHERE player_uuid = (SELECT player_uuid FROM person_player WHERE display_name = 'Ada')`)
    const players = Number(database.prepare("SELECT COUNT(*) AS players FROM person_player").get()?.["players"])
    database.close()
    const counts = JSON.parse((await run("player", "online", "--json")).stdout) as Readonly<Record<string, unknown>>
    assert.deepInclude(counts, { players_online: players, invisible: 1, bounded: false })
    const told = (await run("player", "online")).stdout
    assert.match(
      told,
      new RegExp(`^${players} players online, 1 of them invisible\n\nPLATFORM +ONLINE +AWAY +INVISIBLE`),
    )
    assert.include((await run("status")).stdout, `${players}, 1 of them invisible`)
    assert.lengthOf(pageOf(await run("player", "search", "--online", "--json")).players, players - 1)
    const [ada] = pageOf(await run("player", "list", "--name", "Ada", "--json")).players
    const shown = await run("player", "show", String(ada?.["player_uuid"]), "--section", "presence")
    assert.match(shown.stdout, /^presence +invisible at \w+, last seen \d{4}-/m)
  })
})

describe("garrison player prunable", () => {
  it("counts anonymous players who never came back and deletes none", async () => {
    const { cwd, run } = await smallWorld()
    const args = ["player", "prunable", "--days", "30"] as const
    assert.deepStrictEqual(JSON.parse((await run(...args, "--json")).stdout), { days: 30, old: 0, prunable: 0 })
    const database = new DatabaseSync(join(cwd, "garrison.db"))
    database.exec("UPDATE person_player SET created_at = 1; UPDATE person SET last_login_at = 1")
    database.exec("DELETE FROM refresh_exchange; DELETE FROM login_session; DELETE FROM notification_list")
    const [{ players, kept } = {}] = database
      .prepare("SELECT (SELECT COUNT(*) FROM person_player) AS players, (SELECT COUNT(*) FROM inventory_owner) AS kept")
      .all()
    database.close()
    const { old, prunable } = JSON.parse((await run(...args, "--json")).stdout) as Readonly<Record<string, number>>
    assert.strictEqual(old, players)
    assert.strictEqual(prunable, Number(players) - Number(kept))
    const told = await run(...args)
    assert.include(told.stdout, `${String(prunable)} of ${String(old)} anonymous players`)
    assert.include(told.stdout, "Nothing was deleted")
    const wrong = await run("player", "prunable", "--days", "0")
    assert.strictEqual(wrong.code, 2)
    assert.include(wrong.stderr, "--days")
  })
})

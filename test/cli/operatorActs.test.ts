/**
 * Commands by which an operator changes players, clients and keys: what they say, what they store, and that the audit
 * has who did it and why.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import type { Run } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { json, NOBODY, smallWorld, type World } from "./support/world.ts"

/** A small world of its own, about Ada. */
const world = async () => {
  const { ada: player, ...more } = await smallWorld()
  return { ...more, player }
}

/** The acts that the audit has, as operation, actor and reason, the oldest first. */
const audited = (rows: World["rows"]): ReadonlyArray<string> =>
  rows("SELECT * FROM audit ORDER BY sequence").map((row) =>
    [row["operation"], row["actor_name"], row["reason"]].join(" · "),
  )

describe("garrison player ban, unban", () => {
  it("bans once it is confirmed, tells the player why, and lifts it again", async () => {
    const { player, run } = await world()
    const asked = await run("player", "ban", player, "--until", "2999-01-01T00:00:00Z")
    assert.strictEqual(asked.code, 2)
    assert.match(
      asked.stderr,
      /^error: This restricts Ada \(\S+\) until 2999-01-01 00:00:00 UTC \(account_ban\), .*--yes/s,
    )
    const banned = json(await run("player", "ban", player, "--tell", "Cheating", "--note", "video", "--yes", "--json"))
    const expected = { type: "account_ban", reason: "Cheating", note: "video", expiration: null, lifted: null }
    assert.deepInclude(banned, { ...expected, issuer: userInfo().username })
    const token = await run("token", "--player", player)
    assert.strictEqual(token.code, 4)
    assert.include(token.stderr, "account_ban is in force")
    const lifted = await run("player", "unban", player)
    assert.match(lifted.stdout, /^LIFTED +RESTRICTION_ID +ISSUER\naccount_ban +[0-9a-f-]{36} /)
    assert.strictEqual((await run("token", "--player", player)).code, 0)
  })

  it("stores nothing in a dry run, which needs no confirmation", async () => {
    const { player, run } = await world()
    const dry = await run("player", "ban", player, "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, /^in force +for ever$/m)
    assert.include(dry.stderr, "This was a dry run: nothing was changed.")
    assert.strictEqual((await run("token", "--player", player)).code, 0)
    json(await run("player", "ban", player, "--yes", "--json"))
    const dryLift = json(await run("player", "unban", player, "--dry-run", "--json"))
    assert.lengthOf(dryLift["lifted"] as ReadonlyArray<unknown>, 1)
    assert.strictEqual((await run("token", "--player", player)).code, 4)
  })

  it("lifts the one that is named, or all that are in force", async () => {
    const { player, run } = await world()
    const ban = (type: string) => run("player", "ban", player, "--type", type, "--yes", "--json")
    const { restriction_id: first } = json(await ban("account_ban"))
    for (const type of ["account_lockout", "account_deny_auth"]) json(await ban(type))
    const one = json(await run("player", "unban", player, "--restriction", String(first), "--json"))
    assert.lengthOf(one["lifted"] as ReadonlyArray<unknown>, 1)
    const again = await run("player", "unban", player, "--restriction", String(first))
    assert.strictEqual(again.code, 3)
    assert.include(again.stderr, `has no restriction ${String(first)} in force`)
    const rest = json(await run("player", "unban", player, "--json"))
    assert.lengthOf(rest["lifted"] as ReadonlyArray<unknown>, 2)
    const none = await run("player", "unban", player)
    assert.deepStrictEqual([none.code, none.stdout], [3, ""])
    assert.include(none.stderr, "No restriction of Ada")
  })

  it("refuses what is wrong, by the flag it was given with", async () => {
    const { player, run } = await world()
    for (const [args, code, said] of [
      [["ban", NOBODY, "--yes"], 3, NOBODY],
      [["ban", "42", "--yes"], 3, "There is no player called 42."],
      [["ban", player, "--until", "tomorrow", "--yes"], 2, '--until must be a date and time, not "tomorrow"'],
      [["ban", player, "--until", "2001-01-01T00:00:00Z", "--yes"], 2, "--until: "],
      [["ban", player, "--type", "account_bann"], 2, "Did you mean account_ban?"],
      [["ban", player, "--tell", "x".repeat(1025), "--yes"], 2, "--tell: "],
      [["ban", player, "--reason", "x".repeat(1025), "--yes"], 2, "--reason must be a text of 1 to 1024 characters"],
      [["ban", player, "--reason", "", "--yes"], 2, "--reason must be a text"],
      [["unban", NOBODY], 3, NOBODY],
      [["unban", "42"], 3, "There is no player called 42."],
    ] as const) {
      const refused = await run("player", ...args)
      assert.strictEqual(refused.code, code, `${args.join(" ")}: ${refused.stderr}`)
      assert.strictEqual(refused.stdout, "")
      assert.include(refused.stderr, said)
    }
  })
})

describe("a revision", () => {
  it("is shown, and a change that expects another one is refused with what changed", async () => {
    const { player, run } = await world()
    assert.strictEqual(json(await run("player", "show", player, "--json"))["revision"], 0)
    json(await run("player", "ban", player, "--if-revision", "0", "--yes", "--json"))
    const stale = await run("player", "unban", player, "--if-revision", "0")
    assert.strictEqual(stale.code, 5)
    assert.match(stale.stderr, /It has been changed since it was read \(.+ by .+\), and has revision 1 now\./)
    json(await run("player", "unban", player, "--if-revision", "1", "--json"))
    const { clients } = json(await run("client", "list", "--json")) as {
      readonly clients: ReadonlyArray<Record<string, unknown>>
    }
    assert.deepStrictEqual([...new Set(clients.map(({ revision }) => revision))], [0])
    const client = await run("client", "disable", "server", "--if-revision", "7", "--yes")
    assert.strictEqual(client.code, 5)
  })
})

describe("garrison player unlink", () => {
  /** A second way to log in for Ada, as a link makes it. */
  const linked = async () => {
    const made = await world()
    const ofAda = `SELECT person_id FROM player WHERE player_uuid = x'${made.player.replaceAll("-", "")}'`
    made.exec(
      `INSERT INTO portal_user (portal_user_id, platform, person_id) SELECT 'radia', 'Golf', person_id FROM (${ofAda});
        INSERT INTO person_portal_user (person_id, platform, portal_user_id, player_uuid, display_name, created_at)
          SELECT person_id, 'Golf', 'radia', player_uuid, 'Radia', 1 FROM person_portal_user
          WHERE person_id = (${ofAda}) LIMIT 1`,
    )
    return made
  }

  it("takes a way to log in, of which one stays, and says who did it and why", async () => {
    const { player, rows, run } = await linked()
    const shown = json(await run("player", "show", player, "--json"))
    assert.lengthOf(shown["portal_users"] as ReadonlyArray<unknown>, 2)
    const dry = json(await run("player", "unlink", player, "golf", "radia", "--dry-run", "--json"))
    assert.lengthOf(dry["portal_users"] as ReadonlyArray<unknown>, 1)
    const done = await run("player", "unlink", player, "Golf", "radia", "--reason", "ticket 4711")
    assert.strictEqual(done.code, 0, done.stderr)
    assert.match(done.stdout, /^unlinked +Golf radia$/m)
    assert.strictEqual((await run("player", "unlink", player, "Golf", "radia")).code, 3)
    const [left] = json(await run("player", "show", player, "--json"))["portal_users"] as ReadonlyArray<
      Readonly<Record<string, string>>
    >
    const last = await run("player", "unlink", player, left?.["platform"] ?? "", left?.["portal_user_id"] ?? "")
    assert.match(last.stderr, /^error: No other portal user logs in as this player/)
    const unknown = await run("player", "unlink", player, "Sesame", "radia")
    assert.strictEqual(unknown.code, 2)
    assert.include(unknown.stderr, "It must be one of Anon, Basic")
    assert.strictEqual((await run("player", "unlink", NOBODY, "Golf", "radia")).code, 3)
    assert.include(audited(rows), `person.unlink · ${userInfo().username} · ticket 4711`)
  })

  it("says which restrictions go along, releases them with a reason, and lets go of none by a flag with a reason", async () => {
    const { player, run } = await linked()
    json(await run("player", "ban", player, "--yes", "--json"))
    const free = ["player", "unlink", player, "Golf", "radia", "--without-restrictions"]
    assert.include((await run(...free)).stderr, "--reason")
    assert.deepStrictEqual(json(await run(...free, "--dry-run", "--json"))["kept_restrictions"], [])
    assert.match((await run("player", "unlink", player, "Golf", "radia")).stdout, /^went with it +account_ban$/m)
    const release = ["player", "release", "Golf", "radia"]
    assert.strictEqual((await run(...release)).code, 2)
    assert.match((await run(...release, "--reason", "ticket 4711")).stdout, /^released +account_ban$/m)
    assert.strictEqual((await run(...release, "--reason", "ticket 4711")).code, 3)
  })
})

describe("garrison player role", () => {
  it("gives a role that exists, and refuses another", async () => {
    const { cwd, player, run } = await world()
    const database = new DatabaseSync(join(cwd, "garrison.db"))
    const columns = database.prepare("SELECT * FROM role WHERE role_id = 1").get() ?? {}
    const names = Object.keys(columns)
    const values = { ...columns, role_id: 7, name: "moderator" } as Record<string, string | number>
    database
      .prepare(`INSERT INTO role (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`)
      .run(...names.map((name) => values[name] ?? null))
    database.close()
    const dry = json(await run("player", "role", player, "7", "--dry-run", "--json"))
    assert.deepInclude(dry, { role_id: 7, previous_role_id: 1 })
    assert.strictEqual(json(await run("player", "show", player, "--json"))["role_id"], 1)
    const given = await run("player", "role", player, "7", "--reason", "helps out")
    assert.match(given.stdout, /^role +7 moderator\nbefore +1$/m)
    assert.strictEqual(json(await run("player", "show", player, "--json"))["role_id"], 7)
    for (const [args, code, said] of [
      [[player, "99"], 3, "There is no role 99."],
      [[NOBODY, "7"], 3, NOBODY],
      [[player, "one"], 3, "There is no role called one."],
      [[player], 2, "<role_id> is missing"],
    ] as const) {
      const refused = await run("player", "role", ...args)
      assert.strictEqual(refused.code, code, refused.stderr)
      assert.include(refused.stderr, said)
    }
  })
})

describe("garrison client disable, enable", () => {
  it("refuses a client's logins until it is enabled again", async () => {
    const { run } = await world()
    const asked = await run("client", "disable", "server")
    assert.strictEqual(asked.code, 2)
    assert.include(asked.stderr, "refuses every login of server from now on, and ends its sessions.")
    assert.match((await run("client", "disable", "server", "--dry-run")).stdout, /^state +disabled$/m)
    assert.deepInclude(json(await run("client", "disable", "server", "--yes", "--json")), {
      client_id: "server",
      disabled: true,
      revision: 1,
    })
    const refused = await run("token", "--client", "server")
    assert.strictEqual(refused.code, 4)
    assert.include(refused.stderr, "it is disabled")
    assert.match((await run("client", "list")).stdout, /^server +machine +disabled/m)
    assert.match((await run("client", "enable", "server")).stdout, /^state +active$/m)
    assert.strictEqual((await run("token", "--client", "server")).code, 0)
  })

  it("says 3 for a client that is not there", async () => {
    const { run } = await world()
    for (const verb of ["disable", "enable"]) {
      const refused = await run("client", verb, "nobody")
      assert.strictEqual(refused.code, 3)
      assert.include(refused.stderr, "There is no client nobody.")
    }
  })

  it("rotate shows no secret in a dry run, and keeps the one that is there", async () => {
    const { run } = await world()
    const dry = await run("client", "rotate", "server", "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.notInclude(dry.stdout + dry.stderr, "gar_")
    assert.strictEqual((await run("client", "rotate", "server", "--if-revision", "0", "--yes")).code, 0)
    assert.strictEqual((await run("client", "rotate", "server", "--if-revision", "0", "--yes")).code, 5)
  })
})

describe("garrison key", () => {
  interface Key {
    readonly key_id: string
    readonly state: string
    readonly signs_from: string
  }
  /** The keys, all with the same age: theirs is another one in the next second. */
  const keysOf = (run: Run) => (json(run)["keys"] as ReadonlyArray<Key>).map((key) => ({ ...key, age_seconds: 0 }))

  it("lists the keys without their private parts, one of which signs", async () => {
    const { run } = await world()
    const keys = keysOf(await run("key", "list", "--json"))
    assert.lengthOf(
      keys.filter(({ state }) => state === "signing"),
      1,
    )
    const human = await run("key", "list")
    assert.match(human.stdout, /^KEY_ID +STATE +ALGORITHM +AGE +SIGNS FROM +REPLACED +RETIRES$/m)
    for (const { key_id } of keys) assert.include(human.stdout, key_id)
    assert.notMatch(human.stdout, /"d"|PRIVATE/)
  })

  it("lets the next key sign earlier, and tells in a dry run from when", async () => {
    const { run } = await world()
    const before = keysOf(await run("key", "list", "--json"))
    const dry = json(await run("key", "rotate", "--dry-run", "--json"))
    assert.deepStrictEqual(keysOf(await run("key", "list", "--json")), before)
    const rotated = json(await run("key", "rotate", "--reason", "the backup was lost", "--json"))
    assert.strictEqual(rotated["key_id"], dry["key_id"])
    const after = keysOf(await run("key", "list", "--json")).find(({ key_id }) => key_id === rotated["key_id"])
    const then = before.find(({ key_id }) => key_id === rotated["key_id"])
    assert.isBelow(Date.parse(after?.signs_from ?? ""), Date.parse(then?.signs_from ?? ""))
  })
})

describe("garrison catalog show", () => {
  it("shows the current version or another one, with its document for scripts", async () => {
    const { run } = await world()
    const human = await run("catalog", "show")
    assert.match(
      human.stdout,
      /^version +1\ncurrent +yes\ncreated .* UTC\netag +\S+\nholds +\d+ items, \d+ vendors, \d+ loot$/m,
    )
    const { document, ...version } = json(await run("catalog", "show", "--version", "1", "--json"))
    const { versions } = json(await run("catalog", "list", "--json")) as { readonly versions: ReadonlyArray<object> }
    assert.deepStrictEqual(version, versions[0])
    assert.containsAllKeys(document, ["items", "vendors"])
    const missing = await run("catalog", "show", "--version", "9")
    assert.strictEqual(missing.code, 3)
    assert.include(missing.stderr, "There is no catalog version 9.")
  })

  it("says so when nothing has been published", async () => {
    const { run } = await world()
    const storage = ["--storage", "sqlite:other.db"]
    assert.strictEqual((await run("client", "create", "x", "--kind", "machine", ...storage)).code, 0)
    const refused = await run("catalog", "show", ...storage)
    assert.strictEqual(refused.code, 3)
    assert.include(refused.stderr, "No catalog has been published yet.")
  })
})

describe("what is new", () => {
  it("is not stored in a dry run, which shows no secret and makes no database", async () => {
    const { cwd, run } = await world()
    writeFileSync(join(cwd, "own.json"), '{"items":{"1":{}}}')
    const dry = await run("client", "create", "shop", "--kind", "machine", "-p", "catalog:read", "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.notInclude(dry.stdout + dry.stderr, "gar_")
    const published = await run("catalog", "publish", "own.json", "--dry-run")
    assert.match(published.stdout, /^state +not published$/m)
    assert.include(published.stderr, "This was a dry run: nothing was changed.")
    const input = "correct horse battery"
    const account = await garrison(["player", "create", "eve", "--dry-run"], { cwd, input })
    assert.strictEqual(account.code, 0, account.stderr)
    assert.notInclude((await run("client", "list")).stdout, "shop")
    assert.match((await run("catalog", "show")).stdout, /^version +1$/m)
    assert.strictEqual((await garrison(["player", "create", "eve"], { cwd, input })).code, 0)
    for (const args of [
      ["client", "create", "shop", "--kind", "machine"],
      ["catalog", "publish", "own.json"],
    ]) {
      const nowhere = await run(...args, "--dry-run", "--storage", "sqlite:typo.db")
      assert.strictEqual(nowhere.code, 3, nowhere.stderr)
      assert.include(nowhere.stderr, "There is no database at sqlite:typo.db")
    }
    assert.isFalse(existsSync(join(cwd, "typo.db")))
  })

  it("going back to a version is told in a dry run, and not done", async () => {
    const { cwd, run } = await world()
    writeFileSync(join(cwd, "own.json"), '{"items":{"1":{}}}')
    assert.strictEqual((await run("catalog", "publish", "own.json")).code, 0)
    const dry = await run("catalog", "publish", "--version", "1", "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, /^state +not published\nversion +1$/m)
    assert.match((await run("catalog", "show")).stdout, /^version +2$/m)
  })
})

describe("the audit", () => {
  it("has each change with the user who ran the command and the reason, and no dry run", async () => {
    const { cwd, player, rows, run } = await world()
    writeFileSync(join(cwd, "own.json"), '{"items":{"1":{}}}')
    const before = audited(rows).length
    for (const args of [
      ["player", "ban", player, "--dry-run", "--reason", "only looking"],
      ["player", "ban", player, "--yes", "--reason", "ticket 1"],
      ["player", "unban", player, "--reason", "ticket 2"],
      ["player", "role", player, "1", "--reason", "ticket 3"],
      ["client", "disable", "game", "--yes", "--reason", "ticket 4"],
      ["client", "rotate", "server", "--yes", "--reason", "ticket 5"],
      ["key", "rotate", "--reason", "ticket 6"],
      ["client", "create", "new", "--kind", "game", "--public", "--reason", "ticket 7"],
      ["catalog", "publish", "own.json", "--reason", "ticket 8"],
    ]) {
      const { code, stderr } = await run(...args)
      assert.strictEqual(code, 0, stderr)
    }
    const acts = audited(rows).slice(before)
    assert.deepStrictEqual(
      acts.map((act) => act.split(" · ").slice(1)),
      [1, 2, 3, 4, 5, 6, 7, 8].map((ticket) => [userInfo().username, `ticket ${ticket}`]),
    )
  })
})

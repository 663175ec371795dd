/** Each command on a real database: what people see, what scripts get, and how it ends. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { permissionNames, PERMISSIONS } from "@garrison/core/permission/names"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { POUCH_LOOT } from "../support/catalog.ts"
import { LOOPBACK_HOST } from "../support/loopback.ts"
import { type Run, type RunOptions, temporaryDirectory } from "./support/garrison.ts"
import { garrison } from "./support/inProcess.ts"
import { flaws, json, NOBODY, smallWorld } from "./support/world.ts"

let cwd = ""
let player = ""

const run = (...args: ReadonlyArray<string>): Promise<Run> => garrison(args, { cwd })
const runWith = (options: RunOptions, ...args: ReadonlyArray<string>): Promise<Run> =>
  garrison(args, { cwd, ...options })

beforeAll(async () => {
  const world = await smallWorld()
  cwd = world.cwd
  player = world.ada
})

describe("garrison client", () => {
  it("create prints the secret once, as data; the warning goes to stderr", async () => {
    const created = await run(
      "client",
      "create",
      "match",
      "--kind",
      "machine",
      "-p",
      "inv:create_order:player:any",
      "--json",
    )
    const client = json(created)
    assert.match(String(client["client_secret"]), /^gar_\S{40,}$/)
    assert.deepInclude(client, { client_id: "match", kind: "machine", permissions: ["inv:create_order:player:any"] })
    assert.include(created.stderr, "cannot show it again")
    const human = await run("client", "create", "shop", "--kind", "machine", "--description", "The shop")
    assert.strictEqual(human.code, 0)
    assert.match(human.stdout, /^client_secret +gar_\S+$/m)
  })

  it("create makes public game clients without a secret", async () => {
    assert.notProperty(
      json(await run("client", "create", "web", "--kind", "game", "--public", "--json")),
      "client_secret",
    )
  })

  it("create refuses a client_id that exists with 5", async () => {
    assert.deepStrictEqual(
      flaws(await run("client", "create", "server", "--kind", "machine"), 5, "server exists already"),
      [],
    )
  })

  it("create refuses unknown kinds and permissions with 2", async () => {
    assert.strictEqual((await run("client", "create", "x", "--kind", "robot")).code, 2)
    assert.deepStrictEqual(
      flaws(
        await run("client", "create", "x", "--kind", "machine", "-p", "catlog:read"),
        2,
        "did you mean catalog:read?",
      ),
      [],
    )
  })

  it("create says what an unknown permission or grant was meant to be, and where the lists are", async () => {
    const wrong = await run("client", "create", "x", "--kind", "machine", "-p", "inv:read_inv:*", "--grant", "anno")
    const said = [
      "--permission inv:read_inv:*: there is no such permission; name each that you mean: inv:read_inv:player:self, inv",
      "--grant anno: there is no such grant; did you mean anon?",
      "garrison client create --help",
    ]
    assert.deepStrictEqual(flaws(wrong, 2, ...said), [])
    const { stdout } = await run("client", "create", "--help")
    for (const name of PERMISSIONS) {
      assert.isTrue(stdout.includes(`\n  ${name} `), name)
      assert.include(stdout, ` ${permissionNames[name]}\n`)
    }
    for (const name of GRANT_TYPES) assert.match(stdout, new RegExp(`[ ,]${name}(,|\\n)`))
  })

  it("create warns of a machine that may do nothing, and refuses permissions that a game could never use", async () => {
    const idle = await run("client", "create", "idle", "--kind", "machine")
    assert.strictEqual(idle.code, 0)
    assert.match(idle.stderr, /^warning: idle has no permissions, /)
    assert.notInclude((await run("client", "create", "busy", "--kind", "machine", "-p", "*")).stderr, "warning")
    for (const permission of ["*", "catalog:read"]) {
      const game = await run("client", "create", "x", "--kind", "game", "-p", permission)
      assert.deepStrictEqual(flaws(game, 2, "--permission: must be empty for a game client"), [])
    }
  })

  it("list shows every client and no secret", async () => {
    const { clients } = json(await run("client", "list", "--json"))
    const names = (clients as ReadonlyArray<Record<string, string>>).map((client) => client["client_id"])
    assert.includeMembers(names, ["game", "server"])
    const human = await run("client", "list")
    assert.match(human.stdout, /^CLIENT_ID +KIND +STATE/)
    assert.match(human.stdout, /^game +game, public +active/m)
    assert.notInclude(human.stdout, "gar_")
  })

  it("rotate asks for confirmation, which a script gives with --yes", async () => {
    assert.deepStrictEqual(flaws(await run("client", "rotate", "server"), 2, "--yes"), [])
    const rotated = json(await run("client", "rotate", "server", "--yes", "--overlap", "0", "--json"))
    assert.match(String(rotated["client_secret"]), /^gar_/)
  })

  it("rotate looks for the client before it asks: 3 for none, 5 for one without a secret", async () => {
    assert.deepStrictEqual(flaws(await run("client", "rotate", "nobody"), 3, "no client nobody"), [])
    assert.deepStrictEqual(flaws(await run("client", "rotate", "game"), 5, "public client"), [])
    assert.deepStrictEqual(
      flaws(await run("client", "rotate", "server"), 2, "works for 1 more day; an earlier one stops now.", "--yes"),
      [],
    )
    assert.deepStrictEqual(
      flaws(await run("client", "rotate", "nobody", "--yes"), 3, "no client nobody", "garrison client list"),
      [],
    )
  })
})

describe("wrong input", () => {
  it("is told by the flag it was given with, and leaves no database behind", async () => {
    const elsewhere = temporaryDirectory()
    const args = ["client", "create", "a b", "--kind", "machine", "--public", "--org", "5", "--grant", "anon"]
    const wrong = await runWith({ cwd: elsewhere }, ...args)
    const said = [
      "client_id: must be",
      "--public: a machine client",
      "--org: must be a UUID",
      "--grant: client_credentials",
    ]
    assert.deepStrictEqual(flaws(wrong, 2, ...said), [])
    assert.isFalse(existsSync(join(elsewhere, "garrison.db")))
    assert.deepStrictEqual(
      flaws(await run("client", "rotate", "server", "--overlap", "99999999", "--yes"), 2, "--overlap: must be at most"),
      [],
    )
    const order = await run(
      "order",
      "submit",
      player,
      "--loot",
      "-1",
      "--quantity",
      "0.5",
      "--ref",
      "x",
      "--source",
      "X",
    )
    assert.deepStrictEqual(flaws(order, 2, "--quantity must be a whole number"), [])
    const fields = await run("order", "submit", player, "--loot", "100", "--ref", "x", "--source", "X")
    assert.deepStrictEqual(flaws(fields, 2, "--source: must be one of", "--ref: must be a UUID"), [])
    const notice = await run("notify", player, "Hello", "--url", "\u{1f600}".repeat(5000))
    assert.deepStrictEqual(flaws(notice, 2, "--url: must be"), [])
  })
})

describe("garrison player", () => {
  it("show prints one player", async () => {
    const shown = json(await run("player", "show", player, "--json"))
    assert.deepInclude(shown, { player_uuid: player, display_name: "Ada", platform: "Anon", role_id: 1 })
    const human = await run("player", "show", player)
    assert.match(human.stdout, /^display_name +Ada$/m)
  })

  it("show says 3 for nobody, by uuid and by name", async () => {
    assert.deepStrictEqual(flaws(await run("player", "show", NOBODY), 3, NOBODY), [])
    assert.deepStrictEqual(flaws(await run("player", "show", "42"), 3, "There is no player called 42."), [])
  })

  it("create takes the password from stdin and never repeats it", async () => {
    const created = await runWith({ input: "correct horse battery\n" }, "player", "create", "ada", "--json")
    assert.deepStrictEqual(json(created), { username: "ada", display_name: "Player" })
    assert.notInclude(created.stdout + created.stderr, "correct horse")
    assert.include(created.stderr, "basic is off")
    assert.deepStrictEqual(
      flaws(await runWith({ input: "correct horse battery" }, "player", "create", "ada"), 5, "Another account"),
      [],
    )
    assert.deepStrictEqual(flaws(await run("player", "create", "a:b"), 2, "no colon"), [])
    assert.deepStrictEqual(flaws(await runWith({ input: "short" }, "player", "create", "bob"), 2, "password"), [])
  })
})

describe("garrison order submit before a catalog is published", () => {
  it("says so with 3, and not that the player is missing", async () => {
    const elsewhere = temporaryDirectory()
    assert.strictEqual((await runWith({ cwd: elsewhere }, "client", "create", "match", "--kind", "machine")).code, 0)
    const result = await runWith({ cwd: elsewhere }, "order", "submit", player, "--loot", String(POUCH_LOOT))
    assert.deepStrictEqual(flaws(result, 3, "No catalog has been published yet.", "garrison catalog publish"), [])
    assert.notInclude(result.stderr, player)
  })
})

describe("garrison notify", () => {
  it("sends a notification", async () => {
    const sent = json(
      await run("notify", player, "Hello", "--url", "/x", "--data", "kind=test", "--data", "a=b", "--json"),
    )
    assert.deepInclude(sent, { message: "Hello", rh_url: "/x", custom_data: { kind: "test", a: "b" } })
    assert.match((await run("notify", player, "Hello again")).stdout, /^message +Hello again$/m)
  })

  it("refuses what the interface does not allow with 2, and nobody with 3", async () => {
    assert.deepStrictEqual(
      flaws(await run("notify", player, "x".repeat(4097)), 2, "message: must be at most 4096 characters"),
      [],
    )
    assert.deepStrictEqual(flaws(await run("notify", NOBODY, "Hello"), 3, NOBODY), [])
  })

  it("a message that begins with a dash is told from flags", async () => {
    assert.deepStrictEqual(
      flaws(await run("notify", player, "-5 gold"), 2, '"-5 gold" begins with a dash', "put --"),
      [],
    )
    assert.strictEqual((await run("notify", player, "--", "-5 gold")).code, 0)
  })

  it("control characters of a message never reach the terminal", async () => {
    const sent = await run("notify", player, "red \u001b[31malert\u0007")
    assert.strictEqual(sent.code, 0)
    assert.notInclude(sent.stdout, "\u001b")
    assert.notInclude(sent.stdout, "\u0007")
    assert.include(sent.stdout, "\\u001b[31malert")
  })
})

describe("garrison token", () => {
  it("prints a token and nothing else on stdout", async () => {
    for (const subject of [
      ["--player", player],
      ["--client", "server"],
    ]) {
      assert.match((await run("token", ...subject)).stdout, /^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/)
    }
    assert.deepInclude(json(await run("token", "--client", "server", "--json")), {
      kind: "machine",
      expires_in: 3600,
    })
    assert.deepInclude(json(await run("token", "--player", player, "--json")), { kind: "player", subject: player })
  })

  it("stands for someone who exists and may have one", async () => {
    assert.deepStrictEqual(flaws(await run("token"), 2, "--player or --client"), [])
    assert.deepStrictEqual(flaws(await run("token", "--player", NOBODY), 3, NOBODY), [])
    assert.deepStrictEqual(flaws(await run("token", "--client", "nobody"), 3, "nobody"), [])
    assert.deepStrictEqual(flaws(await run("token", "--client", "game"), 4, "only machine clients"), [])
    assert.deepStrictEqual(
      flaws(await run("token", "--player", player, "--client", "nobody"), 3, "no client nobody"),
      [],
    )
    assert.deepStrictEqual(
      flaws(await run("token", "--player", player, "--client", "server"), 4, "only game clients"),
      [],
    )
    const came = json(await run("token", "--player", player, "--client", "game", "--json"))
    assert.deepInclude(came, { kind: "player", client_id: "game" })
  })
})

describe("--json", () => {
  const failing: ReadonlyArray<readonly [code: number, ...args: ReadonlyArray<string>]> = [
    [2, "client", "create"],
    [2, "client", "create", "x", "--kind", "machine", "-p", "no:such:thing"],
    [2, "client", "rotate", "server"],
    [3, "client", "rotate", "nobody", "--yes"],
    [3, "catalog", "check", "nowhere.json"],
    [5, "demo"],
    [3, "player", "show", NOBODY],
    [3, "order", "submit", NOBODY, "--loot", "1"],
    [3, "notify", NOBODY, "Hello"],
    [4, "token", "--client", "game"],
    [1, "client", "list", "--storage", "sqlite:."],
  ]

  it("a failure is one line of JSON on stderr, with its exit status, and nothing on stdout", async () => {
    for (const [code, ...args] of failing) {
      const result = await run(...args, "--json")
      assert.strictEqual(result.code, code, result.stderr)
      assert.strictEqual(result.stdout, "")
      const { error } = JSON.parse(result.stderr) as { error: Record<string, unknown> }
      assert.deepInclude(error, { exit_code: code })
      assert.match(String(error["message"]), /\.$/)
    }
  })

  it("messages beside the data are lines of JSON too, and warnings as well", async () => {
    const env = { GARRISON_PROT: "1" }
    const created = await runWith({ env }, "client", "create", "spoken", "--kind", "machine", "--json")
    assert.strictEqual(created.code, 0, created.stderr)
    const said = created.stderr
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { message: string }).message)
    assert.lengthOf(said, 4)
    assert.include(said[0], "did you mean GARRISON_PORT?")
    assert.include(said[1], "no permissions")
    assert.include(said[2], "cannot show it again")
  })
})

describe("storage", () => {
  it("says what is in the way of a SQLite file", async () => {
    mkdirSync(join(cwd, "folder"))
    for (const [storage, said] of [
      ["sqlite:folder", "/folder cannot be used: it is a directory."],
      ["sqlite:nowhere/game.db", `there is no directory ${join(cwd, "nowhere")}`],
      ["sqlite:garrison.db/game.db", "/garrison.db is not a directory"],
    ] as const) {
      const result = await run("client", "create", "x", "--kind", "machine", "--storage", storage)
      assert.deepStrictEqual(flaws(result, 1, said), [])
    }
  })

  it("says who is to be waited for when another program holds the database", async () => {
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    assert.strictEqual((await run("client", "create", "x", "--kind", "machine", "--storage", "sqlite:held.db")).code, 0)
    const database = new DatabaseSync(join(cwd, "held.db"))
    database.exec("BEGIN IMMEDIATE")
    const result = await run("client", "create", "y", "--kind", "machine", "--storage", "sqlite:held.db")
    database.exec("ROLLBACK")
    database.close()
    assert.deepStrictEqual(flaws(result, 1, "/held.db cannot be used", "Another program has locked it"), [])
  })

  it("a command that makes a database says so, and works on none that nobody will see", async () => {
    const made = await run("client", "create", "x", "--kind", "machine", "--storage", "sqlite:made.db")
    assert.include(made.stderr, "Created a new database: sqlite:made.db")
    assert.notInclude((await run("client", "list", "--storage", "sqlite:made.db")).stderr, "new database")
    for (const args of [["client", "create", "x", "--kind", "machine"], ["client", "list"], ["demo"]]) {
      assert.deepStrictEqual(flaws(await run(...args, "--storage", "sqlite::memory:"), 2, "in memory"), [])
    }
  })

  it("a command that only reads does not create a database", async () => {
    for (const args of [
      ["client", "list"],
      ["catalog", "list"],
      ["player", "show", NOBODY],
      ["token", "--client", "x"],
    ]) {
      assert.deepStrictEqual(
        flaws(await run(...args, "--storage", "sqlite:typo.db"), 3, "no database at sqlite:typo.db"),
        [],
      )
    }
    assert.isFalse(existsSync(join(cwd, "typo.db")))
  })

  it("a database of a newer version is left alone, and told so", async () => {
    assert.strictEqual(
      (await run("client", "create", "x", "--kind", "machine", "--storage", "sqlite:newer.db")).code,
      0,
    )
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite")
    const database = new DatabaseSync(join(cwd, "newer.db"))
    database.exec(`INSERT INTO garrison_migration VALUES (999, 'tomorrow', '${"0".repeat(64)}', 0)`)
    database.exec("UPDATE schema_epoch SET oldest = 999")
    database.close()
    const refused = await run("client", "list", "--storage", "sqlite:newer.db")
    assert.deepStrictEqual(flaws(refused, 1, "cannot use the database", "tomorrow", "Nothing was changed"), [])
  })

  it("a storage that is none, or no database, is refused in one sentence", async () => {
    assert.deepStrictEqual(flaws(await run("client", "list", "--storage", "mysql://x"), 2, "storage must be"), [])
    writeFileSync(join(cwd, "text.db"), "this is a text and not a database, whatever its name says".repeat(20))
    const result = await run("client", "list", "--storage", "sqlite:text.db")
    assert.deepStrictEqual(flaws(result, 1, "file is not a database"), [])
    assert.include(readFileSync(join(cwd, "text.db"), "utf8"), "this is a text")
    const unknown = await run(
      "client",
      "list",
      "--storage",
      `postgres://nobody:hunter2@${LOOPBACK_HOST}:1/none?ssl=true`,
    )
    assert.deepStrictEqual(flaws(unknown, 2, 'parameter "ssl"', "did you mean sslmode=require?"), [])
    assert.notInclude(unknown.stderr, "hunter2")
    const unreachable = await run("client", "list", "--storage", `postgres://nobody:hunter2@${LOOPBACK_HOST}:1/none`)
    assert.deepStrictEqual(flaws(unreachable, 1, `postgres://nobody:****@${LOOPBACK_HOST}:1/none`, "ECONNREFUSED"), [])
    assert.notInclude(unreachable.stderr, "hunter2")
  })
})

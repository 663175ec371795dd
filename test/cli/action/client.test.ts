/** `garrison client`: what each verb stores, prints and refuses, for people and for scripts. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

const SECRET = /^gar_\S{40,}$/

/** A client as acts answer with it. */
const bare = (client: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(client).filter(([name]) => !["secrets", "uses_known_until", "reverse"].includes(name)),
  )

const listed = async (json: (...args: ReadonlyArray<string>) => Promise<Record<string, unknown>>) =>
  ((await json("client", "list"))["clients"] as ReadonlyArray<Record<string, unknown>>).map(bare)

describe("garrison client create", () => {
  it("stores all that is given, and prints it with the secret that logs the client in", async () => {
    const { json, run } = await smallWorld()
    const given = ["--description", "The arena", "--org", NOBODY, "-p", "catalog:read", "-p", "inv:read_inv:player:any"]
    const made = await json("client", "create", "arena", "--kind", "machine", ...given)
    const { client_secret: secret, ...shown } = made
    assert.match(String(secret), SECRET)
    assert.deepInclude(shown, {
      client_id: "arena",
      kind: "machine",
      description: "The arena",
      org_id: NOBODY,
      permissions: ["catalog:read", "inv:read_inv:player:any"],
      grants: ["client_credentials"],
      public: false,
      disabled: false,
      revision: 0,
    })
    assert.deepInclude(await listed(json), bare(shown))
    const token = await run("token", "--client", "arena")
    assert.strictEqual(token.code, 0, token.stderr)
  })

  it("keeps the grants that are named, of a game", async () => {
    const { json } = await smallWorld()
    const made = await json("client", "create", "web", "--kind", "game", "--grant", "anon", "--grant", "refresh")
    assert.deepInclude(made, { kind: "game", grants: ["anon", "refresh"] })
    assert.match(String(made["client_secret"]), SECRET, "not public: it has a secret")
  })

  it("tells people what they need, and nothing of a public client's secret, for it has none", async () => {
    const { run } = await smallWorld()
    const machine = await run("client", "create", "arena", "--kind", "machine", "-p", "catalog:read")
    assert.match(
      machine.stdout,
      /^client_id +arena\nclient_uuid +[0-9a-f-]{36}\nkind +machine\npermissions +catalog:read\nclient_secret +gar_\S+\n$/,
    )
    assert.strictEqual(
      machine.stderr,
      "Store this secret now: Garrison keeps only its hash and cannot show it again.\n" +
        "To undo this: garrison client delete arena\n",
    )
    const web = await run("client", "create", "web", "--kind", "game", "--public")
    assert.match(web.stdout, /^client_id +web\nclient_uuid +[0-9a-f-]{36}\nkind +game, public\n$/)
    assert.strictEqual(web.stderr, "To undo this: garrison client delete web\n")
  })

  it("in a dry run says what would be, and makes no client", async () => {
    const { json, run, rows } = await smallWorld()
    const before = rows("SELECT client_id FROM client")
    const dry = await run("client", "create", "arena", "--kind", "machine", "-p", "*", "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.match(dry.stdout, /^client_id +arena$/m)
    assert.strictEqual(dry.stderr, "This was a dry run: nothing was changed.\n")
    assert.deepStrictEqual(rows("SELECT client_id FROM client"), before)
    assert.notProperty(
      await json("client", "create", "arena", "--kind", "machine", "-p", "*", "--dry-run"),
      "client_secret",
    )
  })

  it("refuses what is wrong by its flag, with what was meant", async () => {
    const { run, rows } = await smallWorld()
    const create = (...more: ReadonlyArray<string>) => ["client", "create", "x", "--kind", "machine", ...more]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [create("-p", "catalog:raed"), 2, "--permission catalog:raed", "did you mean catalog:read?"],
        [create("-p", "quite:another:thing"), 2, "--permission quite:another:thing: there is no such permission"],
        [create("--grant", "refesh"), 2, "--grant refesh", "did you mean refresh?", "garrison client create --help"],
        [create("--grant", "anon"), 2, "--grant: "],
        [create("--org", "mine"), 2, "--org: must be a UUID"],
        [create("--description", "x".repeat(5000)), 2, "--description: must be"],
        [create("--public"), 2, "--public: a machine client"],
        [create("--reason", ""), 2, "--reason must be a text of 1 to 1024 characters."],
        [["client", "create", "", "--kind", "game"], 2, "client_id: must be"],
        [["client", "create", "x".repeat(200), "--kind", "game"], 2, "client_id: must be"],
        [["client", "create", "server", "--kind", "game"], 5, "A client server exists already.", "client rotate"],
        [["client", "create", "--kind", "game"], 2, "<client_id> is missing."],
        [["client", "create", "x"], 2, "--kind is missing."],
      ]),
      [],
    )
    assert.lengthOf(rows("SELECT 1 FROM client"), 2)
  })
})

describe("garrison client list", () => {
  it("has all clients by name, with state and permissions", async () => {
    const { json, run } = await smallWorld()
    await json("client", "create", "Zoo", "--kind", "machine", "-p", "catalog:read", "--description", "All animals")
    await json("client", "disable", "game", "--yes")
    const { stdout } = await run("client", "list")
    const lines = stdout.trimEnd().split("\n")
    assert.match(lines[0] ?? "", /^CLIENT_ID +KIND +STATE +CREATED +LAST USED +REDIRECTS +PERMISSIONS +DESCRIPTION$/)
    assert.sameMembers(
      lines.slice(1).map((line) => line.replace(/\d{4}-\d\d-\d\d/, "then").replaceAll(/ +/g, " ")),
      [
        "Zoo machine active then never - catalog:read All animals",
        "game game, public disabled then - - -",
        "server machine active then never - *",
      ],
    )
  })

  it("reads page after page where there are many", async () => {
    const { exec, json } = await smallWorld()
    const columns = "kind, permissions, grants, is_public, is_disabled, created"
    exec(`
      WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 2001)
      INSERT INTO client (client_uuid, client_id, ${columns})
      SELECT randomblob(16), 'many-' || n, ${columns} FROM counted, client WHERE client_id = 'game'`)
    const { clients } = await json("client", "list")
    const names = (clients as ReadonlyArray<{ readonly client_id: string }>).map(({ client_id }) => client_id)
    assert.lengthOf(names, 2003)
    assert.lengthOf([...new Set(names)], 2003)
  })

  it("says what to do where there is none", async () => {
    const { exec, json, run } = await smallWorld()
    exec("PRAGMA foreign_keys = OFF; DELETE FROM client")
    const none = await run("client", "list")
    assert.deepStrictEqual(
      [none.code, none.stdout, none.stderr],
      [0, "", "There are no clients yet. Create one with garrison client create.\n"],
    )
    assert.deepStrictEqual(await json("client", "list"), { clients: [] })
  })
})

describe("garrison client rotate", () => {
  it("gives a new secret each time, and says once what becomes of the current one", async () => {
    const { json, run } = await smallWorld()
    const first = await json("client", "rotate", "server", "--yes")
    const second = await json("client", "rotate", "server", "--yes", "--overlap", "0", "--reason", "it leaked")
    assert.match(String(first["client_secret"]), SECRET)
    assert.notStrictEqual(second["client_secret"], first["client_secret"])
    assert.deepStrictEqual([first["revision"], second["revision"]], [1, 2])
    for (const [overlap, fate] of [
      [[], "The current one works for 1 more day; an earlier one stops now."],
      [["--overlap", "7200"], "The current one works for 2 more hours; an earlier one stops now."],
      [["--overlap", "0"], "The current one stops now, and the sessions that a machine client opened"],
      [["--set", "secretOverlapSeconds=60"], "The current one works for 1 more minute;"],
    ] as const) {
      const asked = await run("client", "rotate", "server", ...overlap)
      assert.strictEqual(asked.code, 2)
      assert.include(asked.stderr, fate)
      assert.include(asked.stderr, "Add --yes to confirm.")
    }
    assert.strictEqual((await json("client", "rotate", "server", "--dry-run"))["client_secret"], undefined)
  })

  it("refuses what cannot have a new secret, and no client changes", async () => {
    const { run, rows } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["client", "rotate", "nobody", "--yes"], 3, "There is no client nobody.", "garrison client list"],
        [["client", "rotate", "game", "--yes"], 5, "game is a public client, which has no secret."],
        [["client", "rotate", "server", "--yes", "--overlap", "-1"], 2, "--overlap: must be"],
        [["client", "rotate", "server", "--yes", "--overlap", "soon"], 2, "--overlap must be a whole number"],
        [["client", "rotate", "server", "--yes", "--if-revision", "4"], 5, "has revision 0 now"],
        [["client", "rotate", "server", "--yes", "--reason", ""], 2, "--reason must be"],
      ]),
      [],
    )
    assert.deepStrictEqual(
      rows("SELECT DISTINCT revision FROM client").map((row) => ({ ...row })),
      [{ revision: 0 }],
    )
  })
})

describe("garrison client edit", () => {
  const [here, app] = ["https://game.example/login", "my-game://login"]

  it("changes where logins by redirect return to, and whether they need PKCE, each by itself", async () => {
    const { json, rows, run } = await smallWorld()
    const web = ["client", "create", "web", "--kind", "game", "--public"]
    assert.deepInclude(await json(...web, "--redirect-uri", here), { redirect_uris: [here], pkce_exempt: false })
    const edited = await run("client", "edit", "web", "--redirect-uri", app, "--redirect-uri", here)
    assert.match(edited.stdout, new RegExp(`^client_id +web\nredirect_uris +${app} ${here}\nrevision +1\n$`))
    const exempt = await json("client", "edit", "web", "--pkce-exempt", "--if-revision", "1", "--reason", "old builds")
    assert.deepInclude(exempt, { redirect_uris: [app, here], pkce_exempt: true, revision: 2 })
    assert.deepInclude(await listed(json), bare(exempt))
    assert.match(
      (await run("client", "list")).stdout,
      new RegExp(`^web +game, public, no PKCE +active .* ${app} `, "m"),
    )
    const none = await json("client", "edit", "web", "--no-redirect-uris", "--pkce-required")
    assert.deepInclude(none, { redirect_uris: [], pkce_exempt: false, revision: 3 })
    assert.match((await run("client", "list")).stdout, /^web +game, public +active .* - /m)
    const dry = await run("client", "edit", "web", "--pkce-exempt", "--dry-run")
    assert.match(dry.stdout, /^pkce +exempt$/m)
    assert.strictEqual(dry.stderr, "This was a dry run: nothing was changed.\n")
    assert.deepInclude(await listed(json), bare(none))
    assert.deepStrictEqual(
      rows("SELECT operation, reason FROM audit WHERE subject_id = 'web' ORDER BY sequence").map(
        ({ operation, reason }) => [operation, reason],
      ),
      [
        ["client.create", null],
        ["client.editRedirects", null],
        ["client.editRedirects", "old builds"],
        ["client.editRedirects", null],
      ],
    )
  })

  it("refuses what a client cannot have, with the flag, and stores nothing", async () => {
    const { json, run } = await smallWorld()
    const edit = (...flags: ReadonlyArray<string>) => ["client", "edit", ...flags]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [edit("nobody", "--pkce-exempt"), 3, "There is no client nobody.", "garrison client list"],
        [edit("game"), 2, "Say what to change: --description"],
        [edit("game", "--pkce-exempt", "--pkce-required"), 2, "contradict each other"],
        [edit("game", "--redirect-uri", here, "--no-redirect-uris"), 2, "contradict each other"],
        [edit("game", "--redirect-uri", "javascript:/x"), 2, "--redirect-uri", "must not have the scheme javascript"],
        [edit("game", "--redirect-uri", "game.example"), 2, "--redirect-uri", "must be an absolute address"],
        [edit("server", "--redirect-uri", here), 2, "--redirect-uri", "must be empty for a machine client"],
        [edit("server", "--pkce-exempt"), 2, "--pkce-exempt", "is for public clients"],
        [edit("game", "--pkce-exempt", "--if-revision", "3"), 5, "has revision 0 now"],
        [["client", "create", "m", "--kind", "machine", "--redirect-uri", here], 2, "--redirect-uri"],
        [["client", "create", "g", "--kind", "game", "--pkce-exempt"], 2, "--pkce-exempt"],
      ]),
      [],
    )
    const { clients } = await json("client", "list")
    assert.deepStrictEqual(
      (clients as ReadonlyArray<Record<string, unknown>>).map(({ client_id, redirect_uris, revision }) => [
        client_id,
        redirect_uris,
        revision,
      ]),
      [
        ["game", [], 0],
        ["server", [], 0],
      ],
    )
  })
})

describe("garrison client edit of what a client may do", () => {
  it("changes it, says how it is undone, and the line that it says gives back what it had", async () => {
    const { json, run } = await smallWorld()
    await json("client", "create", "arena", "--kind", "machine", "-p", "catalog:read", "--description", "The arena")
    const before = await json("client", "show", "arena")
    const edited = await run(
      "client",
      "edit",
      "arena",
      "-p",
      "catalog:read",
      "-p",
      "inv:create_order:player:any",
      "--no-description",
    )
    assert.strictEqual(
      edited.stderr,
      "To undo this: garrison client edit arena --description 'The arena' --permission catalog:read\n",
    )
    assert.deepInclude(await json("client", "show", "arena"), {
      permissions: ["catalog:read", "inv:create_order:player:any"],
      revision: 1,
    })
    await json("client", "edit", "arena", "--description", "The arena", "--permission", "catalog:read")
    const after = await json("client", "show", "arena")
    assert.deepStrictEqual({ ...after, revision: 0, uses_known_until: 0 }, { ...before, uses_known_until: 0 })
    const none = await json("client", "edit", "arena", "--no-permissions", "--org", NOBODY)
    const reverse = {
      operation: "client.edit",
      input: { client_id: "arena", org_id: null, permissions: ["catalog:read"] },
    }
    assert.deepStrictEqual(none["reverse"], reverse)
    assert.notProperty(await json("client", "edit", "arena", "--no-permissions"), "reverse")
  })

  it("refuses what a client cannot be, or two flags that contradict each other", async () => {
    const { run } = await smallWorld()
    const edit = (...flags: ReadonlyArray<string>) => ["client", "edit", ...flags]
    assert.deepStrictEqual(
      await flawsIn(run, [
        [edit("game", "-p", "catalog:read"), 2, "must be empty for a game client"],
        [edit("server", "--grant", "anon"), 2, "client_credentials is for machine clients"],
        [edit("server", "-p", "catalog:red"), 2, "--permission", "is not a permission"],
        [edit("server", "-p", "catalog:read", "--no-permissions"), 2, "contradict each other"],
        [edit("game", "--no-org", "--pkce-exempt"), 2, "an act of their own"],
        [edit("nobody", "--no-org"), 3, "There is no client nobody."],
      ]),
      [],
    )
  })
})

describe("garrison client show, retire", () => {
  it("say how secrets are used, and end the former one when it is confirmed", async () => {
    const { json, run, rows, exec } = await smallWorld()
    const missing = await run("client", "retire", "server", "--yes")
    assert.strictEqual(missing.code, 3, missing.stderr)
    await json("client", "rotate", "server", "--yes")
    const shown = await json("client", "show", "server")
    const [current, former] = shown["secrets"] as ReadonlyArray<Record<string, unknown>>
    assert.deepInclude(current, { state: "current", never_used: true })
    assert.deepInclude(former, { state: "former", safe_to_retire: false, still_needed: "new_secret_unused" })
    assert.match(
      (await run("client", "show", "server")).stdout,
      /safe to retire +no: nobody has used the new secret yet/,
    )
    const dry = await json("client", "retire", "server", "--dry-run")
    assert.deepInclude(dry["retired"], { secret_id: former?.["secret_id"] })
    exec(`UPDATE client_secret SET last_used = ${Date.now() - 90_000} WHERE slot = 0`)
    assert.match((await run("client", "show", "server")).stdout, /safe to retire +yes/)
    const asked = await run("client", "retire", "server")
    assert.match(asked.stderr, /This ends the secret \*{4}\S{4} of server now, for good\. Safe: yes/)
    const other = await run("client", "retire", "server", "--secret", NOBODY, "--yes", "--reason", "leaked")
    assert.strictEqual(other.code, 3, other.stderr)
    assert.strictEqual((await json("client", "show", "server"))["revision"], 1)
    const retired = await json("client", "retire", "server", "--yes", "--reason", "all switched")
    assert.deepInclude(retired["retired"], { secret_id: former?.["secret_id"] })
    assert.lengthOf((await json("client", "show", "server"))["secrets"] as ReadonlyArray<unknown>, 1)
    assert.deepInclude(rows("SELECT operation, reason FROM audit ORDER BY sequence").at(-1), {
      operation: "client.retireSecret",
      reason: "all switched",
    })
  })
})

describe("garrison client delete", () => {
  it("deletes a client for good once it is confirmed, which undoes its creation", async () => {
    const { json, run } = await smallWorld()
    const before = await listed(json)
    const made = await json("client", "create", "arena", "--kind", "machine", "-p", "catalog:read")
    assert.deepStrictEqual(made["reverse"], { operation: "client.remove", input: { client_id: "arena" } })
    assert.strictEqual((await run("client", "delete", "arena")).code, 2)
    assert.strictEqual((await run("client", "delete", "arena", "--yes")).stdout, "deleted  arena\n")
    assert.deepStrictEqual(await listed(json), before)
    assert.strictEqual((await run("client", "delete", "arena", "--yes")).code, 3)
  })
})

describe("garrison client disable, enable", () => {
  it("say the state and the revision, which only a change raises", async () => {
    const { json, run } = await smallWorld()
    const disabled = await run("client", "disable", "server", "--yes", "--if-revision", "0")
    assert.match(disabled.stdout, /^client_id +server\nstate +disabled\nrevision +1\n$/)
    const again = await json("client", "disable", "server", "--yes")
    assert.notProperty(again, "reverse")
    assert.include(disabled.stderr, "To undo this: garrison client enable server\n")
    assert.deepInclude(again, { disabled: true })
    const dry = await json("client", "enable", "server", "--dry-run")
    assert.deepInclude(dry, { disabled: false })
    assert.deepInclude(await listed(json), bare(again))
    const enabled = await json("client", "enable", "server", "--if-revision", String(again["revision"]))
    assert.deepInclude(enabled, { disabled: false, revision: Number(again["revision"]) + 1 })
  })

  it("refuse a client that is not there before they ask, and a state that is not what was read", async () => {
    const { run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["client", "disable", "nobody"], 3, "There is no client nobody.", "garrison client list"],
        [["client", "enable", "nobody"], 3, "There is no client nobody."],
        [["client", "disable", "server"], 2, "This refuses every login of server from now on", "Add --yes to confirm."],
        [["client", "disable", "server", "--yes", "--if-revision", "3"], 5, "has revision 0 now"],
        [["client", "enable", "server", "--if-revision", "3"], 5, "has revision 0 now"],
        [["client", "enable", "server", "--yes"], 2, "This command has no flag --yes."],
      ]),
      [],
    )
  })
})

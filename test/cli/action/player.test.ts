/** `garrison player`: show, create, ban, unban and role, on players with a past. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

const CREATED = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

describe("garrison player show", () => {
  it("prints identity, role, permissions and portal users", async () => {
    const { ada, json, run } = await smallWorld()
    const shown = await json("player", "show", ada)
    assert.hasAllKeys(
      shown,
      "player_uuid player_id person_id revision display_name platform role_id permissions active created last_login portal_users players restrictions agreements".split(
        " ",
      ),
    )
    assert.deepInclude(shown, { player_uuid: ada, display_name: "Ada", revision: 0, active: true, players: [ada] })
    assert.deepStrictEqual([shown["restrictions"], shown["agreements"]], [[], []])
    assert.match(String(shown["created"]), CREATED)
    const [user] = shown["portal_users"] as ReadonlyArray<Record<string, unknown>>
    assert.hasAllKeys(user, ["platform", "portal_id", "portal_user_id", "display_name", "created", "player_uuid"])
    assert.deepInclude(user, { platform: "Anon", display_name: "Ada" })
    const { stdout } = await run("player", "show", ada)
    for (const [name, value] of [
      ["player_uuid", ada],
      ["person_id", String(shown["person_id"])],
      ["revision", "0"],
      ["display_name", "Ada"],
      ["permissions", (shown["permissions"] as ReadonlyArray<string>).join(" ")],
    ] as const) {
      assert.include(stdout.split("\n"), `${name.padEnd(12)}  ${value}`)
    }
    assert.match(stdout, /\n\nPLATFORM +PORTAL_USER_ID +DISPLAY_NAME\nAnon +\S+ +Ada\n$/)
    assert.notMatch(stdout, /RESTRICTION|ACCEPTED/)
  })

  it("takes the player_uuid in capital letters, too", async () => {
    const { ada, json } = await smallWorld()
    assert.strictEqual((await json("player", "show", ada.toUpperCase()))["player_uuid"], ada)
  })

  it("has every restriction, in force or over, with who made and who lifted it", async () => {
    const { ada, json, run } = await smallWorld()
    await json("player", "ban", ada, "--until", "2999-01-01T00:00:00Z", "--tell", "Cheating", "--yes")
    await json("player", "unban", ada)
    await json("player", "ban", ada, "--type", "account_lockout", "--yes")
    const { restrictions, revision } = (await json("player", "show", ada)) as {
      readonly restrictions: ReadonlyArray<Record<string, unknown>>
      readonly revision: number
    }
    assert.strictEqual(revision, 3)
    const of = (type: string) => restrictions.find((restriction) => restriction["type"] === type)
    assert.deepInclude(of("account_ban"), {
      reason: "Cheating",
      active: false,
      expiration: "2999-01-01T00:00:00.000Z",
      lifted_by: of("account_ban")?.["issuer"],
    })
    assert.deepInclude(of("account_lockout"), { active: true, expiration: null })
    assert.notProperty(of("account_lockout"), "lifted")
    const { stdout } = await run("player", "show", ada)
    assert.match(stdout, /^RESTRICTION +STATE +UNTIL +ISSUER +REASON$/m)
    assert.match(stdout, /^account_ban +lifted +2999-01-01 00:00:00 UTC +\S+ +Cheating$/m)
    assert.match(stdout, /^account_lockout +in force +for ever +\S+ +-$/m)
  })

  it("refuses what is no player", async () => {
    const { run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "show", NOBODY], 3, `There is no player ${NOBODY}.`, "Check the player_uuid and the storage"],
        [["player", "show", "nobody"], 3, "There is no player called nobody.", "garrison player search"],
        [["player", "show"], 2, "<player_uuid> is missing."],
        [["player", "show", NOBODY, "more"], 2, 'This command does not take "more".'],
      ]),
      [],
    )
  })
})

describe("garrison player create", () => {
  it("makes a user with the name that others see, and says when it cannot log in yet", async () => {
    const { json, runWith } = await smallWorld()
    const input = "correct horse battery\r\n"
    const made = await runWith({ input }, "player", "create", "Zoe", "--display-name", "Zoë", "--reason", "hired")
    assert.match(made.stdout, /^username +zoe\ndisplay_name +Zoë\n$/)
    assert.include(made.stderr, "Add basic to the setting grantsEnabled.")
    const basic = { input, env: { GARRISON_GRANTS_ENABLED: "anon,basic" } }
    const scripted = await runWith(basic, "player", "create", "yan", "--json")
    assert.deepStrictEqual([scripted.code, scripted.stderr], [0, ""])
    assert.deepStrictEqual(JSON.parse(scripted.stdout), { username: "yan", display_name: "Player" })
    const { players } = await json("player", "list")
    assert.lengthOf(players as ReadonlyArray<unknown>, 3, "a player is made at the first login")
  })

  it("stores no account in a dry run, after which the name is free", async () => {
    const { runWith } = await smallWorld()
    const input = "correct horse battery"
    for (const flags of [["--dry-run"], []]) {
      const made = await runWith({ input }, "player", "create", "zoe", ...flags)
      assert.strictEqual(made.code, 0, made.stderr)
      assert.strictEqual(made.stderr.includes("This was a dry run"), flags.length > 0)
    }
    assert.strictEqual((await runWith({ input }, "player", "create", "ZOE")).code, 5)
  })

  it("refuses names and passwords that cannot be, before anything is stored", async () => {
    const { rows, runWith } = await smallWorld()
    const withInput =
      (input: string) =>
      (...args: ReadonlyArray<string>) =>
        runWith({ input }, ...args)
    assert.deepStrictEqual(
      await flawsIn(withInput("correct horse battery"), [
        [["player", "create", "a:b"], 2, "no colon"],
        [["player", "create", ""], 2, ""],
        [["player", "create", "zoe", "--reason", ""], 2, "--reason must be a text"],
        [["player", "create"], 2, "<username> is missing."],
      ]),
      [],
    )
    for (const input of ["", "\n", "short"]) {
      assert.deepStrictEqual(await flawsIn(withInput(input), [[["player", "create", "zoe"], 2, "password"]]), [])
    }
    assert.deepStrictEqual(rows("SELECT 1 FROM password_credential"), [])
  })
})

describe("garrison player ban", () => {
  it("takes a time in either form, and a note that the player never sees", async () => {
    const { ada, brian, json } = await smallWorld()
    const dated = await json(
      "player",
      "ban",
      ada,
      "--until",
      "2999-01-01T00:00:00Z",
      "--note",
      "seen on video",
      "--yes",
    )
    assert.deepInclude(dated, { expiration: "2999-01-01T00:00:00.000Z", note: "seen on video", lifted: null })
    const numbered = await json("player", "ban", brian, "--until", "32472144000", "--yes")
    assert.strictEqual(numbered["expiration"], dated["expiration"])
  })

  it.each([
    ["account_ban", 4],
    ["account_lockout", 4],
    ["account_deny_auth", 4],
    ["account_pending_deletion", 0],
  ] as const)("of the type %s, and whether it keeps a token from being minted", async (type, code) => {
    const { ada, json, run } = await smallWorld()
    assert.deepInclude(await json("player", "ban", ada, "--type", type, "--yes"), { type })
    const token = await run("token", "--player", ada)
    assert.strictEqual(token.code, code, token.stderr)
    if (code === 4) assert.include(token.stderr, `The player may not log in: ${type} is in force.`)
  })

  it("tells people whom it hits, and for how long", async () => {
    const { ada, run } = await smallWorld()
    const banned = await run("player", "ban", ada, "--until", "2999-01-01T00:00:00Z", "--yes")
    assert.match(
      banned.stdout,
      /^player +Ada \([0-9a-f-]{36}\)\nrestriction_id +[0-9a-f-]{36}\ntype +account_ban\nin force +until 2999-01-01 00:00:00 UTC\nsessions ended +1\neverywhere +from \S+ \S+ UTC\n$/,
    )
  })

  it("takes a second one of the same type and end with --again only, and another without", async () => {
    const { ada, json, rows, run } = await smallWorld()
    const until = ["--until", "2999-01-01T00:00:00Z"]
    for (const first of [[], until]) {
      await json("player", "ban", ada, ...first, "--yes")
      const again = await run("player", "ban", ada, ...first, "--yes")
      assert.strictEqual(again.code, 5, again.stderr)
      assert.match(
        again.stderr,
        /^error: Ada \(\S+\) is restricted so already: account_ban (for ever|until 2999-\S+ \S+ UTC), since /,
      )
      assert.include(
        again.stderr,
        "Add --again for a second restriction; garrison player extend gives the first another end.",
      )
      assert.strictEqual((await run("player", "ban", ada, ...first, "--dry-run")).code, 0)
    }
    assert.lengthOf(rows("SELECT 1 FROM restriction"), 2)
    await json("player", "ban", ada, "--type", "account_lockout", "--yes")
    await json("player", "ban", ada, "--again", "--yes")
    assert.lengthOf(rows("SELECT 1 FROM restriction"), 4)
    await json("player", "unban", ada)
    await json("player", "ban", ada, "--yes")
    assert.lengthOf(rows("SELECT 1 FROM restriction"), 5)
  })

  it("refuses what is wrong, by its flag, and restricts nobody", async () => {
    const { ada, deletePlayer, grace, rows, run } = await smallWorld()
    deletePlayer(grace)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "ban", ada], 2, "This restricts Ada", "for ever (account_ban)", "Add --yes to confirm."],
        [["player", "ban", ada, "--until", "1", "--yes"], 2, "--until: "],
        [
          ["player", "ban", ada, "--until", "2999", "--yes", "--if-revision", "1.5"],
          2,
          "--if-revision must be a whole",
        ],
        [["player", "ban", ada, "--until", "soon"], 2, "--until must be a date", "Write it as 2030-01-31T18:00:00Z"],
        [["player", "ban", ada, "--note", "x".repeat(5000), "--yes"], 2, "--note: "],
        [["player", "ban", ada, "--yes", "--if-revision", "7"], 5, "has revision 0 now"],
        [["player", "ban", grace, "--yes"], 3, `The player ${grace} was deleted.`],
        [["player", "unban", grace], 3, `The player ${grace} was deleted.`],
        [["player", "role", grace, "1"], 3, `The player ${grace} was deleted.`],
      ]),
      [],
    )
    assert.deepStrictEqual(rows("SELECT * FROM restriction"), [])
  })
})

describe("garrison player unban", () => {
  it("lifts one by its id, in capital letters too, and leaves the others in force", async () => {
    const { ada, json, run } = await smallWorld()
    const first = await json("player", "ban", ada, "--yes")
    const second = await json("player", "ban", ada, "--type", "account_lockout", "--yes")
    const id = String(first["restriction_id"])
    const { lifted, player_uuid: player } = await json("player", "unban", ada, "--restriction", id.toUpperCase())
    assert.strictEqual(player, ada)
    const ids = (lifted as ReadonlyArray<Record<string, unknown>>).map(({ restriction_id }) => restriction_id)
    assert.deepStrictEqual(ids, [id])
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "unban", ada, "--restriction", id], 3, `has no restriction ${id} in force.`, "player show lists"],
        [["player", "unban", ada, "--restriction", "none"], 3, "has no restriction none in force."],
        [["player", "unban", ada, "--if-revision", "1"], 5, "has revision 3 now"],
      ]),
      [],
    )
    const rest = await run("player", "unban", ada, "--if-revision", "3", "--reason", "appeal granted")
    assert.include(rest.stdout, String(second["restriction_id"]))
    assert.strictEqual((await json("player", "show", ada))["revision"], 4)
  })

  it("of several at once asks for the revision only before the first, which raises it", async () => {
    const { ada, json } = await smallWorld()
    for (const type of ["account_ban", "account_lockout", "account_deny_auth"]) {
      await json("player", "ban", ada, "--type", type, "--yes")
    }
    const { lifted } = await json("player", "unban", ada, "--if-revision", "3")
    assert.lengthOf(lifted as ReadonlyArray<unknown>, 3)
    assert.strictEqual((await json("player", "show", ada))["revision"], 6)
  })
})

describe("garrison player role", () => {
  it("prints the role with its permissions, and the one before", async () => {
    const { ada, json, run } = await smallWorld()
    const { permissions } = await json("player", "show", ada)
    assert.deepStrictEqual(await json("player", "role", ada, "1", "--dry-run"), {
      player_uuid: ada,
      role_id: 1,
      previous_role_id: 1,
      permissions,
    })
    const { stdout } = await run("player", "role", ada, "1", "--dry-run")
    assert.match(stdout, new RegExp(`^player_uuid +${ada}\nrole +1 \\w+\nbefore +1\npermissions +`))
  })

  it("refuses what is no role", async () => {
    const { ada, run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "role", ada, "99"], 3, "There is no role 99.", "garrison role list shows the roles"],
        [["player", "role", ada, "-1"], 3, "There is no role -1."],
        [["player", "role", ada, "1", "--if-revision", "9"], 5, "has revision 0 now"],
        [["player", "role", ada, "1", "--reason", "x".repeat(1025)], 2, "--reason must be"],
      ]),
      [],
    )
  })
})

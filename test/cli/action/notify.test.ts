/** `garrison notify`: what a notification may hold, and to whom it can be sent. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

describe("garrison notify", () => {
  it("appends what is given, and prints it as the player will read it", async () => {
    const { ada, json, rows, run } = await smallWorld()
    const flags = ["--url", "/inventory/v1/catalog/vendor", "--etag", "abc", "--data", "kind=shop", "--data", "a=b=c"]
    const sent = await json("notify", ada, "New gear", ...flags)
    assert.deepInclude(sent, {
      message: "New gear",
      rh_url: "/inventory/v1/catalog/vendor",
      etag: "abc",
      custom_data: { kind: "shop", a: "b=c" },
    })
    const { stdout } = await run("notify", ada, "Łódź 龍")
    assert.match(stdout, new RegExp(`^sent to +${ada}\nnotification_id +\\S+\nmessage +Łódź 龍\n$`))
    assert.lengthOf(rows("SELECT 1 FROM notification"), 2)
  })

  it("refuses what a notification cannot be, by its flag, and appends nothing", async () => {
    const { ada, deletePlayer, grace, rows, run } = await smallWorld()
    deletePlayer(grace)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["notify", NOBODY, "Hello"], 3, `There is no player ${NOBODY}.`],
        [["notify", "nobody", "Hello"], 3, "There is no player called nobody."],
        [["notify", ada, "x".repeat(4097)], 2, "message: must be at most 4096 characters"],
        [["notify", ada, "Hello", "--url", "x".repeat(5000)], 2, "--url: must be"],
        [["notify", ada, "Hello", "--etag", "x".repeat(5000)], 2, "--etag: must be"],
        [["notify", ada, "Hello", "--data", "kind"], 2, '--data must be NAME=VALUE, not "kind".'],
        [["notify", ada], 2, "<message> is missing."],
        [["notify", ada, "Hello", "you"], 2, 'This command does not take "you".'],
      ]),
      [],
    )
    assert.deepStrictEqual(rows("SELECT 1 FROM notification"), [])
  })
})

describe("garrison notify to many", () => {
  const sentTo = (rows: (sql: string) => ReadonlyArray<unknown>) => rows("SELECT segment, role_id FROM broadcast")

  it("sends once, however many players read it, and says to whom", async () => {
    const { ada, brian, file, json, rows, run, runWith } = await smallWorld()
    const all = await json("notify", "--all", "Maintenance", "--url", "/news", "--reason", "ticket 1", "--yes")
    assert.deepInclude(all, { segment: "all" })
    assert.deepInclude(all["notification"], { message: "Maintenance", rh_url: "/news" })
    assert.match(
      (await run("notify", "--role", "1", "To players", "--yes")).stdout,
      /^sent to +the players with role 1\n/,
    )
    const list = file("winners.txt", `\uFEFF${ada}\r\n\n# in upper case, and twice\n${ada.toUpperCase()} # Ada\n`)
    assert.match((await run("notify", "--players", list, "Won", "--yes")).stdout, /^sent to +1 player\n/)
    const named = await run("notify", "--player", brian, "--players", list, "Won", "--yes")
    assert.match(named.stdout, /^sent to +2 players\n/)
    const piped = await runWith({ input: `${brian}\n` }, "notify", "--players", "-", "Won", "--yes")
    assert.match(piped.stdout, /^sent to +1 player\n/)
    assert.deepStrictEqual(
      sentTo(rows).map((row) => (row as { readonly segment: string }).segment),
      ["all", "role", "players", "players", "players"],
    )
    assert.lengthOf(rows("SELECT 1 FROM broadcast_member"), 4)
    assert.lengthOf(rows("SELECT 1 FROM audit WHERE operation = 'notification.broadcast' AND outcome = 'done'"), 5)
  })

  it("asks first, sends nothing in a dry run, and names everybody whom it does not know", async () => {
    const { ada, file, rows, run } = await smallWorld()
    const list = file("players.txt", `${NOBODY}\n${ada}\n`)
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["notify", "--all", "Hello"], 2, "Add --yes to confirm."],
        [["notify", "--players", list, "Hello", "--yes"], 2, `--player: ${NOBODY} is no player`],
        [["notify", "--players", file("wrong.txt", `${ada}\nada\n`), "Hello", "--yes"], 2, 'line 2: "ada" is not a'],
        [
          ["notify", "--players", file("empty.txt", "# nobody\n"), "Hello", "--yes"],
          2,
          "must have at least one player",
        ],
        [["notify", "--players", "no-such-file.txt", "Hello", "--yes"], 3, "cannot be read: it does not exist."],
        [["notify", "--role", "4711", "Hello", "--yes"], 3, "There is no role 4711."],
        [
          ["notify", "--all", "--role", "1", "Hello", "--yes"],
          2,
          "Give one of --all, --role and --players, not several.",
        ],
        [["notify", "--all", ada, "Hello", "--yes"], 2, "Give the message alone."],
        [["notify", "--all", "--yes"], 2, "<message> is missing."],
        [["notify", "--all", "Hello", "--if-revision", "3", "--yes"], 2, "--if-revision is for one player"],
        [["notify"], 2, "<player_uuid> is missing."],
      ]),
      [],
    )
    const dry = await run("notify", "--all", "Hello", "--dry-run")
    assert.strictEqual(dry.code, 0, dry.stderr)
    assert.include(dry.stderr, "This was a dry run")
    assert.deepStrictEqual(sentTo(rows), [])
  })
})

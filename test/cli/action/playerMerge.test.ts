/** `garrison player merge`, `unmerge`, `merges`, `link`, `restrictions` and `extend`: what each prints and refuses. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, NOBODY, smallWorld } from "../support/world.ts"

const reason = ["--reason", "ticket 4711"] as const

type Json = Readonly<Record<string, unknown>>

/** The command line after "To undo this: ", as its words. */
const undoOf = (stderr: string): ReadonlyArray<string> => {
  const [, line = ""] = /^To undo this: garrison (.*)$/m.exec(stderr) ?? []
  return line.split(" ").map((word) => word.replaceAll("'", ""))
}

describe("garrison player merge", () => {
  it("joins two persons once it is confirmed, with a reason, and says how it is undone", async () => {
    const { ada, brian, json, rows, run } = await smallWorld()
    const before = rows("SELECT player_uuid, person_id FROM player ORDER BY player_uuid")
    const asked = await run("player", "merge", ada, brian, ...reason)
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /^error: This gives the person of \S+ all players and portal users .*--yes/s)
    const without = await run("player", "merge", ada, brian, "--yes")
    assert.strictEqual(without.code, 2)
    assert.match(without.stderr, /--reason: must have at least 3 characters/)
    const dry = await json("player", "merge", ada, brian, "--dry-run")
    assert.deepStrictEqual(dry["moved_players"], [brian])
    assert.deepStrictEqual(rows("SELECT player_uuid, person_id FROM player ORDER BY player_uuid"), before)
    const done = await run("player", "merge", ada, brian, ...reason, "--yes")
    assert.strictEqual(done.code, 0, done.stderr)
    assert.match(done.stdout, /^merge_id +\S+$/m)
    assert.match(done.stdout, new RegExp(`^${brian} +1 +1 +`, "m"))
    const merges = await run("player", "merges", brian)
    assert.match(merges.stdout, /kept +can be undone/)
    assert.lengthOf((await json("player", "merges", ada))["merges"] as ReadonlyArray<unknown>, 1)
    const undo = undoOf(done.stderr)
    assert.deepStrictEqual(undo.slice(0, 3), ["player", "unmerge", ada])
    const undone = await run("player", "unmerge", ada, ...reason, "--yes")
    assert.strictEqual(undone.code, 0, undone.stderr)
    assert.deepStrictEqual(rows("SELECT player_uuid, person_id FROM player ORDER BY player_uuid"), before)
    assert.match((await run("player", "merges", ada)).stdout, /kept +undone/)
    assert.match((await run("player", "merges", brian)).stdout, /merged +undone/)
    const acts = rows("SELECT operation, reason FROM audit WHERE operation LIKE 'person.%' AND outcome = 'done'")
    assert.deepStrictEqual(
      acts.map((row) => [row["operation"], row["reason"]]),
      [
        ["person.merge", "ticket 4711"],
        ["person.unmerge", "ticket 4711"],
      ],
    )
  })

  it("refuses what cannot be joined or undone", async () => {
    const { ada, brian, run } = await smallWorld()
    const flaws = await flawsIn(run, [
      [["player", "merge", ada, ada, ...reason, "--yes"], 5, "belong to one person already"],
      [["player", "merge", ada, NOBODY, ...reason, "--yes"], 3, NOBODY],
      [["player", "merge", ada, brian, "--active", NOBODY, ...reason, "--yes"], 2, "--active"],
      [["player", "unmerge", ada, ...reason, "--yes"], 3, "No merge of the person"],
      [["player", "unmerge", ada, "--merge", NOBODY, ...reason, "--yes"], 3, `has no merge ${NOBODY}`],
      [["player", "unmerge", NOBODY, ...reason, "--yes"], 3, NOBODY],
      [["player", "merges", NOBODY], 3, NOBODY],
    ])
    assert.deepStrictEqual(flaws, [])
    assert.match((await run("player", "merges", ada)).stderr, /was not merged/)
  })
})

describe("garrison player link", () => {
  it("gives a way to log in, which its way back takes again", async () => {
    const { ada, brian, json, run } = await smallWorld()
    const asked = await run("player", "link", ada, "golf", "radia")
    assert.strictEqual(asked.code, 2)
    assert.match(asked.stderr, /^error: Whoever has Golf radia may then log in as/)
    const done = await run("player", "link", ada, "golf", "radia", "--display-name", "Radia", "--yes")
    assert.strictEqual(done.code, 0, done.stderr)
    assert.match(done.stdout, /^linked +Golf radia$/m)
    const users = async () => (await json("player", "show", ada))["portal_users"] as ReadonlyArray<Json>
    assert.include(
      (await users()).map((user) => user["display_name"]),
      "Radia",
    )
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["player", "link", brian, "Golf", "radia", "--yes"], 5, "belongs to another player"],
        [["player", "link", ada, "Sesame", "radia", "--yes"], 2, "There is no platform"],
        [["player", "link", ada, "FoxtrotNAID", "radia", "--yes"], 2, "--environment"],
        [["player", "link", NOBODY, "Golf", "new", "--yes"], 3, NOBODY],
      ]),
      [],
    )
    const back = await run(...undoOf(done.stderr))
    assert.strictEqual(back.code, 0, back.stderr)
    assert.notInclude(
      (await users()).map((user) => user["display_name"]),
      "Radia",
    )
  })
})

describe("garrison player restrictions, extend", () => {
  it("lists those of all players by their end, and gives one another end", async () => {
    const { ada, brian, json, run } = await smallWorld()
    assert.match((await run("player", "restrictions")).stderr, /There is no such restriction/)
    await run("player", "ban", ada, "--yes")
    const banned = await json("player", "ban", brian, "--until", "2999-01-01T00:00:00Z", "--yes")
    const listed = async (...args: ReadonlyArray<string>) =>
      ((await json("player", "restrictions", ...args))["restrictions"] as ReadonlyArray<Json>).map(
        (one) => one["player_uuid"],
      )
    assert.deepStrictEqual(await listed(), [brian, ada])
    assert.deepStrictEqual(await listed("--until", "2999-06-01T00:00:00Z"), [brian])
    assert.deepStrictEqual(await listed("--type", "account_lockout"), [])
    const lines = await run("player", "restrictions", "--ndjson")
    assert.lengthOf(lines.stdout.trim().split("\n"), 2)
    const page = await json("player", "restrictions", "--limit", "1")
    assert.deepStrictEqual(await listed("--limit", "1", "--after", String(page["next"])), [ada])
    const id = String(banned["restriction_id"])
    const longer = await run("player", "extend", brian, id)
    assert.strictEqual(longer.code, 0, longer.stderr)
    assert.match(longer.stdout, /^in force +for ever$/m)
    assert.strictEqual((await run("player", "extend", brian, id)).code, 3)
    const back = await run(...undoOf(longer.stderr))
    assert.strictEqual(back.code, 0, back.stderr)
    assert.match(back.stdout, /^in force +until 2999-01-01/m)
    assert.deepStrictEqual(await listed("--state", "past"), [brian, brian])
    assert.strictEqual((await run("player", "extend", brian, NOBODY, "--until", "1")).code, 2)
  })
})

/** `garrison key`: the list of signing keys, and a rotation that is earlier than by itself. */
import { assert, describe, it } from "@effect/vitest"
import { flawsIn, smallWorld } from "../support/world.ts"

interface Key {
  readonly key_id: string
  readonly algorithm: string
  readonly state: string
  readonly published: string
  readonly signs_from: string
  readonly retires: string | null
}

const keysIn = (data: Record<string, unknown>) => data["keys"] as ReadonlyArray<Key>

/** The keys without their age, which grows while a test runs. */
const ageless = (data: Record<string, unknown>) => keysIn(data).map((key) => ({ ...key, age_seconds: 0 }))

describe("garrison key list", () => {
  it("has the key that signs first, then the one that waits, and nothing private", async () => {
    const { json, run } = await smallWorld()
    const keys = keysIn(await json("key", "list"))
    assert.deepStrictEqual(
      keys.map(({ state }) => state),
      ["signing", "published"],
    )
    for (const key of keys) {
      assert.hasAllKeys(key, [
        "key_id",
        "algorithm",
        "state",
        "published",
        "signs_from",
        "age_seconds",
        "replaced",
        "overdue",
        "retires",
      ])
      assert.isAtMost(Date.parse(key.published), Date.parse(key.signs_from))
    }
    const { stdout } = await run("key", "list")
    const lines = stdout.trimEnd().split("\n")
    assert.lengthOf(lines, keys.length + 1)
    for (const [index, key] of keys.entries()) {
      assert.include(lines[index + 1], `${key.key_id}  ${key.state}`)
    }
  })
})

describe("garrison key rotate", () => {
  it("tells in a dry run which key would sign, and changes none", async () => {
    const { json, run } = await smallWorld()
    const before = await json("key", "list")
    const next = keysIn(before).find(({ state }) => state !== "signing")
    const dry = await run("key", "rotate", "--dry-run")
    assert.match(dry.stdout, new RegExp(`^key_id +${next?.key_id}\nstate +\\w+\nsigns from +\\d{4}-\\S+ \\S+ UTC\n$`))
    assert.include(dry.stderr, "This was a dry run: nothing was changed.")
    assert.deepStrictEqual(ageless(await json("key", "list")), ageless(before))
  })

  it("lets that key sign once it has been published long enough, and the audit has why", async () => {
    const { json, rows } = await smallWorld()
    const before = keysIn(await json("key", "list"))
    const rotated = await json("key", "rotate", "--reason", "the backup was lost")
    const [then, now] = [before, keysIn(await json("key", "list"))].map((keys) =>
      keys.find(({ key_id: id }) => id === rotated["key_id"]),
    )
    assert.isBelow(Date.parse(now?.signs_from ?? ""), Date.parse(then?.signs_from ?? ""))
    const reasons = rows("SELECT reason FROM audit").map(({ reason }) => reason)
    assert.include(reasons, "the backup was lost")
  })

  it("refuses a reason that is none, and a database that is not there", async () => {
    const { run } = await smallWorld()
    assert.deepStrictEqual(
      await flawsIn(run, [
        [["key", "rotate", "--reason", ""], 2, "--reason must be a text of 1 to 1024 characters."],
        [["key", "rotate", "now"], 2, 'This command does not take "now".'],
        [
          ["key", "rotate", "--storage", "sqlite:typo.db"],
          3,
          "There is no database at sqlite:typo.db",
          "garrison serve",
        ],
        [["key", "list", "--storage", "sqlite::memory:"], 2, "A database in memory ends with the command"],
      ]),
      [],
    )
  })
})

/** `garrison audit verify`: the first row that was changed by hand, and what cannot be checked without the secret. */
import { assert, describe, it } from "@effect/vitest"
import { smallWorld } from "../support/world.ts"

const SECRET = "the-key-secret-of-this-small-world!"

describe("garrison audit verify", () => {
  it("says from which row on seals are keyed, and names the first row that was changed", async () => {
    const world = await smallWorld()
    const plain = await world.run("audit", "verify")
    assert.strictEqual(plain.code, 0, plain.stderr)
    assert.match(
      plain.stdout,
      /^(\d+) rows; none has a keyed seal, so a writer of the database could have made them all$/m,
    )
    assert.match(plain.stdout, /^not checkable: roles, clients, .* and persons, because there is no key secret$/m)
    const before = Number(/\d+/.exec(plain.stdout)?.[0])
    // A key secret that the database has not met says nothing of rows that anybody could have made.
    const early = await world.runWith({ env: { GARRISON_KEY_SECRET: SECRET } }, "audit", "verify")
    assert.strictEqual(early.code, 4)
    assert.include(early.stdout, "the database has no key of seals yet")
    const env = { GARRISON_KEY_SECRET: SECRET }
    const rotated = await world.runWith({ env }, "key", "rotate")
    assert.strictEqual(rotated.code, 0, rotated.stderr)
    const keyed = await world.runWith({ env }, "audit", "verify", "--json")
    assert.strictEqual(keyed.code, 0, keyed.stderr)
    const { access, rows, ...found } = JSON.parse(keyed.stdout)
    assert.deepStrictEqual(found, { keyed_from: before + 1, not_checkable: 0 })
    assert.deepInclude(access, { unsealed: 0, changed: [] })
    assert.isAbove(access.rows, 3)

    const unchecked = await world.run("audit", "verify")
    assert.strictEqual(unchecked.code, 4)
    assert.include(
      unchecked.stdout,
      `not checkable: ${rows - before} keyed seals, because the keys in this database are encrypted`,
    )
    assert.include(unchecked.stderr, "GARRISON_KEY_SECRET")

    world.exec(`UPDATE role SET permissions = '["*"]' WHERE role_id = 1`)
    const letIn = await world.runWith({ env }, "audit", "verify")
    assert.strictEqual(letIn.code, 1)
    assert.include(letIn.stderr, "1 row that decides who gets in is not as Garrison wrote it: role of 1 was altered")

    const accept = ["audit", "accept", "role", "1", "--reason", "mended by hand"]
    const looked = await world.runWith({ env }, ...accept, "--dry-run")
    assert.include(looked.stderr, "This was a dry run")
    assert.strictEqual((await world.runWith({ env }, "audit", "verify")).code, 1)
    const accepted = await world.runWith({ env }, ...accept)
    assert.include(accepted.stdout, "role of 1, which was altered by hand", accepted.stderr)
    assert.strictEqual((await world.runWith({ env }, "audit", "verify")).code, 0)
    assert.deepInclude(await world.runWith({ env }, "audit", "accept", "role", "99", "--reason", "a slip"), { code: 3 })

    world.exec(`UPDATE audit SET reason = 'none' WHERE sequence = ${rows}`)
    const changed = await world.runWith({ env }, "audit", "verify")
    assert.deepInclude(changed, { code: 1 })
    assert.include(changed.stdout, `row ${rows} was altered`)
    assert.deepInclude(JSON.parse((await world.runWith({ env }, "audit", "verify", "--json")).stdout), {
      broken: { sequence: rows, because: "altered" },
    })
  })

  it("is not begun by a command that reads: no table changes where the key secret is new", async () => {
    const world = await smallWorld()
    const tables = world
      .rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map(({ name }) => String(name))
      .filter((name) => !name.startsWith("player_name_gram"))
    const stored = () => tables.map((name) => [name, world.rows(`SELECT * FROM ${name}`)])
    const before = stored()
    for (const args of [["status"], ["player", "list"], ["audit", "list"], ["key", "list"]]) {
      const { code, stderr } = await world.runWith({ env: { GARRISON_KEY_SECRET: SECRET } }, ...args)
      assert.strictEqual(code, 0, stderr)
      assert.deepStrictEqual(stored(), before, args.join(" "))
    }
  })

  it("makes no database", async () => {
    const { run } = await smallWorld()
    assert.strictEqual((await run("audit", "verify", "--storage", "sqlite:typo.db")).code, 3)
  })
})

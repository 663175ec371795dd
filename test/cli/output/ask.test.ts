/** Questions to a person at a terminal: what counts as consent, and how a password is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { atTerminal, CTRL_D } from "../support/atTerminal.ts"
import { smallWorld } from "../support/world.ts"

describe("a confirmation", () => {
  it.each(["y", "Y", "yes", "YES", " yes "])("is given by %j", async (answer) => {
    const { cwd, rows } = await smallWorld()
    const { code, stderr, stdout } = await atTerminal(["client", "rotate", "server"], [answer], { cwd })
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /This gives server a new secret\. .* Continue\? \[y\/N\] /)
    assert.match(stdout, /^client_secret +gar_\S+$/m)
    assert.lengthOf(rows("SELECT 1 FROM client_secret"), 2, "the current one and the one before")
  })

  it.each(["n", "no", "", "ye", "yes please", "j", CTRL_D])(
    "is not given by %j: 1, and nothing changes",
    async (answer) => {
      const { cwd, rows } = await smallWorld()
      const { code, stderr, stdout } = await atTerminal(["client", "rotate", "server"], [answer], { cwd })
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.match(stderr, /Nothing was changed\.\n$/)
      assert.lengthOf(rows("SELECT 1 FROM client_secret"), 1)
    },
  )

  it("is asked for by every command that takes something away, and not where --yes or --dry-run is given", async () => {
    const { ada, cwd, file, json } = await smallWorld()
    await json("catalog", "publish", file("own.json", '{"items":{"1":{}}}'))
    for (const [args, question] of [
      [["player", "ban", ada], "This restricts Ada"],
      [["client", "disable", "server"], "This refuses every login of server"],
      [["client", "rotate", "server"], "This gives server a new secret."],
      [["catalog", "publish", "--version", "1"], "Catalog version 1 of"],
    ] as const) {
      const asked = await atTerminal(args, ["n"], { cwd })
      assert.strictEqual(asked.code, 1, asked.stderr)
      assert.include(asked.stderr, question)
      for (const flag of ["--dry-run", "--yes"]) {
        const unasked = await atTerminal([...args, flag], [], { cwd })
        assert.strictEqual(unasked.code, 0, unasked.stderr)
        assert.notInclude(unasked.stderr, "[y/N]")
      }
    }
  })
})

describe("a second ban of the same type and end", () => {
  it("is asked for even with --yes, and given when a person agrees", async () => {
    const { ada, cwd, json, rows } = await smallWorld()
    await json("player", "ban", ada, "--yes")
    const declined = await atTerminal(["player", "ban", ada, "--yes"], ["n"], { cwd })
    assert.strictEqual(declined.code, 1, declined.stderr)
    assert.match(declined.stderr, /is restricted so already: account_ban for ever, since .* a second time, with all/)
    assert.lengthOf(rows("SELECT 1 FROM restriction"), 1)
    const agreed = await atTerminal(["player", "ban", ada, "--yes"], ["y"], { cwd })
    assert.strictEqual(agreed.code, 0, agreed.stderr)
    assert.lengthOf(rows("SELECT 1 FROM restriction"), 2)
  })
})

describe("a password", () => {
  const create = ["player", "create", "ada"]

  it("is asked for twice, and is what a user logs in with; it never shows", async () => {
    const { cwd, rows } = await smallWorld()
    const { code, stderr, stdout } = await atTerminal(create, ["correct horse", "correct horse"], { cwd })
    assert.strictEqual(code, 0, stderr)
    assert.match(stderr, /^Password for ada: \nRepeat it: \n/)
    assert.notInclude(stderr + stdout, "horse")
    assert.lengthOf(rows("SELECT 1 FROM password_credential"), 1)
  })

  it.each([
    [["correct horse", "correct house"], 2, "The passwords do not match; nothing was changed.\nTry again.\n"],
    [["short", "short"], 2, "password"],
    [[CTRL_D], 1, "Nothing was changed."],
    [["correct horse", CTRL_D], 1, "Nothing was changed."],
  ] as const)("given as %j is none", async (answers, code, said) => {
    const { cwd, rows } = await smallWorld()
    const refused = await atTerminal(create, answers, { cwd })
    assert.deepStrictEqual([refused.code, refused.stdout], [code, ""])
    assert.include(refused.stderr, said)
    assert.notInclude(refused.stderr, "hor")
    assert.deepStrictEqual(rows("SELECT 1 FROM password_credential"), [])
  })

  it("is not asked for where the name cannot be", async () => {
    const { cwd, runWith } = await smallWorld()
    assert.strictEqual((await runWith({ input: "correct horse" }, "player", "create", "taken")).code, 0)
    for (const [name, code] of [
      ["TAKEN", 5],
      ["a:b", 2],
    ] as const) {
      const refused = await atTerminal(["player", "create", name], [], { cwd })
      assert.strictEqual(refused.code, code, refused.stderr)
      assert.notInclude(refused.stderr, "Password for")
    }
  })
})

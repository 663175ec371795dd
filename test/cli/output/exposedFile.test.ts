/** A database that other users of the machine may read is warned of, with the line that takes it from them. */
import { assert, describe, it } from "@effect/vitest"
import { chmodSync, renameSync, statSync } from "node:fs"
import { join } from "node:path"
import { smallWorld } from "../support/world.ts"

const warning = (words: string) =>
  `warning: Other users of this machine have access to the database: chmod 600 ${words} takes it from them.\n`

describe.skipIf(process.platform === "win32")("a SQLite file", () => {
  it("that the command makes is its owner's alone", async () => {
    const { cwd, run } = await smallWorld()
    const made = await run("client", "create", "x", "--kind", "game", "--public", "--storage", "sqlite:new.db")
    assert.match(made.stderr, /^Created a new database: sqlite:new.db\nTo undo this: /)
    assert.strictEqual(statSync(join(cwd, "new.db")).mode & 0o777, 0o600)
  })

  it.each([
    [0o600, false],
    [0o700, false],
    [0o640, true],
    [0o604, true],
    [0o602, true],
    [0o610, true],
  ])("of the mode %o: whether it is warned of", async (mode, isExposed) => {
    const { cwd, run } = await smallWorld()
    chmodSync(join(cwd, "garrison.db"), mode)
    const { code, stderr } = await run("client", "list", "--json")
    assert.strictEqual(code, 0)
    assert.strictEqual(stderr.includes("chmod 600 garrison.db"), isExposed, stderr)
  })

  it("is named as a shell takes it, once in a run that opens it several times", async () => {
    const { cwd, run } = await smallWorld()
    renameSync(join(cwd, "garrison.db"), join(cwd, "my games.db"))
    chmodSync(join(cwd, "my games.db"), 0o644)
    const storage = ["--storage", "sqlite:my games.db"]
    const rotated = await run("client", "rotate", "server", "--dry-run", ...storage)
    assert.strictEqual(rotated.code, 0, rotated.stderr)
    assert.match(rotated.stderr, /^warning: Other users/)
    assert.include(rotated.stderr, "chmod 600 'my games.db'")
    assert.lengthOf(rotated.stderr.match(/chmod/g) ?? [], 1)
    const again = await run("client", "list", ...storage)
    assert.strictEqual(again.stderr.replace(/ 'my games\.db-\w+'/g, ""), warning("'my games.db'"))
  })
})

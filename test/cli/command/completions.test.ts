/** Completion scripts: each shell is told every command, its flags, and the values of flags that take one of a list. */
import { assert, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import type * as Command from "effect/cli/Command"
import { execFileSync } from "node:child_process"
import { garrison as tree } from "../../../packages/cli/src/commandTree.ts"
import { garrison } from "../support/inProcess.ts"

const namesOf = (command: Command.Command.Any): ReadonlyArray<string> =>
  command.subcommands.flatMap(({ commands }) => commands).flatMap((child) => [child.name, ...namesOf(child)])

/** Flags of all kinds: of every command, of the root alone, of settings, of changes, of one command. */
const FLAGS = [
  "help config storage set",
  "version completions",
  "host port log demo demo-public",
  "reason dry-run if-revision yes",
  "overlap permission grant until restriction quantity if-match strict etag after",
].flatMap((words) => words.split(" "))

const scriptOf = async (shell: string): Promise<string> => {
  const { code, stderr, stdout } = await garrison(["--completions", shell])
  assert.deepStrictEqual([code, stderr], [0, ""])
  return stdout
}

describe.each(["bash", "zsh", "fish"])("the script of %s", (shell) => {
  it("knows every command and flags of every kind", async () => {
    const script = await scriptOf(shell)
    const words = new Set(script.split(/[^\w-]+/))
    const isKnown = (name: string) => words.has(name) || words.has(`--${name}`)
    assert.deepStrictEqual(
      [...namesOf(tree), ...FLAGS].filter((name) => !isKnown(name)),
      [],
    )
  })

  it("knows the values of flags that take one of a list", async () => {
    // Each shell takes backslashes before other characters.
    const script = (await scriptOf(shell)).replaceAll("\\", "")
    const values = [...GRANT_TYPES, ...PERMISSIONS, "json", "text", "game", "machine", "account_ban", "bash"]
    assert.deepStrictEqual(
      values.filter((value) => !script.includes(value)),
      [],
    )
  })
})

describe("--completions", () => {
  it("gives bash a script that it can read", async () => {
    const input = await scriptOf("bash")
    assert.strictEqual(execFileSync("bash", ["-n"], { input, encoding: "utf8" }), "")
  })

  it("of a shell that it does not know says which it knows, and guesses", async () => {
    const refused = await garrison(["--completions", "bsh"])
    assert.deepStrictEqual([refused.code, refused.stdout], [2, ""])
    assert.match(refused.stderr, /--completions must be one of .*bash.*, not "bsh"\. Did you mean bash\?/)
  })
})

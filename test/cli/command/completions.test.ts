/** Completion scripts: each shell is told every command, its flags, and the values of flags that take one of a list. */
import { assert, describe, it } from "@effect/vitest"
import { GRANT_TYPES } from "@garrison/core/kernel/GrantType"
import { PERMISSIONS } from "@garrison/core/permission/names"
import type * as Command from "effect/cli/Command"
import { execFileSync } from "node:child_process"
import { garrison as tree } from "../../../packages/cli/src/commandTree.ts"
import { readdirSync } from "node:fs"
import { temporaryDirectory } from "../support/garrison.ts"
import { garrison } from "../support/inProcess.ts"
import { smallWorld } from "../support/world.ts"

const namesOf = (command: Command.Command.Any): ReadonlyArray<string> =>
  command.subcommands
    .flatMap(({ commands }) => commands)
    .filter(({ unlisted }) => !unlisted)
    .flatMap((child) => [child.name, ...namesOf(child)])

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

  it("asks the command for what an id names", async () => {
    const script = await scriptOf(shell)
    for (const kind of ["player", "client", "role", "item", "loot", "vendor"]) {
      assert.include(script, `garrison complete ${kind} `)
    }
    assert.notMatch(script, /__\w+__['")]/)
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

/** What bash offers behind the words of a line, whose last word is open, where `garrison complete` prints this. */
const offeredInBash = async (printed: string, ...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const input = `
_init_completion() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur="\${words[cword]}"; prev="\${words[cword-1]}"; }
garrison() { printf '%s' "$PRINTED"; printf '%s ' "$@" >&2; }
${await scriptOf("bash")}
COMP_WORDS=(garrison "$@"); COMP_CWORD=$#
_garrison garrison "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "\${COMPREPLY[@]}"`
  const environment = { ...process.env, PRINTED: printed }
  const stdout = execFileSync("bash", ["-s", "--", ...words], { input, encoding: "utf8", env: environment })
  return stdout.split("\n").filter((line) => line !== "")
}

describe("bash", () => {
  it("offers what the command prints, each line one word", async () => {
    const printed = "Ada\nAda Lovelace\n"
    assert.deepStrictEqual(await offeredInBash(printed, "player", "show", "Ad"), ["Ada", "Ada\\ Lovelace"])
    assert.deepStrictEqual(await offeredInBash(printed, "order", "list", "--player", "Ada\\ "), ["Ada\\ Lovelace"])
    assert.deepStrictEqual(await offeredInBash("", "player", "show", "Ad"), [])
  })
})

describe("garrison complete", () => {
  it("prints the names that begin so, and the ids where they do", async () => {
    const { run } = await smallWorld()
    const printed = async (...words: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await run("complete", ...words)
      assert.deepStrictEqual([code, stderr], [0, ""])
      return stdout.split("\n").filter((line) => line !== "")
    }
    assert.deepStrictEqual(await printed("player", "a"), ["Ada"])
    assert.deepStrictEqual(await printed("player"), ["Ada", "Brian", "Grace"])
    assert.deepStrictEqual(await printed("player", '"Gr'), ["Grace"])
    assert.deepStrictEqual(await printed("client", "s"), ["server"])
    assert.deepStrictEqual(await printed("role", "economy\\ d"), ["economy designer"])
    assert.deepStrictEqual(await printed("role", "20"), await printed("role", "2"))
    assert.isNotEmpty(await printed("item"))
    assert.deepStrictEqual(await printed("moon", "a"), [])
  })

  it("says nothing where it cannot read, and makes no database", async () => {
    const cwd = temporaryDirectory()
    for (const words of [
      ["player", "a"],
      ["player", "x".repeat(99)],
      ["item", ""],
      ["role", "a", "--storage", "moon://x"],
    ]) {
      const { code, stderr, stdout } = await garrison(["complete", ...words], { cwd })
      assert.deepStrictEqual([code, stderr, stdout], [0, "", ""], words.join(" "))
    }
    assert.deepStrictEqual(readdirSync(cwd), [])
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

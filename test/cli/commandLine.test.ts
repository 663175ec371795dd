/** The command line that does the same as an operation: its words, and that a shell reads them as they were meant. */
import { assert, describe, it } from "@effect/vitest"
import * as Completions from "effect/cli/Completions"
import * as fc from "fast-check"
import { execFileSync } from "node:child_process"
import { commandLineOf, shellWord, undoLineOf } from "../../packages/cli/src/commandLine.ts"
import { garrison } from "../../packages/cli/src/commandTree.ts"
import { commandWords } from "../../packages/cli/src/commandWords.ts"

const player = "019aa1f2-6f5e-7000-8000-1a2b3c4d5e6f"

describe("commandLineOf", () => {
  it.each([
    ["client.setDisabled", { client_id: "shop", disabled: true }, "garrison client disable shop"],
    ["client.setDisabled", { client_id: "shop", disabled: false }, "garrison client enable shop"],
    [
      "client.editRedirects",
      { client_id: "game", redirect_uris: ["https://a.example/x", "my-game://login?a=b&c"], pkce_exempt: true },
      "garrison client edit game --redirect-uri https://a.example/x --redirect-uri 'my-game://login?a=b&c' --pkce-exempt",
    ],
    [
      "client.editRedirects",
      { client_id: "game", redirect_uris: [], pkce_exempt: false },
      "garrison client edit game --no-redirect-uris --pkce-required",
    ],
    [
      "restriction.lift",
      { player_uuid: player, restriction_id: "r" },
      `garrison player unban ${player} --restriction r`,
    ],
    ["client.setRole", { client_id: "tool", role_id: 7 }, "garrison role give 7 --client tool"],
    [
      "person.unlink",
      { player_uuid: player, platform: "Golf", portal_user_id: "-x" },
      `garrison player unlink -- ${player} Golf -x`,
    ],
    [
      "notification.send",
      { player_uuid: player, message: "it's $HOME", custom_data: { kind: "new gear" } },
      `garrison notify ${player} 'it'\\''s $HOME' --data 'kind=new gear'`,
    ],
    ["signingKey.rotate", {}, "garrison key rotate"],
  ])("%s %j: %s", (operation, input, line) => {
    assert.strictEqual(commandLineOf(operation, input), line)
  })

  it("says the conditions of the act", () => {
    const line = commandLineOf("signingKey.rotate", {}, { reason: "--why not", ifRevision: 3, dryRun: true })
    assert.strictEqual(line, "garrison key rotate --if-revision 3 '--reason=--why not' --dry-run")
  })

  it("has no line where no command offers the operation", () => {
    assert.isUndefined(commandLineOf("oauth.begin", {}))
    assert.isUndefined(undoLineOf({ operation: "no.such", input: {} }))
  })

  it("names commands and flags that exist, also where they depend on a value", () => {
    const find = (words: string) =>
      words
        .split(" ")
        .reduce<Completions.CommandDescriptor | undefined>(
          (command, word) => command?.subcommands.find(({ name }) => name === word),
          Completions.fromCommand(garrison),
        )
    const without = commandWords().filter((words) => Object.keys(words.without).length > 0)
    for (const { command, without: flags } of without) {
      for (const flag of Object.values(flags)) {
        assert.isTrue(
          find(command)?.flags.some(({ name }) => `--${name}` === flag),
          `garrison ${command} ${flag}`,
        )
      }
    }
    const chosen = commandWords().flatMap(({ command, says }) => (says === undefined ? [] : [command]))
    for (const words of chosen) assert.isDefined(find(words), `garrison ${words}`)
    assert.isAbove(without.length * chosen.length, 0)
  })
})

describe("shellWord", () => {
  const readByShell = (words: ReadonlyArray<string>): ReadonlyArray<string> =>
    execFileSync("bash", ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    })
      .split("\0")
      .slice(0, -1)

  it("is read as the same text by a shell, whatever a player has called itself", () => {
    const hostile = [
      "",
      "'",
      "\\",
      "$(reboot)",
      "`x`",
      "\u001b[2J",
      "a\u202eb",
      "\n\r\t",
      "~",
      "=cmd",
      "!1",
      "é😀\u200f'\\",
    ]
    assert.deepStrictEqual(readByShell(hostile), hostile)
    const words = fc.array(
      fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(words, (texts) => {
        assert.deepStrictEqual(readByShell(texts), texts)
      }),
      { numRuns: 30 },
    )
  })

  it("shows nothing that moves a cursor or turns text around", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        assert.notMatch(shellWord(text), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

/** What the front page and the first pages show works: their lines when pasted, and what they say of the command. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { garrison as tree } from "../../packages/cli/src/commandTree.ts"
import { EXIT_CODES } from "../../packages/cli/src/output/exitCode.ts"
import { bundle, cleanEnvironment, serve, temporaryDirectory } from "./support/garrison.ts"

const root = resolve(import.meta.dirname, "../..")
const textOf = (file: string): string => readFileSync(resolve(root, file), "utf8")

/** The blocks of shell lines of a page, in their order. */
const shellOf = (page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/```sh\n([^`]*)```/g), ([, block]) => block ?? "")

/** What a shell prints for these lines, for a server at `url`. */
const printed = (script: string, url: string, cwd: string): string => {
  const lines = script
    .replaceAll("http://127.0.0.1:8080", url)
    .replaceAll("npx garrison", `"${process.execPath}" "${bundle()}"`)
  return execFileSync("sh", ["-c", lines], { cwd, encoding: "utf8", env: cleanEnvironment(), stdio: "pipe" })
}

/** What a shell prints for these lines, with a server of its own that has the demo world. */
const pasted = async (script: string): Promise<string> => {
  const cwd = temporaryDirectory()
  const served = await serve(["--demo"], { cwd })
  const output = printed(script, served.url, cwd)
  await served.stop()
  return output
}

/** Fails unless all that is shown is in the answer. A list is shown whole. */
const assertShown = (shown: unknown, answer: unknown, place: string): void => {
  if (typeof shown !== "object" || shown === null) return assert.strictEqual(shown, answer, place)
  for (const [key, value] of Object.entries(shown)) {
    assertShown(value, (answer as Readonly<Record<string, unknown>> | undefined)?.[key], `${place}.${key}`)
  }
}

describe("the README", () => {
  it("is read in a few minutes", () => {
    assert.isAtMost(textOf("README.md").split("\n").length, 151)
  })

  it("shows lines that work when pasted, and what they answer", async () => {
    const block = shellOf(textOf("README.md")).find((lines) => lines.includes("# =>")) ?? ""
    const shown = Array.from(block.matchAll(/^# => (.*)$/gm), ([, json = ""]): unknown => JSON.parse(json))
    const answers = (await pasted(block)).trim().split("\n")
    assert.strictEqual(answers.length, shown.length)
    for (const [at, answer] of answers.entries()) assertShown(shown[at], JSON.parse(answer), `answer ${at + 1}`)
  })

  it("names commands that there are", () => {
    const named = Array.from(
      textOf("README.md").matchAll(/`garrison ([a-z]+)(?: ([a-z-]+))?/g),
      ([, ...words]) => words,
    )
    assert.isAbove(named.length, 5)
    for (const [first = "", second] of named) {
      const command = tree.subcommands.flatMap((group) => group.commands).find(({ name }) => name === first)
      assert.isDefined(command, first)
      const verbs = command?.subcommands.flatMap((group) => group.commands.map(({ name }) => name)) ?? []
      if (verbs.length > 0) assert.include(verbs, second)
    }
  })
})

describe("docs/notifications.md", () => {
  it("shows lines that work when pasted", async () => {
    const output = await pasted(shellOf(textOf("docs/notifications.md")).join("\n"))
    assert.include(output, '"segment":"all"')
    assert.include(output, '"segment":"role","role_id":1')
    assert.match(output, /sent to +all players/)
    assert.match(output, /sent to +3 players/)
    assert.match(output, /\{"notifications":\[\{[^]*"message":"Who waits reads this\."[^]*\],"cursor":"/)
    assert.include(output, '{"notifications":[],"cursor":"')
    // Both streams begin with their place; only the one that begins before it shows the notification.
    assert.lengthOf(output.match(/retry: \d{4}\nid: \S+\n\n/g) ?? [], 2)
    assert.lengthOf(output.match(/^data: \{"message":"Who waits reads this\."/gm) ?? [], 1)
  })
})

describe("docs/getting-started.md", () => {
  it("shows lines that work when pasted", async () => {
    const page = textOf("docs/getting-started.md")
    const output = await pasted(
      shellOf(page)
        .filter((lines) => lines.includes("curl"))
        .join("\n"),
    )
    assert.include(output, '"display_name":"Ada"')
    assert.include(output, '"notifications":[{')
    assert.include(output, '"loot_id":1000655')
    // The two kills are two entries, each with its own result.
    const [kills = ""] = output.split('"type":"purchase_loot"')
    assert.lengthOf(
      kills.match(/"type":"fill_loot","loot_id":1000655,"quantity":1,"entry_id":"[^"]+","result":"success"/g) ?? [],
      2,
    )
    assert.include(output, '"result":"success"')
    const [, bought = "", explained = ""] = output.split('"type":"purchase_loot"')
    assert.include(bought, '"result":"success"')
    assert.include(explained, '"type":"price"')
    assert.include(output, '"current_price_point_guid":"shark"')
    assert.include(output, '"price_point_guid":"shark"')
    assert.include(output, '"result":"price_does_not_match","price_expected":[{"price_item_id":995,"price":750}]')
  })
})

describe("docs/portals.md", () => {
  it("shows lines that log in by redirect, and link and unlink a portal user", async () => {
    const cwd = temporaryDirectory()
    const served = await serve(["--sandbox"], { cwd })
    const sandbox = /sandbox on (\S+)/.exec(served.stdout())?.[1] ?? ""
    const [redirect = "", links = ""] = shellOf(textOf("docs/portals.md"))
    const [walk = "", exchange = ""] = redirect.split(/(?=^curl -s \S+\/oauth\/token)/m)
    // curl ends with 47, because it does not follow the last address.
    const code = /[?&]code=([^&\n]+)/.exec(printed(`${walk.trimEnd()} || true`, served.url, cwd))?.[1] ?? ""
    const tokens = printed(exchange.replace("CODE OF THE ADDRESS", code), served.url, cwd)
    assert.include(tokens, '"refresh_token"')
    const [login = "", unlink = ""] = links.replace("SANDBOX", sandbox).split(/(?=^curl -s -X DELETE)/m)
    const listed = printed(`${login}\necho; echo "$TOKEN"`, served.url, cwd)
    const [, linked = ""] = /"platform":"Golf","portal_user_id":"([^"]+)"/.exec(listed) ?? []
    const token = listed.trim().split("\n").at(-1) ?? ""
    const gone = printed(`TOKEN=${token}\n${unlink.replace("PORTAL_USER_ID", linked)}`, served.url, cwd)
    assert.notInclude(gone, "detail")
    const left = `curl -s http://127.0.0.1:8080/users/v1/me/link -H "authorization: Bearer ${token}"`
    assert.notInclude(printed(left, served.url, cwd), '"platform":"Golf"')
    await served.stop()
  })
})

describe("docs/command.md", () => {
  const page = textOf("docs/command.md")
  /** What the rows of a table begin with. */
  const rows = (pattern: RegExp): Array<string> => Array.from(page.matchAll(pattern), ([, first]) => first ?? "")

  it("names every command and every exit code, and no other", () => {
    const names = tree.subcommands
      .flatMap((group) => group.commands)
      .flatMap(({ name, subcommands }) => {
        const verbs = subcommands.flatMap((group) => group.commands)
        return verbs.length === 0 ? [name] : verbs.map((verb) => `${name} ${verb.name}`)
      })
    assert.sameMembers(rows(/^\| `garrison ([a-z]+(?: [a-z-]+)?)/gm), names)
    assert.sameMembers(rows(/^\| (\d+) \| /gm), Object.values(EXIT_CODES).map(String))
  })
})

/** What the README says about the command is so: its lines work when pasted, its tables are complete. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { garrison as tree } from "../../packages/cli/src/commandTree.ts"
import { EXIT_CODES } from "../../packages/cli/src/output/exitCode.ts"
import { settingNames } from "../../packages/cli/src/settings/definitions.ts"
import { readmeTable } from "../../scripts/settings/tables.ts"
import { bundle, cleanEnvironment, serve, temporaryDirectory } from "./support/garrison.ts"

const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8")

/** What the rows of a table of the README begin with. */
const rows = (pattern: RegExp): Array<string> => Array.from(readme.matchAll(pattern), ([, first]) => first ?? "")

describe("the README", () => {
  it("shows a quick start that works when pasted", async () => {
    const cwd = temporaryDirectory()
    const served = await serve(["--demo"], { cwd })
    const blocks = [/```sh\n(# a player logs in[^`]*)```/, /```sh\n(TOKEN=[^`]*# and buys[^`]*)```/]
    const script = blocks
      .map((block) => block.exec(readme)?.[1] ?? "")
      .join("\n")
      .replaceAll("http://127.0.0.1:8080", served.url)
      .replaceAll("npx garrison", `"${process.execPath}" "${bundle()}"`)
    const output = execFileSync("sh", ["-c", script], { cwd, encoding: "utf8", env: cleanEnvironment(), stdio: "pipe" })
    assert.include(output, '"display_name":"Ada"')
    assert.include(output, '"notifications":[{')
    assert.include(output, '"loot_id":1000655')
    assert.include(output, '"result":"success"')
    const [, bought = "", explained = ""] = output.split('"type":"purchase_loot"')
    assert.include(bought, '"result":"success"')
    assert.include(explained, '"type":"price"')
    await served.stop()
  })

  it("names every setting with its variable, default and meaning, and no other", () => {
    assert.include(readme, `\n\n${readmeTable()}\n\n`, "npm run settings writes it")
    assert.deepStrictEqual(rows(/^\| `(\w+)` \| `GARRISON_/gm), [...settingNames])
  })

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
